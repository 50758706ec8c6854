import { addDecimals, compareDecimals, type Decimal } from '../../shared/money.ts'
import { saleLimits } from '../../shared/sale-limits.ts'
import type { SaleLimits } from '../../shared/sales-views.ts'
import type { Sale } from './sales-repository.ts'

/** The limits that a sale for `price` by `clerkId` would pass; what was given back counts no more. */
export function findPassed(
  price: Decimal,
  clerkId: string | null,
  limits: SaleLimits,
  { shift, day }: { readonly shift: readonly Sale[]; readonly day: readonly Sale[] },
): (keyof SaleLimits)[] {
  const sold: Record<keyof SaleLimits, readonly Sale[]> = {
    ...{ perSale: [], perShift: shift, perDay: day },
    perClerk: shift.filter((one) => one.clerkId === clerkId),
  }
  return saleLimits.filter((name) => {
    const most = limits[name]
    if (most === null) return false
    const kept = sold[name].filter(({ returned }) => returned === null)
    return compareDecimals(addDecimals([price, ...kept.map((one) => one.price)]), most) > 0
  })
}
