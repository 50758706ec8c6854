import { compareDecimals, type Decimal } from '../money.ts'

/** What the service lists as the least and the highest total that may be paid in a coin; null where it lists none. */
export interface PaymentBounds {
  readonly minAllowance: Decimal | null
  readonly maxAllowance: Decimal | null
}

/** Returns the bounds that bind: a least or highest of 0 is none. */
export function bindingBounds({ minAllowance, maxAllowance }: PaymentBounds): PaymentBounds {
  const binding = (bound: Decimal | null): Decimal | null =>
    bound === null || compareDecimals(bound, '0') === 0 ? null : bound
  return { minAllowance: binding(minAllowance), maxAllowance: binding(maxAllowance) }
}

/** Whether a total keeps to the bounds. */
export function isWithinBounds(bounds: PaymentBounds, total: Decimal): boolean {
  const { minAllowance, maxAllowance } = bindingBounds(bounds)
  if (minAllowance !== null && compareDecimals(total, minAllowance) < 0) return false
  return maxAllowance === null || compareDecimals(total, maxAllowance) <= 0
}
