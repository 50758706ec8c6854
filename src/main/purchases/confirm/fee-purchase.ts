import type { FeeAction } from '../../../shared/transactions/views.ts'
import { movedBy, type PlannedStep } from '../../chain/plan/plan-payment.ts'
import { createFeeActions, type FeeActions } from '../../engine/fees/fee-actions.ts'
import { outdated } from '../../engine/fees/fee-offer.ts'
import { feeActionsOf } from '../../engine/fees/plan-bump.ts'
import type { StepRecord } from '../../engine/steps/step-record.ts'
import { findPurchase, applyEvent } from '../purchase-repository.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import type { PurchaseRecord } from '../purchase-record.ts'

/** Returns the fee actions open for a purchase: none once the service may know the payment, or if another wallet made it. */
export function feeActionsFor({ steps, state, externalAsked }: PurchaseRecord): FeeAction[] {
  return state.registration === 'none' && externalAsked === null ? feeActionsOf(steps) : []
}

/** Creates the fee actions of purchases. A speed-up repeats every waiting step. */
export function createPurchaseFees(context: PurchaseContext): FeeActions {
  const { ledger } = context
  return createFeeActions(context, {
    find(id) {
      const record = findPurchase(ledger, id)
      const { profileId, chainInstance, from, steps, terms } = record
      const { token, payment, network } = terms
      return {
        intentId: id,
        profileId,
        chainInstance,
        from,
        steps,
        network,
        nativeSymbol: network.nativeSymbol,
        actions: feeActionsFor(record),
        effectOf: (step) => effectOf(record, step),
        spendsOf: ({ kind }) => ({ token: token.address, units: kind === 'pay' ? payment.units : 0n }),
      }
    },
    stored(id, action, at) {
      const type = action === 'cancel' ? 'cancel-signed' : 'sped-up'
      if (applyEvent(ledger, id, { type }, at) === null) throw outdated()
    },
  })
}

/** Returns what a step moves and approves, which a higher fee does not change. */
function effectOf(
  { terms: { payment, token } }: PurchaseRecord,
  { kind }: StepRecord,
): Pick<PlannedStep, 'sends' | 'approves'> {
  if (kind !== 'pay' && token.address !== null) {
    const units = kind === 'approve' ? payment.units : 0n
    return { approves: { token: token.address, spender: payment.to, units } }
  }
  return movedBy(payment.shape, { token: token.address, recipient: payment.recipient, units: payment.units })
}
