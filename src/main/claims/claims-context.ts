import type { ClaimView } from '../../shared/claims/views.ts'
import type { SpendContext } from '../engine/spend-context.ts'

/** The dependencies of the claims. */
export interface ClaimsContext extends SpendContext {
  /** A claim changed, or what it waits for. */
  onChanged(claim: ClaimView): void
  /** These purchases now have their refund, or the person is asked about it. */
  onCounted(purchaseIds: readonly string[]): void
}
