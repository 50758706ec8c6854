import type { ClaimView } from '../../shared/claims/views.ts'
import type { PurchaseContext } from '../purchases/purchase-context.ts'

/** Everything the claims room works with, given by argument. */
export interface ClaimsContext extends Pick<
  PurchaseContext,
  | 'ledger'
  | 'now'
  | 'monotonic'
  | 'timer'
  | 'locks'
  | 'wallet'
  | 'service'
  | 'chain'
  | 'isExplained'
  | 'payingStopped'
  | 'onDiskError'
  | 'onUnforeseen'
> {
  /** A claim changed, or what it waits for. */
  onChanged(claim: ClaimView): void
  /** These purchases have their refund now, or the person is asked whether they do. */
  onCounted(purchaseIds: readonly string[]): void
}
