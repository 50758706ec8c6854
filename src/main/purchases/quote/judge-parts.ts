import { addDecimals, compareDecimals, type Decimal } from '../../../shared/money.ts'
import type { Quote } from '../../service/operations/create-quote.ts'

/** The coarsest that a service may round its parts to: hundredths. */
const CENTS = 2

/** What a quote's parts come to, where that is not its total. */
export interface PartsFinding {
  /** `too-little` where nothing explains why the total is higher than its parts. */
  readonly are: 'otherwise' | 'too-little'
  readonly sum: Decimal
}

/**
 * Compares a quote's total, which is what is paid, with its amount and fee; null where they add up. A total that is lower costs nobody
 * anything, and one that is higher by a unit of the last digit that the parts are written with is rounded.
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
