import { Banknote, CircleAlert } from '@lucide/vue'
import type { SaleView } from '../../../shared/sales/views.ts'

/** Returns the label of a sale's refund; null if its purchase's status says everything. */
export function saleTone({ status, givenBack, owed }: SaleView) {
  if (givenBack !== null) return { key: 'sales.givenBack', tone: 'plain', icon: Banknote } as const
  if (owed)
    return { key: status === 'not-sold' ? 'sales.notSold' : 'sales.owed', tone: 'bad', icon: CircleAlert } as const
  return null
}
