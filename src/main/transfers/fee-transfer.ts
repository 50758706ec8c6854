import { randomUUID } from 'node:crypto'
import { parseTransaction } from 'viem'
import { AppError } from '../../shared/errors.ts'
import { fromUnits } from '../../shared/money.ts'
import type { FeeAction, FeeOfferView } from '../../shared/views.ts'
import type { Chain } from '../chain/chain.ts'
import { checkFeeAccepted, feeCap, passedCap } from '../chain/fee-cap.ts'
import { NATIVE_DECIMALS } from '../chain/native-coin.ts'
import { feeAtMost, type PlannedStep } from '../chain/plan-payment.ts'
import { judgeSigned, type TransferBounds } from '../chain/transfer-guard.ts'
import { feeActionsOf, planBump } from '../engine/plan-bump.ts'
import { signStep, storeBytes } from '../engine/sign-steps.ts'
import type { StepRecord } from '../engine/step-record.ts'
import { readUnsettled } from '../engine/step-repository.ts'
import { readTransfer, type TransferRecord } from './transfer-repository.ts'
import type { TransfersContext } from './transfers-context.ts'

/** A higher fee for coins on their way, or their nonce used for nothing, with what it costs; kept in memory only. */
export interface TransferFeeOffer {
  readonly view: FeeOfferView
  readonly before: TransferRecord
  readonly chain: Chain
  readonly bounds: TransferBounds
  readonly plan: PlannedStep
  /** When it was made, by the process's monotonic clock, in milliseconds. */
  readonly madeAt: number
}

const GOOD_FOR_MS = 60_000

/** Plans a higher fee for a transfer that waits, or a cancel, under the nonce it has. AppError where that can not be done now. */
export async function offerTransferFee(
  context: TransfersContext,
  before: TransferRecord,
  action: FeeAction,
): Promise<TransferFeeOffer> {
  const { step, from, network, chainInstance } = before
  const service = context.service(before.profileId)
  if (!feeActionsOf([step]).includes(action) || service === null) throw tooLate()
  const chain = context.chain(network, service.profile)
  if ((await chain.instance()) !== chainInstance) {
    throw new AppError('network-mismatch', 'The network is not the one it was signed for')
  }
  const [own, native] = await Promise.all([chain.fees(), chain.nativeBalance(from)])
  const transfer = { token: before.token, recipient: before.recipient, units: before.units }
  const bump = planBump(step, from, action, own)
  const plan: PlannedStep = action === 'cancel' ? bump : { ...bump, sends: transfer }
  const cost = feeAtMost([plan])
  // Of its versions at most one is mined, so that what the others would take is not missing.
  const others = readUnsettled(context.ledger, chainInstance, from).native - dearest(step)
  const missing = cost + plan.value + others - native
  if (missing > 0n) {
    const details = { amount: fromUnits(missing, NATIVE_DECIMALS), symbol: network.nativeSymbol }
    throw new AppError('insufficient-gas', 'The coins do not suffice for the fee', { details })
  }
  const { nativeSymbol } = network
  const networkFeeAtMost = fromUnits(cost, NATIVE_DECIMALS)
  const passed = passedCap(cost, feeCap(chain.chainId, service.profile))
  const view = { offerKey: randomUUID(), action, networkFeeAtMost, nativeSymbol, passedCap: passed }
  const bounds: TransferBounds = { chainId: network.chainId, from, transfer, own }
  return { view, before, chain, bounds, plan, madeAt: context.monotonic() }
}

/**
 * Signs what was offered under the nonce the transfer has and stores the bytes before anything is sent; AppError with nothing stored
 * where it has moved on meanwhile. `acceptFee` only with the password. To be run under the account's lock.
 */
export async function confirmTransferFee(
  context: TransfersContext,
  offer: TransferFeeOffer,
  acceptFee: boolean,
): Promise<void> {
  const { ledger, wallet, now, monotonic } = context
  const { view, before, chain, bounds, plan, madeAt } = offer
  const stopped = context.payingStopped()
  if (stopped !== null) throw new AppError('paying-stopped', 'Paying is stopped', { details: { reason: stopped } })
  if (wallet.isLocked()) throw new AppError('locked', 'Till is locked')
  if (monotonic() - madeAt > GOOD_FOR_MS) throw feeExpired()
  checkFeeAccepted(view.passedCap, acceptFee)
  checkUnmoved(context, before)
  const isFaster = view.action === 'speed-up'
  const bytes = await signStep(wallet.sign, chain.chainId, before.from, plan, before.step.nonce)
  if (isFaster && !judgeSigned(bytes.raw, bounds).ok) {
    throw new AppError('quote-refused', 'This would do something else', { details: { reason: 'sending' } })
  }
  ledger
    .transaction(() => {
      checkUnmoved(context, before)
      const { position } = before.step
      const spends = { token: before.token, units: isFaster ? before.units : 0n }
      storeBytes(ledger, { intentId: before.id, position, purpose: view.action, bytes, spends, signedAt: now() })
    })
    .immediate()
}

/** The fee is not the newest, or too old to be agreed to. */
export function feeExpired(): AppError {
  return new AppError('quote-expired', 'The offer is too old', { details: { reason: 'fee' } })
}

/** Whether it still waits, with the bytes it had. */
function checkUnmoved({ ledger }: TransfersContext, { id, step }: TransferRecord): void {
  const current = readTransfer(ledger, id)?.step
  if (current?.state !== 'signed' || current.signed.length !== step.signed.length) throw tooLate()
}

function dearest({ signed }: StepRecord): bigint {
  return signed
    .map(({ raw }) => parseTransaction(raw))
    .map(({ gas = 0n, maxFeePerGas = 0n, value = 0n }) => gas * maxFeePerGas + value)
    .reduce((most, one) => (one > most ? one : most), 0n)
}

function tooLate(): AppError {
  return new AppError('not-allowed', 'It has moved on', { details: { reason: 'moved-on' } })
}
