import type { PriceRound } from './read-price-round.ts'

/** Chainlink's feeds against the dollar have 8 decimals. */
export const PRICE_DECIMALS = 8

/** The slowest feeds are updated once a day, and a busy chain may be late. */
const OLDEST_SECONDS = 26n * 3_600n
/** A computer's clock may be behind its network's. */
const AHEAD_SECONDS = 300n
/** A hundred million dollars for a coin is no price. */
const TOO_HIGH = 10n ** 16n

/** Returns a round's price in 10⁻⁸ dollars; null if it is no price, stale at `now` (epoch ms), or from the future. */
export function priceOfRound({ decimals, answer, updatedAt }: PriceRound, now: number): bigint | null {
  if (decimals !== PRICE_DECIMALS || answer <= 0n || answer >= TOO_HIGH) return null
  const age = BigInt(Math.floor(now / 1000)) - updatedAt
  return age >= -AHEAD_SECONDS && age <= OLDEST_SECONDS ? answer : null
}
