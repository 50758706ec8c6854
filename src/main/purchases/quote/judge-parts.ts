import { addDecimals, compareDecimals, type Decimal } from '../../../shared/money.ts'
import type { Quote } from '../../service/operations/create-quote.ts'

/** Parts may be rounded at least to hundredths, however few digits they show. */
const CENTS = 2

/** How a quote's parts differ from its total. */
export interface PartsFinding {
  readonly sum: Decimal
  /** Whether the total is higher than the sum, and rounding does not explain by how much. */
  readonly areTooLow: boolean
}

/**
 * Compares a quote's total, which is what is paid, with the sum of its amount and fee. Returns null if they are equal. A lower total costs
 * nobody anything. A total that is higher by at most one unit of the parts' last digit is only rounded.
 */
export function judgeParts({
  digitalAssetAmount: amount,
  feeAmount: fee,
  totalAmount: total,
}: Pick<Quote, 'digitalAssetAmount' | 'feeAmount' | 'totalAmount'>): PartsFinding | null {
  const sum = addDecimals([amount, fee])
  if (compareDecimals(sum, total) === 0) return null
  const decimals = Math.max(CENTS, Math.min(decimalsOf(amount), decimalsOf(fee)))
  const highest = addDecimals([sum, unitOf(decimals)])
  return { sum, areTooLow: compareDecimals(total, highest) > 0 }
}

function decimalsOf(amount: Decimal): number {
  return amount.split('.')[1]?.length ?? 0
}

/** Returns one unit of the last of so many decimals. */
function unitOf(decimals: number): Decimal {
  return `0.${'1'.padStart(decimals, '0')}`
}
