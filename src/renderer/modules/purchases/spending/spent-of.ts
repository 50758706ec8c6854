import type { SpendingView } from '../../../../shared/bookkeeping/views.ts'
import { compareDecimals, subtractDecimals, type Decimal } from '../../../../shared/money.ts'

/** Returns what was paid less what came back; 0 where more came back than was paid. */
export function spentOf({ paid, refunded }: Pick<SpendingView['coins'][number], 'paid' | 'refunded'>): Decimal {
  return compareDecimals(refunded, paid) > 0 ? '0' : subtractDecimals(paid, refunded)
}
