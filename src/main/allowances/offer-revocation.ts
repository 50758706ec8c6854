import { randomUUID } from 'node:crypto'
import type { Address } from 'viem'
import type { RevocationOfferView } from '../../shared/allowances/views.ts'
import { AppError } from '../../shared/errors.ts'
import { feeCap, exceededCap } from '../chain/guard/fee-cap.ts'
import { maxFeeUnits, type PlannedStep } from '../chain/plan/plan-payment.ts'
import { isRevocation, planRevocation } from '../chain/plan/plan-revocation.ts'
import { showFee } from '../chain/plan/show-fee.ts'
import { nullIfDamaged } from '../db/null-if-damaged.ts'
import { assertPayingAllowed } from '../engine/assert-signing-allowed.ts'
import { assertFeeFunds } from '../engine/funds.ts'
import { readOfferTime, type OfferTime } from '../engine/single-steps/offer-age.ts'
import { isStepOpen } from '../engine/steps/step-record.ts'
import { readFirstNonce, readSteps } from '../engine/steps/step-repository.ts'
import { routerPaymentUnderWay } from '../purchases/purchase-repository.ts'
import type { AllowancesContext } from './allowances-context.ts'
import type { Target } from './find-targets.ts'
import { findNewestRevocation } from './revocation-repository.ts'

/** The revocation of one allowance, with its cost; kept in memory only. */
export interface RevocationOffer extends OfferTime {
  readonly view: RevocationOfferView
  readonly target: Target
  readonly from: Address
  readonly step: PlannedStep
}

/** Returns the account that signs a revocation. */
export function accountOf({ target, from }: RevocationOffer): {
  readonly chainInstance: string
  readonly from: Address
} {
  return { chainInstance: target.scope.chainInstance, from }
}

/** Plans a revocation. Throws AppError if it is impossible now. */
export async function offerRevocation(context: AllowancesContext, target: Target): Promise<RevocationOffer> {
  const from = context.wallet.address()
  if (from === null) throw new AppError('no-wallet', 'There is no wallet yet')
  const { chain, network, profileId } = target.scope
  const time = readOfferTime(context)
  const service = context.service(profileId)
  if (service === null) throw new AppError('no-profile', 'The service of this permission is not known any more')
  await assertRevocable(context, target, from)
  const own = await chain.fees()
  const approves = { token: target.token.address, spender: target.spender, units: 0n } as const
  const step = await planRevocation(chain, from, approves, own)
  if (!isRevocation(step, { tokens: target.scope.tokens.map(({ address }) => address), own })) {
    throw new AppError('quote-refused', 'This is not a revocation', { details: { reason: 'revoking' } })
  }
  const offered = { target, from, step }
  await checkFunds(context, offered)
  const view = {
    offerKey: randomUUID(),
    ...showFee(chain, maxFeeUnits([step]), context.now()),
    nativeSymbol: network.nativeSymbol,
    exceededCap: exceededCap(maxFeeUnits([step]), feeCap(chain.chainId, service.profile)),
    simulated: await isTried(offered),
  }
  return { ...offered, view, ...time }
}

/**
 * Throws AppError while an allowance cannot be revoked: paying is stopped, the wallet was used elsewhere, a purchase still needs it, it is
 * already being revoked, also by a damaged record, or it does not exist.
 */
export async function assertRevocable(
  context: AllowancesContext,
  { scope, token, spender }: Target,
  from: Address,
): Promise<void> {
  const { chain, chainInstance, profileId } = scope
  assertPayingAllowed(context)
  if ((await chain.instance()) !== chainInstance) {
    throw new AppError('network-mismatch', 'The network is not the one the permission was given on')
  }
  if (!(await context.isReconciled(profileId, chain, chainInstance, from))) {
    throw new AppError('wallet-used-elsewhere', 'The wallet was used elsewhere', { details: { reason: 'revoking' } })
  }
  const { mined } = await chain.nonces(from)
  const units = await chain.allowance(token.address, from, spender)
  // The ledger is read after the chain, with nothing in between, so that its current state decides.
  if (routerPaymentUnderWay(context.ledger, chainInstance, from, token.address, spender) !== null) {
    throw new AppError('purchase-in-progress', 'A purchase still needs this permission')
  }
  const newest = findNewestRevocation(context.ledger, { chainInstance, from, token: token.address, spender })
  if (units === 0n || (newest?.record && isStepOpen(newest.record.step))) {
    throw new AppError('not-allowed', 'The permission is revoked already', { details: { reason: 'already-revoked' } })
  }
  if (newest?.record === null) assertOver(context, newest.id, mined)
}

/** Throws AppError unless a revocation whose record is damaged can change nothing any more: its nonce is used, or its step has ended. */
function assertOver({ ledger }: Pick<AllowancesContext, 'ledger'>, id: string, mined: number): void {
  const step = nullIfDamaged(() => readSteps(ledger, id)[0] ?? null)
  if (step !== null && !isStepOpen(step)) return
  const nonce = readFirstNonce(ledger, id)
  if (nonce !== null && nonce < mined) return
  throw new AppError('not-allowed', 'A revocation is damaged', { details: { reason: 'revocation-damaged' } })
}

/** Throws AppError `insufficient-gas` if the native coin cannot cover it plus everything that is signed and not mined. */
export async function checkFunds(
  context: AllowancesContext,
  { target: { scope }, from, step }: Pick<RevocationOffer, 'target' | 'from' | 'step'>,
): Promise<void> {
  const { chain, chainInstance, network } = scope
  const payer = { chain, chainInstance, from, nativeSymbol: network.nativeSymbol, replaces: null }
  await assertFeeFunds(context.ledger, payer, maxFeeUnits([step]))
}

/** Simulates it; returns false if the node cannot. Throws AppError if it would fail, or have another effect. */
export async function isTried({
  target,
  from,
  step,
}: Pick<RevocationOffer, 'target' | 'from' | 'step'>): Promise<boolean> {
  const foreseen = await target.scope.chain.simulate(from, [step], [target.token.address])
  if (foreseen === null) return false
  if (foreseen === 'failed' || foreseen === 'nodes-differ')
    throw new AppError('simulation-failed', 'Tried out, this does not go through', { details: { reason: 'revoking' } })
  if (foreseen === 'unexpected-changes' || foreseen.some((change) => change !== 0n)) {
    throw new AppError('quote-refused', 'This would do something else', { details: { reason: 'revoking' } })
  }
  return true
}
