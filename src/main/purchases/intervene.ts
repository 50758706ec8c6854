import { AppError } from '../../shared/errors.ts'
import type { AttentionReason } from '../../shared/purchases/state.ts'
import type { PurchaseView } from '../../shared/purchases/views.ts'
import type { Profile } from '../../shared/services/profile.ts'
import type { FeeAction, FeeOfferView } from '../../shared/transactions/views.ts'
import { isDiskError } from '../db/disk-errors.ts'
import { acknowledgeAttention } from './attention.ts'
import type { PurchaseFollower } from './buy.ts'
import { createPurchaseFees } from './confirm/fee-purchase.ts'
import { findPurchase, applyEvent } from './purchase-repository.ts'
import type { PurchaseContext } from './purchase-context.ts'
import type { DeliveryDetails } from './purchase-record.ts'
import { answerRefund, type RefundAnswer } from './refund/answer-refund.ts'
import { correctRegistration } from './register/correct-registration.ts'
import type { RegistrationResources } from './register/registration-resources.ts'
import { reportPayment } from './register/report-payment.ts'

/** What a person does about a purchase that was paid. */
export interface Interventions {
  /** Sends a rejected registration again, clears an open question, or simply checks now. */
  checkNow(id: string): PurchaseView
  /** Lets the service determine the outcome of a payment that is in a final block and that no node explains. */
  reportPayment(id: string): Promise<PurchaseView>
  /** Stores that the person no longer expects the coins back. Throws AppError `not-allowed` unless the service failed or rejected it. */
  waiveRefund(id: string): PurchaseView
  /** Stores the person's answer about a transfer that may be the refund. */
  answerRefund(id: string, answer: RefundAnswer): PurchaseView
  /**
   * Registers a payment again whose registration the service refused or never answered clearly, with other details or (null) the same ones.
   */
  correctRegistration(
    id: string,
    delivery: DeliveryDetails | null,
    intentChain?: Profile['intentChain'],
  ): Promise<PurchaseView>
  acknowledgeAttention(id: string, reason: AttentionReason): PurchaseView
  /** Returns the cost of a higher fee for a waiting payment, or of its cancel. */
  offerFee(id: string, action: FeeAction): Promise<FeeOfferView>
  /** Signs and sends the offer; `acceptFee` requires the password. */
  confirmFee(id: string, offerKey: string, acceptFee: boolean): Promise<PurchaseView>
}

/** Creates what a person can do about purchases. */
export function createInterventions(
  context: PurchaseContext,
  resources: RegistrationResources,
  { poll, get }: PurchaseFollower,
): Interventions {
  const { ledger } = context
  const fees = createPurchaseFees(context)

  function follow(id: string): PurchaseView {
    poll(id)
    context.onChanged(id)
    return get(id)
  }

  return {
    checkNow(id) {
      const { state } = findPurchase(ledger, id)
      const now = context.now()
      if (state.registration === 'rejected') applyEvent(ledger, id, { type: 'registration-prepared' }, now)
      if (state.attention !== null) applyEvent(ledger, id, { type: 'attention-cleared' }, now)
      context.onChanged(id)
      poll(id)
      return get(id)
    },
    async reportPayment(id) {
      await stopPayingOnDiskError(context, reportPayment(context, findPurchase(ledger, id)))
      return follow(id)
    },
    waiveRefund(id) {
      findPurchase(ledger, id)
      if (applyEvent(ledger, id, { type: 'refund-waived' }, context.now()) === null) {
        throw new AppError('not-allowed', 'There is no refund to give up')
      }
      return follow(id)
    },
    answerRefund(id, answer) {
      for (const other of answerRefund(context, findPurchase(ledger, id), answer)) poll(other)
      return get(id)
    },
    async correctRegistration(id, delivery, intentChain) {
      findPurchase(ledger, id)
      await stopPayingOnDiskError(context, correctRegistration(context, resources, id, delivery, intentChain))
      return follow(id)
    },
    acknowledgeAttention(id, reason) {
      findPurchase(ledger, id)
      acknowledgeAttention(context, id, reason)
      return get(id)
    },
    offerFee: fees.offer,
    async confirmFee(id, offerKey, acceptFee) {
      await fees.confirm(id, offerKey, acceptFee)
      return follow(id)
    },
  }
}

/** A disk that fails while something is stored stops all paying. */
async function stopPayingOnDiskError(context: PurchaseContext, storing: Promise<void>): Promise<void> {
  try {
    await storing
  } catch (error) {
    if (isDiskError(error)) context.onDiskError(error)
    throw error
  }
}
