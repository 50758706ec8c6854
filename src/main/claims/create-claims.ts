import type { AttentionView } from '../../shared/purchases/attention-views.ts'
import type { ClaimableView, ClaimOfferView, ClaimView } from '../../shared/claims/views.ts'
import { AppError, toAppError } from '../../shared/errors.ts'
import { fromUnits } from '../../shared/money.ts'
import type { FeeAction, FeeOfferView } from '../../shared/transactions/views.ts'
import { isDiskError } from '../db/is-disk-error.ts'
import { soundOrNull } from '../db/sound-or-null.ts'
import { signUnderLock } from '../engine/sign-under-lock.ts'
import { feeOfferExpired } from '../engine/fee-offer.ts'
import { createSingleStepRunner } from '../engine/run-single-steps.ts'
import { createSchedule, IDLE_MS } from '../engine/schedule.ts'
import { isStepOpen } from '../engine/step-record.ts'
import type { PurchaseRecord } from '../purchases/purchase-record.ts'
import { readPurchase, readState } from '../purchases/purchase-repository.ts'
import { findClaimable } from '../purchases/refund/read-claimable.ts'
import { listOpenClaims, listUncounted, readClaim, readClaimOf, type ClaimRecord } from './claim-repository.ts'
import { toClaimView } from './claim-view.ts'
import type { ClaimsContext } from './claims-context.ts'
import { confirmClaim } from './confirm-claim.ts'
import { countClaim } from './count-claim.ts'
import { createClaimFees } from './fee-claim.ts'
import { isClaimed } from './find-mates.ts'
import { createLateCounts } from './late-counts.ts'
import { offerClaim, type ClaimOffer } from './offer-claim.ts'

/** The claims room as the app uses it. */
export interface Claims {
  /** How the refund of a purchase stands in its escrow, read from the chain unless it is being claimed. */
  find(purchaseId: string): Promise<ClaimableView>
  /** What claiming it gives and costs. */
  offer(purchaseId: string): Promise<ClaimOfferView>
  /** Signs and sends what was offered, `acceptFee` only with the password; returns once it is stored. */
  confirm(offerKey: string, acceptFee: boolean): Promise<ClaimView>
  get(id: string): ClaimView
  /** Claims that wait longer than their profile allows. */
  attention(): AttentionView[]
  offerFee(id: string, action: FeeAction): Promise<FeeOfferView>
  /** Signs and sends what was offered; `acceptFee` only with the password. */
  confirmFee(id: string, offerKey: string, acceptFee: boolean): Promise<ClaimView>
  /** Resumes open claims, and reviews settled ones; to be called once. */
  start(): void
  /** Resumes open claims; to be called whenever the connection is back. */
  nudge(): void
  /** A purchase changed: with its refund, it is clearer whose the rest of a sum is. */
  purchaseMoved(purchaseId: string): void
  /** A network's trouble changed: notifies about all that waits for a block. */
  networkMoved(): void
  stop(): Promise<void>
}

const COUNTS_AT_ONCE = 2

/** Builds the claims room; nothing moves before it is started. */
export function createClaims(context: ClaimsContext): Claims {
  const { ledger } = context
  let offer: ClaimOffer | null = null

  const runner = createSingleStepRunner(context, {
    what: 'claim',
    kind: 'claim',
    listOpen: () => listOpenClaims(ledger),
    read: (id) => readClaim(ledger, id),
    onChanged(id) {
      tell(id)
      if (!isStepOpen(find(id).step)) shareAll()
    },
  })
  const fees = createClaimFees(context, find)
  const counting = createSchedule({
    atOnce: COUNTS_AT_ONCE,
    timer: context.timer,
    monotonic: context.monotonic,
    run: count,
  })

  function find(id: string): ClaimRecord {
    const found = readClaim(ledger, id)
    if (found === null) throw new AppError('not-found', 'Nothing of that was claimed')
    return found
  }
  const late = createLateCounts(context)
  const view = (record: ClaimRecord): ClaimView => {
    const shown = toClaimView(context, record, runner.waitOf(record.id))
    return late.since(record.id) === null ? shown : { ...shown, isOverdue: true }
  }
  const tell = (id: string): void => context.onChanged(view(find(id)))

  function shareAll(): void {
    for (const id of listUncounted(ledger)) counting.now(id)
  }

  /** Counts a claim once it is final, and shares what nobody has of it; again later while its nodes do not show what came. */
  async function count(id: string): Promise<number | null> {
    try {
      if (!listUncounted(ledger).includes(id)) return null
      const concerned = await countClaim(context, id).catch(notCounted(id))
      if (concerned === null) {
        if (late.note(find(id))) tell(id)
        return IDLE_MS
      }
      late.counted(id)
      tell(id)
      if (concerned.length > 0) shareAll()
      return null
    } catch (error) {
      // Nothing is read here: where the disk fails, that would fail as well.
      if (isDiskError(error)) context.onDiskError(error)
      else context.onUnforeseen(error, `counting of claim ${id}`)
      return IDLE_MS
    }
  }

  /** What keeps a claim from being counted lets it grow late, except for the disk. */
  function notCounted(id: string): (error: unknown) => null {
    return (error) => {
      if (isDiskError(error)) throw error
      if (toAppError(error).code === 'internal') context.onUnforeseen(error, `counting of claim ${id}`)
      return null
    }
  }

  function goOn(id: string): ClaimView {
    runner.poll(id)
    const now = view(find(id))
    context.onChanged(now)
    return now
  }

  function purchaseOf(id: string): PurchaseRecord {
    const record = readPurchase(ledger, id)
    if (record === null) throw new AppError('not-found', 'There is no such purchase')
    return record
  }

  function lookAll(): void {
    runner.poll()
    shareAll()
  }

  return {
    async find(purchaseId) {
      const record = purchaseOf(purchaseId)
      const { symbol: tokenSymbol, decimals } = record.terms.token
      const newest = readClaimOf(ledger, purchaseId)
      const claim = newest && view(newest)
      const shown = { purchaseId, tokenSymbol, claim }
      if (claim && isClaimed(newest)) return { ...shown, state: 'claiming', amount: claim.amount }
      const claimable = await findClaimable(context, record)
      const amount = 'found' in claimable ? fromUnits(claimable.found.total, decimals) : null
      return { ...shown, state: claimable.state, amount }
    },
    async offer(purchaseId) {
      offer = null
      const made = await offerClaim(context, purchaseOf(purchaseId))
      offer = made
      return made.view
    },
    async confirm(offerKey, acceptFee) {
      const one = offer
      if (one?.view.offerKey !== offerKey) throw feeOfferExpired()
      const id = await signUnderLock(context, one.found.pot, async () => {
        // Pressed twice, it is claimed once.
        if (offer !== one) throw feeOfferExpired()
        const signed = await confirmClaim(context, one, acceptFee)
        if (offer === one) offer = null
        return signed
      })
      return goOn(id)
    },
    get: (id) => view(find(id)),
    attention: () =>
      [...runner.overdue(), ...late.all()].map(({ id, raisedAt }) => ({
        ...{ about: 'claim', raisedAt },
        claim: view(find(id)),
      })),
    offerFee: fees.offer,
    async confirmFee(id, offerKey, acceptFee) {
      await fees.confirm(id, offerKey, acceptFee)
      return goOn(id)
    },
    start() {
      runner.start()
      for (const id of listUncounted(ledger)) counting.soon(id)
    },
    nudge: lookAll,
    purchaseMoved(purchaseId) {
      if (readState(ledger, purchaseId)?.refund !== 'none') shareAll()
    },
    networkMoved() {
      for (const id of listOpenClaims(ledger)) {
        const record = soundOrNull(() => readClaim(ledger, id))
        const shown = record && view(record)
        if (shown?.state === 'signed' || shown?.isOverdue) context.onChanged(shown)
      }
    },
    async stop() {
      await Promise.all([runner.stop(), counting.stop()])
    },
  }
}
