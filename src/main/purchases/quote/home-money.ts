import { currencyDecimals } from '../../../shared/currencies.ts'
import type { Decimal } from '../../../shared/money.ts'
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
  const decimals = currencyDecimals(currency)
  const worth = worthOf(Number(total), currency, { [currency]: perCoin }, decimals, 'up')
  // A shelf with an absurd price must stop neither the payment nor the list that reads the amount later.
  if (worth === null || worth * 10 ** decimals > Number.MAX_SAFE_INTEGER) return null
  return { currency, amount: String(worth) }
}
