import type { AllowancesView, RevocationOfferView, RevocationView } from '../../shared/allowances/views.ts'
import type { AttentionView } from '../../shared/purchases/attention-views.ts'
import { AppError } from '../../shared/errors.ts'
import type { FeeAction, FeeOfferView } from '../../shared/transactions/views.ts'
import { feeOfferExpired } from '../engine/fees/fee-offer.ts'
import { createNewestOffer } from '../engine/single-steps/newest-offer.ts'
import { createSingleStepIntents } from '../engine/single-steps/single-step-intents.ts'
import type { AllowancesContext } from './allowances-context.ts'
import { confirmRevocation } from './confirm-revocation.ts'
import { createRevocationFees } from './fee-revocation.ts'
import { createLastListing } from './last-listing.ts'
import { accountOf, offerRevocation } from './offer-revocation.ts'
import { listOpenRevocations, readRevocation, type RevocationRecord } from './revocation-repository.ts'
import { toRevocationView } from './revocation-view.ts'

/** The allowances as the app uses them. */
export interface Allowances {
  /** Returns the last read; reads again if `fresh`, or if the last read is over half a minute old. */
  list(fresh: boolean): Promise<AllowancesView>
  /** Returns the cost of revoking an allowance. */
  offer(id: string): Promise<RevocationOfferView>
  /** Signs and sends the offer, `acceptFee` only with the password; returns the updated allowances. */
  confirm(offerKey: string, acceptFee: boolean): Promise<AllowancesView>
  /** Returns a signed revocation, in any state. */
  revocation(id: string): RevocationView
  /** Lists revocations that wait longer than their profile allows. */
  attention(): AttentionView[]
  offerFee(id: string, action: FeeAction): Promise<FeeOfferView>
  /** Signs and sends the offer, `acceptFee` only with the password; returns the updated allowances. */
  confirmFee(id: string, offerKey: string, acceptFee: boolean): Promise<AllowancesView>
  /** Reads again and notifies, if the allowances were requested before. */
  refresh(): void
  /** Resumes open revocations, and reviews settled ones; must be called only once. */
  start(): void
  /** Resumes open revocations; called whenever the connection is back. */
  nudge(): void
  /** Notifies of everything that waits for a block after a network's trouble changed, without a request to the network. */
  networkChanged(): void
  stop(): Promise<void>
}

const GOOD_FOR_MS = 30_000

/** Creates the allowances; nothing runs before it is nudged. */
export function createAllowances(context: AllowancesContext): Allowances {
  const { ledger } = context
  const revocations = createSingleStepIntents<RevocationRecord, RevocationView>(context, {
    what: 'revocation',
    kind: 'revoke',
    listOpen: () => listOpenRevocations(ledger),
    read: (id) => readRevocation(ledger, id),
    toView: (revocation, wait) => toRevocationView(context, revocation, wait),
    onChanged() {
      context.onRevocation()
      refresh()
    },
  })
  const listing = createLastListing(context, revocations.view)
  const fees = createRevocationFees(context, revocations.find)
  const offers = createNewestOffer(context, accountOf, feeOfferExpired)

  async function readAndNotify(): Promise<AllowancesView> {
    const { views } = await listing.read()
    // The account may have changed meanwhile.
    if (listing.wasRead()) context.onChanged(views)
    return views
  }

  function refresh(): void {
    if (!listing.wasRead()) return
    readAndNotify().catch((error: unknown) => context.onUnforeseen(error, 'reading of permissions'))
  }

  function follow(id: string): Promise<AllowancesView> {
    revocations.poll(id)
    return readAndNotify()
  }

  return {
    async list(fresh) {
      return (await (fresh ? listing.read() : listing.known(GOOD_FOR_MS))).views
    },
    async offer(id) {
      offers.drop()
      const target = (await listing.known()).targets.get(id)
      if (!target) throw new AppError('not-found', 'There is no such permission')
      return offers.put(await offerRevocation(context, target))
    },
    async confirm(offerKey, acceptFee) {
      return follow(await offers.sign(offerKey, (offer) => confirmRevocation(context, offer, acceptFee)))
    },
    revocation: revocations.get,
    attention: () =>
      revocations.listOverdue().map(({ raisedAt, shown }) => ({ about: 'revocation', raisedAt, revocation: shown })),
    offerFee: fees.offer,
    async confirmFee(id, offerKey, acceptFee) {
      await fees.confirm(id, offerKey, acceptFee)
      return follow(id)
    },
    refresh,
    start: revocations.start,
    nudge: () => revocations.poll(),
    networkChanged() {
      const views = listOpenRevocations(ledger).length > 0 ? listing.updateRevocations() : null
      if (views !== null) context.onChanged(views)
    },
    stop: revocations.stop,
  }
}
