import type { SpendContext } from '../engine/spend-context.ts'

/** Everything the purchase room works with, given by argument. */
export interface PurchaseContext extends SpendContext {
  /** What the service said of a wallet's terms in this process, by profile and address, so that it is asked once. */
  readonly termsAnswers: Map<string, boolean>
  /** The record of a purchase that has not ended is damaged: what it paid must not be paid again. */
  onUnreadable(purchaseId: string): void
  /** Something about a purchase changed. */
  onChanged(purchaseId: string): void
}
