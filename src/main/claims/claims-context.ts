import type { ClaimView } from '../../shared/claims/views.ts'
import type { SpendContext } from '../engine/spend-context.ts'

/** Everything the claims room works with, given by argument. */
export interface ClaimsContext extends SpendContext {
  /** A claim changed, or what it waits for. */
  onChanged(claim: ClaimView): void
  /** These purchases have their refund now, or the person is asked whether they do. */
  onCounted(purchaseIds: readonly string[]): void
}
