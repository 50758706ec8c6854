import type { SpendingPartView, SpendingView } from '../../../../shared/bookkeeping/views.ts'
import { useApproximate } from '../../../app/money/use-approximate.ts'
import { coinsInMoney, partsInMoney, totalOf, type SumInMoney } from './sums-in-money.ts'

type Coin = SpendingView['coins'][number]

/** Writes about what was spent in the user’s money. */
export function useAboutSpent() {
  const { aboutMoney, inMoneyOf } = useApproximate()

  /** Returns about what the dollar coins among `coins` came to, and by which prices; null if unknown. */
  function aboutSpent(
    coins: readonly Coin[],
  ): { readonly amount: string; readonly prices: SumInMoney['prices'] } | null {
    const sums = coinsInMoney(coins, inMoneyOf).filter((sum) => sum !== null)
    const [total, first] = [totalOf(sums), sums[0]]
    return total && first ? { amount: aboutMoney(total), prices: first.prices } : null
  }

  /** Returns about what each coin came to, which adds up to what all of them did; null for nothing, or if unknown. */
  function aboutCoins(coins: readonly Coin[]): (string | null)[] {
    return coinsInMoney(coins, inMoneyOf).map((sum) => {
      const total = sum && totalOf([sum])
      return total && aboutMoney(total)
    })
  }

  /** Returns about what each part of a coin came to, which adds up to what the coin did; null for nothing, or if unknown. */
  function aboutParts(coin: Coin, parts: readonly SpendingPartView[]): (string | null)[] {
    const [sum = null] = coinsInMoney([coin], inMoneyOf)
    if (sum === null) return parts.map(() => null)
    return partsInMoney(sum, parts).map((part) => part && aboutMoney(part))
  }
  return { aboutSpent, aboutCoins, aboutParts }
}
