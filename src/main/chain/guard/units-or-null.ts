import { toUnits, type Decimal } from '../../../shared/money.ts'

/** Returns an amount in units; null if it is no amount of its coin. */
export function unitsOrNull(amount: Decimal, decimals: number): bigint | null {
  try {
    return toUnits(amount, decimals)
  } catch {
    return null
  }
}
