import type { SpendContext } from '../engine/spend-context.ts'

/** The dependencies of the purchase room. */
export interface PurchaseContext extends SpendContext {
  /** The service's answers about wallets' terms in this process, by profile and address, so that each is asked once. */
  readonly termsAnswers: Map<string, boolean>
  /** The record of an unsettled purchase is damaged: its payment must not be repeated. */
  onUnreadable(purchaseId: string): void
  /** A purchase changed. */
  onChanged(purchaseId: string): void
}
