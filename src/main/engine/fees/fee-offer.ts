import { randomUUID } from 'node:crypto'
import type { Address } from 'viem'
import { AppError } from '../../../shared/errors.ts'
import type { Profile } from '../../../shared/services/profile.ts'
import type { FeeAction, FeeOfferView } from '../../../shared/transactions/views.ts'
import type { Chain, Fees } from '../../chain/chain.ts'
import { assertFeeAccepted, feeCap, exceededCap } from '../../chain/guard/fee-cap.ts'
import { maxFeeUnits, type PlannedStep } from '../../chain/plan/plan-payment.ts'
import { showFee } from '../../chain/plan/show-fee.ts'
import type { SignedTransaction } from '../../vault/process/vault-messages.ts'
import { assertSigningAllowed, type SigningState } from '../assert-signing-allowed.ts'
import { assertFeeFunds } from '../funds.ts'
import { isOfferFresh, readOfferTime, type OfferTime } from '../single-steps/offer-age.ts'
import { planBumps } from './plan-bump.ts'
import { signStep, type Sign } from '../steps/sign-steps.ts'
import type { Clocks, SpendContext } from '../spend-context.ts'
import type { StepRecord } from '../steps/step-record.ts'

type OfferContext = SigningState & Clocks & Pick<SpendContext, 'ledger'>

/** An intent whose waiting steps get a higher fee, or are cancelled. */
export interface Waiting {
  readonly intentId: string
  readonly from: Address
  readonly chainInstance: string
  readonly nativeSymbol: string
  readonly steps: readonly StepRecord[]
  /** What a step moves or approves; the vault compares its bytes with it. */
  readonly effectOf: (step: StepRecord) => Pick<PlannedStep, 'sends' | 'approves' | 'claims'>
}

/** An offer of a higher fee or a cancel, with its cost; kept in memory only. */
export interface FeeOffer extends OfferTime {
  readonly view: FeeOfferView
  readonly intentId: string
  readonly from: Address
  readonly chain: Chain
  /** The network's own current fees. */
  readonly own: Fees
  readonly bumps: readonly { readonly step: StepRecord; readonly plan: PlannedStep }[]
}

/** Bytes signed for a step that already has its nonce. */
export interface SignedBump {
  readonly step: StepRecord
  readonly l1Fee: bigint
  readonly bytes: SignedTransaction
}

/** Plans every waiting step again with a higher fee, or as a cancel. Throws AppError if its bytes, the network or the funds do not allow it. */
export async function offerHigherFee(
  context: OfferContext,
  chain: Chain,
  profile: Profile,
  waiting: Waiting,
  action: FeeAction,
): Promise<FeeOffer> {
  const { intentId, from, chainInstance, nativeSymbol, effectOf } = waiting
  const time = readOfferTime(context)
  if ((await chain.instance()) !== chainInstance) {
    throw new AppError('network-mismatch', 'The network is not the one it was signed for')
  }
  const own = await chain.fees()
  const planned = await planBumps(chain, from, waiting.steps, action, own)
  const bumps = planned.map(({ step, plan }) => ({
    step,
    plan: action === 'cancel' ? plan : { ...plan, ...effectOf(step) },
  }))
  const plans = bumps.map(({ plan }) => plan)
  const cost = maxFeeUnits(plans)
  const moved = plans.reduce((sum, { value }) => sum + value, 0n)
  await assertFeeFunds(context.ledger, { chain, chainInstance, from, nativeSymbol, replaces: intentId }, cost + moved)
  const view = {
    offerKey: randomUUID(),
    action,
    nativeSymbol,
    ...showFee(chain, cost, context.now()),
    exceededCap: exceededCap(cost, feeCap(chain.chainId, profile)),
  }
  return { view, intentId, from, chain, own, bumps, ...time }
}

/**
 * Throws AppError if a fee must not be signed: paying is stopped, the vault locked, the offer old, or the fee above the cap without the
 * password.
 */
export function assertFeeConsent(context: OfferContext, offer: FeeOffer, acceptFee: boolean): void {
  assertSigningAllowed(context)
  if (!isOfferFresh(context, offer)) throw feeOfferExpired()
  assertFeeAccepted(offer.view.exceededCap !== null, acceptFee)
}

/** Returns whether the steps to replace still wait with the same bytes. */
export function areStepsUnchanged({ bumps }: Pick<FeeOffer, 'bumps'>, steps: readonly StepRecord[]): boolean {
  const waiting = steps.filter(({ state }) => state === 'signed')
  return (
    waiting.length === bumps.length &&
    waiting.every(({ position, signed }, index) => {
      const step = bumps[index]?.step
      return step?.position === position && step.signed.length === signed.length
    })
  )
}

/** Signs an offer with the steps' own nonces. Throws AppError `locked` while the vault is locked, `quote-refused` for other bytes. */
export async function signBumps(sign: Sign, { chain, from, bumps }: FeeOffer): Promise<SignedBump[]> {
  const signed: SignedBump[] = []
  for (const { step, plan } of bumps) {
    signed.push({ step, l1Fee: plan.l1Fee, bytes: await signStep(sign, chain.chainId, from, plan, step.nonce) })
  }
  return signed
}

/** Returns the AppError for a fee offer that is not the newest, or too old to accept. */
export function feeOfferExpired(): AppError {
  return new AppError('quote-expired', 'The offer is too old', { details: { reason: 'fee' } })
}

/** Returns the AppError for a transaction that has been mined, replaced or registered since it was offered. */
export function outdated(): AppError {
  return new AppError('not-allowed', 'It has changed since', { details: { reason: 'outdated' } })
}
