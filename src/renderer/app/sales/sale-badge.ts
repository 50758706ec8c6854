import { Banknote, CircleAlert } from '@lucide/vue'
import type { SaleView } from '../../../shared/sales/views.ts'

/** Returns the badge for what became of a sale's cash; null if its purchase's status says everything. */
export function saleBadge({ status, refundedCash, owed }: SaleView) {
  if (refundedCash !== null) return { key: 'sales.refundedCash', tone: 'plain', icon: Banknote } as const
  if (owed)
    return { key: status === 'not-sold' ? 'sales.notSold' : 'sales.owed', tone: 'bad', icon: CircleAlert } as const
  return null
}
