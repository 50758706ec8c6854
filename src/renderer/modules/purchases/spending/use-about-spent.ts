import type { SpendingView } from '../../../../shared/bookkeeping/views.ts'
import { addDecimals, compareDecimals } from '../../../../shared/money.ts'
import { isDollar } from '../../../../shared/networks/coin-names.ts'
import type { MoneyView } from '../../../../shared/scalars.ts'
import { useApproximate } from '../../../app/money/use-approximate.ts'
import { spentOf } from './spent-of.ts'

type Coin = SpendingView['coins'][number]

/** About what coins came to, by the prices when it was bought, by today's, or by today's for what nothing was kept of. */
export interface AboutSpent {
  readonly amount: string
  readonly prices: 'then' | 'partly' | 'today'
}

/** Adds up about what was spent in the user's money. */
export function useAboutSpent() {
  const { aboutMoney, inMoneyOf } = useApproximate()

  /** Adds up what was shown when it was bought; the rest is at today's prices if it is in the same currency. Null if that is not the case. */
  function asShown(dollars: readonly Coin[]): { readonly money: MoneyView; readonly prices: 'then' | 'partly' } | null {
    const shown = dollars.flatMap((coin) => coin.shown ?? [])
    const [first] = shown
    if (first === undefined || shown.some(({ currency }) => currency !== first.currency)) return null
    const kept = addDecimals(shown.map(({ amount }) => amount))
    const coins = addDecimals(dollars.map((coin) => coin.shown?.rest ?? spentOf(coin)))
    if (compareDecimals(coins, '0') === 0) return { money: { ...first, amount: kept }, prices: 'then' }
    const rest = inMoneyOf(coins)
    if (rest?.currency !== first.currency) return null
    return { money: { ...first, amount: addDecimals([kept, rest.amount]) }, prices: 'partly' }
  }

  /** Returns about what the dollar coins among `coins` came to; null if unknown. */
  function aboutSpent(coins: readonly Coin[]): AboutSpent | null {
    const dollars = coins.filter(({ symbol }) => isDollar(symbol))
    const shown = asShown(dollars)
    if (shown) return { amount: aboutMoney(shown.money), prices: shown.prices }
    const today = inMoneyOf(addDecimals(dollars.map(spentOf)))
    return today && { amount: aboutMoney(today), prices: 'today' }
  }
  return { aboutSpent }
}
