import { addDecimals, compareDecimals, subtractDecimals, type Decimal } from '../../shared/money.ts'
import { saleLimits } from '../../shared/sales/limits.ts'
import type { SaleLimits, SaleOfferView } from '../../shared/sales/views.ts'
import type { Sale } from './sales-repository.ts'

/**
 * Returns the limits that a sale for `price` by `clerkId` would exceed, and what is left of each. A refunded sale does not count, unless it
 * was delivered: its coins are spent.
 */
export function findExceededLimits(
  price: Decimal,
  clerkId: string | null,
  limits: SaleLimits,
  { shift, day }: { readonly shift: readonly Sale[]; readonly day: readonly Sale[] },
): SaleOfferView['exceededLimits'] {
  const sold: Record<(typeof saleLimits)[number], readonly Sale[]> = {
    perSale: [],
    perShift: shift,
    perDay: day,
    perClerk: shift.filter((one) => one.clerkId === clerkId),
  }
  return saleLimits.flatMap((limit) => {
    const most = limits[limit]
    if (most === null) return []
    const counted = sold[limit].filter(({ returned }) => returned === null || returned.delivered)
    const spent = addDecimals(counted.map((one) => one.price))
    if (compareDecimals(addDecimals([price, spent]), most) <= 0) return []
    return [{ limit, left: compareDecimals(spent, most) >= 0 ? '0' : subtractDecimals(most, spent) }]
  })
}
