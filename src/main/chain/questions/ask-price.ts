import type { Address } from 'viem'
import type { Timer } from '../../../shared/timer.ts'
import type { Chain } from '../chain.ts'
import { majorityOfAll } from '../nodes/agree/agree.ts'
import type { Nodes } from '../nodes/nodes.ts'
import { PRICE_DECIMALS, priceOfRound } from '../read/price/price-of-round.ts'
import { readPriceRound, type PriceRound } from '../read/price/read-price-round.ts'

const ONE_DOLLAR = 10n ** BigInt(PRICE_DECIMALS)
const READ_AGAIN_AFTER_MS = 60_000
const GOOD_FOR_MS = 15 * 60_000

/** Asks every node for the native coin's price, and keeps what more than half of all nodes agreed on for a quarter of an hour. */
export function askPrice(
  { askAll, count }: Pick<Nodes, 'askAll' | 'count'>,
  priceFrom: Address | 'dollar' | null,
  { monotonic, timer }: { readonly monotonic: () => number; readonly timer: Timer },
): Pick<Chain, 'readCoinPrice' | 'coinPrice'> {
  let triedAt = -Infinity
  let last: { readonly round: PriceRound; readonly at: number } | null = null

  async function read(feed: Address): Promise<void> {
    const round = majorityOfAll(await askAll((client) => readPriceRound(client, feed)), count)
    if (round !== null) last = { round, at: monotonic() }
  }

  return {
    readCoinPrice() {
      if (priceFrom === null || priceFrom === 'dollar' || monotonic() - triedAt < READ_AGAIN_AFTER_MS) return
      triedAt = monotonic()
      // In a turn of its own: in one batch with other questions, a slow answer would hold them up. A failure leaves the price unknown.
      timer(0, () => void read(priceFrom).catch(() => undefined))
    },
    coinPrice(now) {
      if (priceFrom === 'dollar') return ONE_DOLLAR
      if (last === null || monotonic() - last.at > GOOD_FOR_MS) return null
      return priceOfRound(last.round, now)
    },
  }
}
