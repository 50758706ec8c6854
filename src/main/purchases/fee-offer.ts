import type { FeeAction } from '../../shared/views.ts'
import { movedBy, type PlannedStep } from '../chain/plan-payment.ts'
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
import type { StepRecord } from '../engine/step-record.ts'
import type { PurchaseContext } from './purchase-context.ts'
import type { PurchaseRecord } from './purchase-record.ts'
import { applyEvent, readPurchase } from './purchase-repository.ts'

/** Returns the fee actions that are open for a purchase: none once the service may know of the payment. */
export function feeActionsFor({ steps, state }: PurchaseRecord): FeeAction[] {
  return state.registration === 'none' ? feeActionsOf(steps) : []
}

/** Plans a higher fee for every waiting step, or empty transactions under their nonces. Throws AppError if that cannot be done now. */
export async function offerFee(context: PurchaseContext, record: PurchaseRecord, action: FeeAction): Promise<FeeOffer> {
  const service = context.service(record.profileId)
  if (!feeActionsFor(record).includes(action) || service === null) throw movedOn()
  const { id: intentId, from, chainInstance, steps, terms } = record
  const chain = context.chain(terms.network, service.profile)
  const { nativeSymbol } = terms.network
  const effectOf = (step: StepRecord): ReturnType<typeof effectBefore> => effectBefore(record, step)
  const waiting = { intentId, from, chainInstance, nativeSymbol, steps, effectOf }
  return offerHigherFee(context, chain, service.profile, waiting, action)
}

/**
 * Signs what was offered under the nonces the steps have and stores the bytes in one commit, before anything is sent; throws
 * AppError with nothing stored where the payment has moved on meanwhile. `acceptFee` only with the password. To be run under the
 * account's and chain's mutex.
 */
export async function confirmFee(context: PurchaseContext, offer: FeeOffer, acceptFee: boolean): Promise<void> {
  const { ledger, wallet, now } = context
  const { intentId, view } = offer
  assertFeeConsent(context, offer, acceptFee)
  assertAsBefore(context, offer)
  const signed = await signBumps(wallet.sign, offer)
  const at = now()
  ledger
    .transaction(() => {
      const { token, payment } = assertAsBefore(context, offer).terms
      for (const { step, bytes, l1Fee } of signed) {
        const isPayment = step.kind === 'pay' && view.action === 'speed-up'
        const spends = { token: token.address, units: isPayment ? payment.units : 0n }
        storeBytes(ledger, {
          intentId,
          position: step.position,
          purpose: view.action,
          bytes,
          l1Fee,
          spends,
          signedAt: at,
        })
      }
      const type = view.action === 'cancel' ? 'cancel-signed' : 'sped-up'
      if (applyEvent(ledger, intentId, { type }, at) === null) throw movedOn()
    })
    .immediate()
}

/** What a step moves and permits, whatever its fee. */
function effectBefore(
  { terms: { payment, token } }: PurchaseRecord,
  { kind }: StepRecord,
): Pick<PlannedStep, 'sends' | 'approves'> {
  if (kind !== 'pay' && token.address !== null) {
    const units = kind === 'approve' ? payment.units : 0n
    return { approves: { token: token.address, spender: payment.to, units } }
  }
  return movedBy(payment.shape, { token: token.address, recipient: payment.recipient, units: payment.units })
}

/** The purchase, where the steps that were to be replaced still wait with the bytes they had. */
function assertAsBefore({ ledger }: PurchaseContext, offer: FeeOffer): PurchaseRecord {
  const record = readPurchase(ledger, offer.intentId)
  if (record === null || !feeActionsFor(record).includes(offer.view.action)) throw movedOn()
  if (!areStepsUnmoved(offer, record.steps)) throw movedOn()
  return record
}
