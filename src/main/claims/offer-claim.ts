import { randomUUID } from 'node:crypto'
import type { ClaimOfferView } from '../../shared/claims/views.ts'
import { AppError, toAppError } from '../../shared/errors.ts'
import { fromUnits } from '../../shared/money.ts'
import type { Fees } from '../chain/chain.ts'
import { feeCap, passedCap } from '../chain/guard/fee-cap.ts'
import { NATIVE_DECIMALS } from '../chain/guard/native-coin.ts'
import { judgeClaim, planClaim } from '../chain/plan/plan-claim.ts'
import { feeAtMost, type PlannedStep } from '../chain/plan/plan-payment.ts'
import { assertPayingAllowed } from '../engine/assert-signing-allowed.ts'
import { assertFeeFunds } from '../engine/funds.ts'
import { readOfferTime, type OfferTime } from '../engine/offer-age.ts'
import { readState } from '../purchases/purchase-repository.ts'
import type { PurchaseRecord } from '../purchases/purchase-record.ts'
import { findClaimable, type EscrowPurchase } from '../purchases/refund/read-claimable.ts'
import { listWaitingClaims, readClaimOf, type CoveredPurchase } from './claim-repository.ts'
import type { ClaimsContext } from './claims-context.ts'
import { coverSum } from './cover-sum.ts'
import { findMates, isClaimed } from './find-mates.ts'

/** A refund that can be claimed, with what that costs and gives; kept in memory only. */
export interface ClaimOffer extends OfferTime {
  readonly view: ClaimOfferView
  readonly found: EscrowPurchase
  readonly step: PlannedStep
  /** Units that come. */
  readonly units: bigint
  readonly covers: readonly CoveredPurchase[]
}

/** Plans to claim a purchase's refund. AppError where that cannot be done now. */
export async function offerClaim(context: ClaimsContext, record: PurchaseRecord): Promise<ClaimOffer> {
  const time = readOfferTime(context)
  const { found, authorized } = await assertClaimable(context, record)
  const { chain, pot, total } = found
  const { terms, profileId } = record
  const own = await chain.fees()
  const step = await planEither(found, own)
  assertClaim(found, step, own)
  const isSum = isOfSum(step)
  const units = isSum ? authorized : total
  const asked = { id: record.id, units: total }
  const covers = isSum ? coverSum(units, asked, await findMates(context, pot, [asked], 'ready')) : [asked]
  const offered = { found, step, units, covers }
  await checkFunds(context, offered)
  const profile = context.service(profileId)?.profile
  if (!profile) throw new AppError('no-profile', 'The service of this purchase is not known any more')
  const view: ClaimOfferView = {
    offerKey: randomUUID(),
    networkFeeAtMost: fromUnits(feeAtMost([step]), NATIVE_DECIMALS),
    nativeSymbol: terms.network.nativeSymbol,
    passedCap: passedCap(feeAtMost([step]), feeCap(chain.chainId, profile)),
    simulated: await isTried(offered),
    amount: fromUnits(units, terms.token.decimals),
    tokenSymbol: terms.token.symbol,
    recipient: pot.from,
    purchaseIds: covers.map(({ id }) => id),
  }
  return { ...offered, view, ...time }
}

/** Whether a claim withdraws all that waits, and not one record. */
export function isOfSum({ claims }: Pick<PlannedStep, 'claims'>): boolean {
  return claims !== undefined && !('recordId' in claims)
}

/**
 * Reads once more that a refund can be claimed. AppError while it cannot: paying is stopped, the wallet was used elsewhere, another account is
 * in use, it is being claimed or was, the escrow does not owe it, or what it owes is spoken for by other claims.
 */
export async function assertClaimable(
  context: ClaimsContext,
  record: PurchaseRecord,
): Promise<{ readonly found: EscrowPurchase; readonly authorized: bigint }> {
  assertPayingAllowed(context)
  if (context.wallet.address() !== record.from) throw notAllowed('other-account')
  assertUnclaimed(context, record.id)
  const claimable = await findClaimable(context, record)
  if (claimable.state !== 'ready') throw notAllowed(claimable.state === 'withdrawn' ? 'withdrawn' : 'not-claimable')
  const { found, authorized } = claimable
  const { chain, pot, total } = found
  if (!(await context.isReconciled(record.profileId, chain, pot.chainInstance, record.from))) {
    throw new AppError('wallet-moved', 'The wallet was used elsewhere', { details: { reason: 'claiming' } })
  }
  // Asked of the ledger after the chain, with nothing in between: what it says now is what counts.
  assertUnclaimed(context, record.id)
  const waiting = listWaitingClaims(context.ledger, pot)
  const isSpokenFor = waiting.some(({ recordId }) => recordId === null)
  const spoken = waiting.reduce((sum, { units }) => sum + units, 0n)
  if (isSpokenFor || authorized - spoken < total) throw notAllowed('claim-waits')
  return { found, authorized }
}

/** Throws AppError where a claim of a purchase's refund has not ended, or succeeded: it is never claimed twice. */
export function assertUnclaimed({ ledger }: Pick<ClaimsContext, 'ledger'>, purchaseId: string): void {
  if (isClaimed(readClaimOf(ledger, purchaseId))) throw notAllowed('claimed')
  // Another look at the purchase may have found its refund meanwhile.
  if (readState(ledger, purchaseId)?.refund === 'seen') throw notAllowed('claimed')
}

function notAllowed(reason: string): AppError {
  return new AppError('not-allowed', 'This refund cannot be claimed now', { details: { reason } })
}

/** By record where the router knows that; its older generation knows only the sum. */
async function planEither({ chain, pot, recordId }: EscrowPurchase, own: Fees): Promise<PlannedStep> {
  const { router, serviceId, token, from } = pot
  try {
    return await planClaim(chain, from, { router, serviceId, recordId }, own)
  } catch (thrown) {
    if (toAppError(thrown).code !== 'simulation-failed') throw thrown
    return planClaim(chain, from, { router, serviceId, token, refundee: from }, own)
  }
}

/** Throws AppError `quote-refused` unless a step is exactly the claim of a purchase's refund. */
export function assertClaim({ pot, recordId }: EscrowPurchase, step: PlannedStep, own: Fees): void {
  const { router, serviceId, token, from: payer } = pot
  if (judgeClaim(step, { router, serviceId, recordId, token, payer, own }) === null) return
  throw new AppError('quote-refused', 'This is not what a claim looks like', { details: { reason: 'claiming' } })
}

/** AppError `insufficient-gas` where the network's own coin does not suffice beside everything that is signed and not mined. */
export async function checkFunds(
  { ledger }: ClaimsContext,
  { found, step }: Pick<ClaimOffer, 'found' | 'step'>,
): Promise<void> {
  const { chain, pot, record } = found
  const { chainInstance, from } = pot
  const { nativeSymbol } = record.terms.network
  await assertFeeFunds(ledger, { chain, chainInstance, from, nativeSymbol, replaces: null }, feeAtMost([step]))
}

/** Tries it out: false where no node can. AppError where it would fail, or bring anything but exactly the refund. */
export async function isTried({ found, step, units }: Pick<ClaimOffer, 'found' | 'step' | 'units'>): Promise<boolean> {
  const { chain, pot } = found
  const foreseen = await chain.simulate(pot.from, [step], [pot.token])
  if (foreseen === null) return false
  const details = { reason: 'claiming' }
  if (foreseen === 'failed' || foreseen === 'nodes-differ') {
    throw new AppError('simulation-failed', 'Tried out, this does not go through', { details })
  }
  const [coin, native, ...others] = foreseen === 'moves-else' ? [] : foreseen
  if (coin === units && native === 0n && others.length === 0) return true
  throw new AppError('quote-refused', 'This would bring something else', { details })
}
