import type { SpendingPartView, SpendingView } from '../../../../shared/bookkeeping/views.ts'
import { currencyDecimals } from '../../../../shared/currencies.ts'
import { addDecimals, compareDecimals, type Decimal } from '../../../../shared/money.ts'
import { isDollar } from '../../../../shared/networks/coin-names.ts'
import type { MoneyView } from '../../../../shared/scalars.ts'
import { shareOut } from './share-out.ts'
import { spentOf } from './spent-of.ts'

type Coin = Pick<SpendingView['coins'][number], 'symbol' | 'paid' | 'refunded' | 'shown'>
type Part = Pick<SpendingPartView, 'paid' | 'refunded' | 'shown'>
/** Returns about what dollar coins cost today; null if unknown. */
type InMoneyOf = (dollars: Decimal) => MoneyView | null

/** About what coins came to: by the prices when it was bought, by today's, or by today's for what nothing was kept of. */
export interface SumInMoney {
  readonly currency: string
  readonly kept: Decimal
  readonly atToday: Decimal
  readonly prices: 'then' | 'partly' | 'today'
}

/** Returns about what each of several coins came to, all by the same prices; null for a coin that is no dollar, or if unknown. */
export function coinsInMoney(coins: readonly Coin[], inMoneyOf: InMoneyOf): (SumInMoney | null)[] {
  const priced = pricesFor(
    coins.filter(({ symbol }) => isDollar(symbol)),
    inMoneyOf,
  )
  return coins.map((coin) => {
    if (priced === null || !isDollar(coin.symbol)) return null
    const kept = priced.prices === 'today' ? '0' : (coin.shown?.amount ?? '0')
    return { ...priced, kept, atToday: inMoneyOf(restOf(coin, priced.prices))?.amount ?? '0' }
  })
}

/** Returns the amount of one sum or several in the same currency; null for nothing. */
export function totalOf(sums: readonly SumInMoney[]): MoneyView | null {
  const amount = addDecimals(sums.flatMap(({ kept, atToday }) => [kept, atToday]))
  const [first] = sums
  return first === undefined || compareDecimals(amount, '0') === 0 ? null : { currency: first.currency, amount }
}

/** Returns what each part of a sum came to, rounded so that the parts add up to it; null for nothing. */
export function partsInMoney(sum: SumInMoney, parts: readonly Part[]): (MoneyView | null)[] {
  const weights = parts.map((part) => restOf(part, sum.prices))
  const shares = shareOut(sum.atToday, currencyDecimals(sum.currency), weights)
  return parts.map(({ shown }, index) => {
    const kept = sum.prices === 'today' ? '0' : (shown?.amount ?? '0')
    return totalOf([{ ...sum, kept, atToday: shares[index] ?? '0' }])
  })
}

/** Returns which prices coins are added up by: what was kept counts if it is in one currency, and today's prices of the rest in the same one. */
function pricesFor(dollars: readonly Coin[], inMoneyOf: InMoneyOf): Pick<SumInMoney, 'currency' | 'prices'> | null {
  const [kept, ...others] = new Set(dollars.flatMap(({ shown }) => shown?.currency ?? []))
  const today = inMoneyOf('1')?.currency ?? null
  if (kept !== undefined && others.length === 0) {
    const isWhole = dollars.every((coin) => compareDecimals(restOf(coin, 'partly'), '0') === 0)
    if (isWhole) return { currency: kept, prices: 'then' }
    if (kept === today) return { currency: kept, prices: 'partly' }
  }
  return today === null ? null : { currency: today, prices: 'today' }
}

/** Returns the coins of a part that are at today's prices. */
function restOf(part: Part, prices: SumInMoney['prices']): Decimal {
  return prices === 'today' ? spentOf(part) : (part.shown?.rest ?? spentOf(part))
}
