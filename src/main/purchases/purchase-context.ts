import type { ExternalPaymentView } from '../../shared/external/views.ts'
import type { SpendContext } from '../engine/spend-context.ts'
import type { AnsweredCode } from '../service/answer/read-codes.ts'

/** The dependencies of the purchases. */
export interface PurchaseContext extends SpendContext {
  /** The service's answers about wallets' terms in this process, by profile and address, so that each is asked once. */
  readonly termsAnswers: Map<string, boolean>
  /** Keeps the codes that the service returned for a delivered purchase, sealed, locked or not. Throws SealError while the records key is missing. */
  keepCodes(purchaseId: string, codes: readonly AnsweredCode[]): void
  /** Called when the record of an unsettled purchase is damaged: its payment must not be repeated. */
  onUnreadable(purchaseId: string): void
  /** Called when a purchase changed. */
  onChanged(purchaseId: string): void
  /** Called when a payment that another wallet is asked to make changed. */
  onExternal(payment: ExternalPaymentView): void
}
