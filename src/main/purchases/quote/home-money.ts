import { currencyDecimals } from '../../../shared/currency-decimals.ts'
import { isDecimal, type Decimal } from '../../../shared/money.ts'
import { isDollar } from '../../../shared/networks/coin-names.ts'
import type { MoneyView } from '../../../shared/scalars.ts'
import { worthOf } from '../../../shared/worth.ts'

/** The currency in which a person reads prices (ISO 4217), and how much of it a dollar coin buys by the catalog's own prices. */
export interface HomeMoney {
  readonly currency: string
  readonly perCoin: number
}

/** Returns about what a total in a coin costs in the person's money, rounded up; null if unknown, or if it is no dollar coin. */
export function inHomeMoney(total: Decimal, symbol: string, money: HomeMoney | null): MoneyView | null {
  if (money === null || !isDollar(symbol)) return null
  const { currency, perCoin } = money
  const worth = worthOf(Number(total), currency, { [currency]: perCoin }, currencyDecimals(currency), 'up')
  const amount = String(worth)
  // A number too large for figures is written with an exponent.
  return isDecimal(amount) ? { currency, amount } : null
}
