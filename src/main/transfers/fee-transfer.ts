import { AppError } from '../../shared/errors.ts'
import type { FeeAction } from '../../shared/views.ts'
import { judgeSigned, type TransferBounds } from '../chain/transfer-guard.ts'
import {
  areStepsUnmoved,
  assertFeeConsent,
  movedOn,
  offerHigherFee,
  signBumps,
  type FeeOffer,
} from '../engine/fee-offer.ts'
import { feeActionsOf } from '../engine/plan-bump.ts'
import { storeBytes } from '../engine/sign-steps.ts'
import { readTransfer, type TransferRecord } from './transfer-repository.ts'
import type { TransfersContext } from './transfers-context.ts'

/** A higher fee for coins on their way, or their nonce used for nothing, with the bounds of what may be signed. */
export interface TransferFeeOffer extends FeeOffer {
  readonly before: TransferRecord
  readonly bounds: TransferBounds
}

/** Plans a higher fee for a transfer that waits, or a cancel, under the nonce it has. AppError where that cannot be done now. */
export async function offerTransferFee(
  context: TransfersContext,
  before: TransferRecord,
  action: FeeAction,
): Promise<TransferFeeOffer> {
  const { id: intentId, step, from, network, chainInstance, token, recipient, units } = before
  const service = context.service(before.profileId)
  if (!feeActionsOf([step]).includes(action) || service === null) throw movedOn()
  const chain = context.chain(network, service.profile)
  const transfer = { token, recipient, units }
  const effectOf = (): { sends: typeof transfer } => ({ sends: transfer })
  const { nativeSymbol } = network
  const waiting = { intentId, from, chainInstance, nativeSymbol, steps: [step], effectOf }
  const offer = await offerHigherFee(context, chain, service.profile, waiting, action)
  return { ...offer, before, bounds: { chainId: network.chainId, from, transfer, own: offer.own } }
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
  const { ledger, wallet, now } = context
  const { view, before, bounds, intentId } = offer
  assertFeeConsent(context, offer, acceptFee)
  assertUnmoved(context, offer)
  const isFaster = view.action === 'speed-up'
  const signed = await signBumps(wallet.sign, offer)
  if (isFaster && signed.some(({ bytes }) => !judgeSigned(bytes.raw, bounds).ok)) {
    throw new AppError('quote-refused', 'This would do something else', { details: { reason: 'sending' } })
  }
  ledger
    .transaction(() => {
      assertUnmoved(context, offer)
      const spends = { token: before.token, units: isFaster ? before.units : 0n }
      for (const { step, bytes } of signed) {
        storeBytes(ledger, { intentId, position: step.position, purpose: view.action, bytes, spends, signedAt: now() })
      }
    })
    .immediate()
}

function assertUnmoved({ ledger }: TransfersContext, offer: TransferFeeOffer): void {
  const step = readTransfer(ledger, offer.intentId)?.step
  if (step === undefined || !areStepsUnmoved(offer, [step])) throw movedOn()
}
