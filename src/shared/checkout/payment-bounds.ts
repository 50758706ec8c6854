import { compareDecimals, type Decimal } from '../money.ts'

/** The service's lowest and highest total for a payment in a coin; null if it lists none. */
export interface PaymentBounds {
  readonly minAllowance: Decimal | null
  readonly maxAllowance: Decimal | null
}

/** Returns the bounds that apply: a lowest or highest total of 0 means none. */
export function bindingBounds({ minAllowance, maxAllowance }: PaymentBounds): PaymentBounds {
  const binding = (bound: Decimal | null): Decimal | null =>
    bound === null || compareDecimals(bound, '0') === 0 ? null : bound
  return { minAllowance: binding(minAllowance), maxAllowance: binding(maxAllowance) }
}

/** Returns whether a total is within the bounds. */
export function isWithinBounds(bounds: PaymentBounds, total: Decimal): boolean {
  const { minAllowance, maxAllowance } = bindingBounds(bounds)
  if (minAllowance !== null && compareDecimals(total, minAllowance) < 0) return false
  return maxAllowance === null || compareDecimals(total, maxAllowance) <= 0
}
