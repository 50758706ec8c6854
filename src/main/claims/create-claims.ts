import type { AttentionView } from '../../shared/purchases/attention-views.ts'
import type { ClaimView } from '../../shared/claims/views.ts'
import type { FeeAction, FeeOfferView } from '../../shared/transactions/views.ts'
import { createSingleStepIntents } from '../engine/single-steps/single-step-intents.ts'
import { isStepOpen } from '../engine/steps/step-record.ts'
import { readState } from '../purchases/purchase-repository.ts'
import { createRefundClaims, type RefundClaims } from './claim-refund.ts'
import { listOpenClaims, readClaim, type ClaimRecord } from './claim-repository.ts'
import { toClaimView } from './claim-view.ts'
import type { ClaimsContext } from './claims-context.ts'
import { createClaimCounter } from './count-claims.ts'
import { createClaimFees } from './fee-claim.ts'

/** The claims as the app uses them. */
export interface Claims extends RefundClaims {
  get(id: string): ClaimView
  /** Lists claims that wait longer than their profile allows. */
  attention(): AttentionView[]
  offerFee(id: string, action: FeeAction): Promise<FeeOfferView>
  /** Signs and sends the offer; `acceptFee` requires the password. */
  confirmFee(id: string, offerKey: string, acceptFee: boolean): Promise<ClaimView>
  /** Resumes open claims, and reviews settled ones; must be called only once. */
  start(): void
  /** Resumes open claims; called whenever the connection is back. */
  nudge(): void
  /** Reviews the rest of a sum after a purchase changed: once it has its refund, fewer purchases can own the rest. */
  purchaseChanged(purchaseId: string): void
  /** Notifies of everything that waits for a block after a network's trouble changed. */
  networkChanged(): void
  stop(): Promise<void>
}

/** Creates the claims; nothing runs before it is started. */
export function createClaims(context: ClaimsContext): Claims {
  const { ledger } = context
  const claims = createSingleStepIntents<ClaimRecord, ClaimView>(context, {
    what: 'claim',
    kind: 'claim',
    listOpen: () => listOpenClaims(ledger),
    read: (id) => readClaim(ledger, id),
    toView: (claim, wait) => toClaimView(context, claim, wait, counter.isLate(claim.id)),
    onChanged(id) {
      if (!isStepOpen(claims.find(id).step)) counter.countAll()
      notify(id)
    },
  })
  const fees = createClaimFees(context, claims.find)
  const counter = createClaimCounter(context, notify)

  function notify(id: string): ClaimView {
    const shown = claims.get(id)
    context.onChanged(shown)
    return shown
  }

  function follow(id: string): ClaimView {
    claims.poll(id)
    return notify(id)
  }

  return {
    ...createRefundClaims(context, claims.view, follow),
    get: claims.get,
    attention: () =>
      [...claims.overdue(), ...counter.late()].map(({ id, raisedAt }) => ({
        about: 'claim',
        raisedAt,
        claim: claims.get(id),
      })),
    offerFee: fees.offer,
    async confirmFee(id, offerKey, acceptFee) {
      await fees.confirm(id, offerKey, acceptFee)
      return follow(id)
    },
    start() {
      claims.start()
      counter.start()
    },
    nudge() {
      claims.poll()
      counter.countAll()
    },
    purchaseChanged(purchaseId) {
      if (readState(ledger, purchaseId)?.refund !== 'none') counter.countAll()
    },
    networkChanged() {
      for (const delayed of claims.listDelayed()) context.onChanged(delayed)
    },
    async stop() {
      await Promise.all([claims.stop(), counter.stop()])
    },
  }
}
