import { randomUUID } from 'node:crypto'
import type { ClaimOfferView } from '../../shared/claims/views.ts'
import { AppError, toAppError, type ErrorReason } from '../../shared/errors.ts'
import { fromUnits } from '../../shared/money.ts'
import type { Fees } from '../chain/chain.ts'
import { feeCap, exceededCap } from '../chain/guard/fee-cap.ts'
import { judgeClaim, planClaim } from '../chain/plan/plan-claim.ts'
import { maxFeeUnits, type PlannedStep } from '../chain/plan/plan-payment.ts'
import { showFee } from '../chain/plan/show-fee.ts'
import { assertPayingAllowed } from '../engine/assert-signing-allowed.ts'
import { assertFeeFunds } from '../engine/funds.ts'
import { readOfferTime, type OfferTime } from '../engine/single-steps/offer-age.ts'
import { readState } from '../purchases/purchase-repository.ts'
import type { PurchaseRecord } from '../purchases/purchase-record.ts'
import { findClaimable, type EscrowPurchase } from '../purchases/refund/read-claimable.ts'
import { listWaitingClaims, readClaimOf, type CoveredPurchase } from './claim-repository.ts'
import type { ClaimsContext } from './claims-context.ts'
import { coverSum } from './cover-sum.ts'
import { findOthersInPot, isClaimed } from './find-others-in-pot.ts'

/** A claimable refund with its amount and cost; kept in memory only. */
export interface ClaimOffer extends OfferTime {
  readonly view: ClaimOfferView
  readonly found: EscrowPurchase
  readonly step: PlannedStep
  /** The units that it brings. */
  readonly units: bigint
  readonly covers: readonly CoveredPurchase[]
}

/** Plans the claim of a purchase's refund. Throws AppError if that is impossible now. */
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
  const claimed = { id: record.id, units: total }
  const covers = isSum ? coverSum(units, claimed, await findOthersInPot(context, pot, [claimed], 'ready')) : [claimed]
  const offered = { found, step, units, covers }
  await checkFunds(context, offered)
  const profile = context.service(profileId)?.profile
  if (!profile) throw new AppError('no-profile', 'The service of this purchase is not known any more')
  const view: ClaimOfferView = {
    offerKey: randomUUID(),
    ...showFee(chain, maxFeeUnits([step]), context.now()),
    nativeSymbol: terms.network.nativeSymbol,
    exceededCap: exceededCap(maxFeeUnits([step]), feeCap(chain.chainId, profile)),
    simulated: await isTried(offered),
    amount: fromUnits(units, terms.token.decimals),
    tokenSymbol: terms.token.symbol,
    recipient: pot.from,
    purchaseIds: covers.map(({ id }) => id),
  }
  return { ...offered, view, ...time }
}

/** Returns whether a claim withdraws everything that waits, and not one record. */
export function isOfSum({ claims }: Pick<PlannedStep, 'claims'>): boolean {
  return claims !== undefined && !('recordId' in claims)
}

/**
 * Reads once more that a refund can be claimed. Throws AppError while it cannot: paying is stopped, the wallet was used elsewhere, another
 * account is in use, it was or is being claimed, the escrow does not owe it, or other claims have reserved what it owes.
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
    throw new AppError('wallet-used-elsewhere', 'The wallet was used elsewhere', { details: { reason: 'claiming' } })
  }
  // The ledger is read after the chain, with nothing in between, so that its current state decides.
  assertUnclaimed(context, record.id)
  const waiting = listWaitingClaims(context.ledger, pot)
  const isSpokenFor = waiting.some(({ recordId }) => recordId === null)
  const spoken = waiting.reduce((sum, { units }) => sum + units, 0n)
  if (isSpokenFor || authorized - spoken < total) throw notAllowed('claim-waits')
  return { found, authorized }
}

/** Throws AppError if a claim of a purchase's refund is open or succeeded: it is never claimed twice. */
export function assertUnclaimed({ ledger }: Pick<ClaimsContext, 'ledger'>, purchaseId: string): void {
  if (isClaimed(readClaimOf(ledger, purchaseId))) throw notAllowed('claimed')
  // Another check of the purchase may have found its refund meanwhile.
  if (readState(ledger, purchaseId)?.refund === 'seen') throw notAllowed('claimed')
}

function notAllowed(reason: ErrorReason<'not-allowed'>): AppError {
  return new AppError('not-allowed', 'This refund cannot be claimed now', { details: { reason } })
}

/** Plans by record if the router supports that; its older generation supports only the sum. */
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

/** Throws AppError `insufficient-gas` if the native coin cannot cover it plus everything that is signed and not mined. */
export async function checkFunds(
  { ledger }: ClaimsContext,
  { found, step }: Pick<ClaimOffer, 'found' | 'step'>,
): Promise<void> {
  const { chain, pot, record } = found
  const { chainInstance, from } = pot
  const { nativeSymbol } = record.terms.network
  await assertFeeFunds(ledger, { chain, chainInstance, from, nativeSymbol, replaces: null }, maxFeeUnits([step]))
}

/** Simulates it; returns false if no node can. Throws AppError if it would fail, or bring anything but exactly the refund. */
export async function isTried({ found, step, units }: Pick<ClaimOffer, 'found' | 'step' | 'units'>): Promise<boolean> {
  const { chain, pot } = found
  const foreseen = await chain.simulate(pot.from, [step], [pot.token])
  if (foreseen === null) return false
  const details = { reason: 'claiming' } as const
  if (foreseen === 'failed' || foreseen === 'nodes-differ') {
    throw new AppError('simulation-failed', 'Tried out, this does not go through', { details })
  }
  const [coin, native, ...others] = foreseen === 'unexpected-changes' ? [] : foreseen
  if (coin === units && native === 0n && others.length === 0) return true
  throw new AppError('quote-refused', 'This would bring something else', { details })
}
