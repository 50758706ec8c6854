import { addDecimals, compareDecimals, type Decimal } from '../../../shared/money.ts'
import type { Quote } from '../../service/operations/create-quote.ts'

/** The coarsest rounding of a service's parts: hundredths. */
const CENTS = 2

/** The sum of a quote's parts, if it is not the total. */
export interface PartsFinding {
  /** `too-little` if nothing explains why the total is higher than its parts. */
  readonly are: 'otherwise' | 'too-little'
  readonly sum: Decimal
}

/**
 * Compares a quote's total, which is paid, with its amount and fee; null if they add up. A lower total costs nobody anything. A total that
 * is higher by one unit of the parts' last digit is rounded.
 */
export function judgeParts({
  digitalAssetAmount: amount,
  feeAmount: fee,
  totalAmount: total,
}: Pick<Quote, 'digitalAssetAmount' | 'feeAmount' | 'totalAmount'>): PartsFinding | null {
  const sum = addDecimals([amount, fee])
  if (compareDecimals(sum, total) === 0) return null
  const digits = Math.max(CENTS, Math.min(digitsOf(amount), digitsOf(fee)))
  const isReconciled = compareDecimals(total, addDecimals([sum, lastDigit(digits)])) <= 0
  return { are: isReconciled ? 'otherwise' : 'too-little', sum }
}

function digitsOf(amount: Decimal): number {
  return amount.split('.')[1]?.length ?? 0
}

function lastDigit(digits: number): Decimal {
  return `0.${'1'.padStart(digits, '0')}`
}
