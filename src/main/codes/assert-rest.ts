import { currencyDecimals } from '../../shared/currencies.ts'
import { AppError } from '../../shared/errors.ts'
import { compareDecimals, toUnits } from '../../shared/money.ts'
import type { PurchaseRowView } from '../../shared/purchases/views.ts'
import type { Code } from './sealed-code.ts'

/** What a card was bought with on it. */
export type FaceValue = Pick<PurchaseRowView, 'fiatCurrency' | 'fiatAmount'>

/**
 * Throws AppError `invalid-input` unless a card can have an amount left: in its currency's coins, and not above its value. What it has
 * already may stay. Null is unknown.
 */
export function assertRest(rest: Code['rest'], before: Code['rest'], { fiatCurrency, fiatAmount }: FaceValue): void {
  if (rest === null || rest === before) return
  try {
    toUnits(rest, currencyDecimals(fiatCurrency))
  } catch {
    throw new AppError('invalid-input', 'Not an amount of the currency', { details: { reason: 'card-amount' } })
  }
  if (compareDecimals(rest, fiatAmount) > 0) {
    throw new AppError('invalid-input', 'More than the card had', { details: { reason: 'above-value' } })
  }
}
