import type { AttentionView } from '../../shared/purchases/attention-views.ts'
import type { ClaimableView, ClaimOfferView, ClaimView } from '../../shared/claims/views.ts'
import { AppError, toAppError } from '../../shared/errors.ts'
import { fromUnits } from '../../shared/money.ts'
import type { FeeAction, FeeOfferView } from '../../shared/transactions/views.ts'
import { isDiskError } from '../db/disk-errors.ts'
import { nullIfDamaged } from '../db/null-if-damaged.ts'
import { signUnderLock } from '../engine/account-locks.ts'
import { feeOfferExpired } from '../engine/fee-offer.ts'
import { createSingleStepRunner } from '../engine/run-single-steps.ts'
import { createSchedule, IDLE_MS } from '../engine/schedule.ts'
import { isStepOpen } from '../engine/step-record.ts'
import type { PurchaseRecord } from '../purchases/purchase-record.ts'
import { readPurchase, readState } from '../purchases/purchase-repository.ts'
import { findClaimable } from '../purchases/refund/read-claimable.ts'
import { listOpenClaims, listUncounted, readClaim, readClaimOf, type ClaimRecord } from './claim-repository.ts'
import type { ClaimsContext } from './claims-context.ts'
import { confirmClaim } from './confirm-claim.ts'
import { countClaim } from './count-claim.ts'
import { createClaimFees } from './fee-claim.ts'
import { isClaimed } from './find-mates.ts'
import { createLateCounts } from './late-counts.ts'
import { offerClaim, type ClaimOffer } from './offer-claim.ts'
import { toSingleStepView } from '../engine/single-step-view.ts'
import type { SingleWait } from '../engine/single-step-waits.ts'

/** The claims as the app uses them. */
export interface Claims {
  /** Returns the state of a purchase's refund in its escrow, read from the chain unless it is being claimed. */
  find(purchaseId: string): Promise<ClaimableView>
  /** Returns the amount and cost of a claim. */
  offer(purchaseId: string): Promise<ClaimOfferView>
  /** Signs and sends the offer, `acceptFee` only with the password; returns once it is stored. */
  confirm(offerKey: string, acceptFee: boolean): Promise<ClaimView>
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
  purchaseMoved(purchaseId: string): void
  /** Notifies of everything that waits for a block after a network's trouble changed. */
  networkMoved(): void
  stop(): Promise<void>
}

const COUNTS_AT_ONCE = 2

/** Creates the claims; nothing runs before it is started. */
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

  /** Counts a claim once it is final, and shares the unassigned rest; retries later while its nodes do not show the transfer. */
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
      // Reads nothing here: on a failing disk that would fail as well.
      if (isDiskError(error)) context.onDiskError(error)
      else context.onUnforeseen(error, `counting of claim ${id}`)
      return IDLE_MS
    }
  }

  /** Any error that prevents counting, except the disk's, makes the claim late eventually. */
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
        // A second press is idempotent.
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
        about: 'claim',
        raisedAt,
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
        const record = nullIfDamaged(() => readClaim(ledger, id))
        const shown = record && view(record)
        if (shown?.state === 'signed' || shown?.isOverdue) context.onChanged(shown)
      }
    },
    async stop() {
      await Promise.all([runner.stop(), counting.stop()])
    },
  }
}

/** Returns a claim as shown, with what it waits for; sends no request. */
function toClaimView(context: ClaimsContext, record: ClaimRecord, wait: SingleWait | null): ClaimView {
  const { units, coin, covers, countedAt } = record
  return {
    ...toSingleStepView(context, record, wait),
    purchaseIds: covers.map(({ id }) => id),
    amount: fromUnits(units, coin.decimals),
    tokenSymbol: coin.symbol,
    isCounted: countedAt !== null,
  }
}
