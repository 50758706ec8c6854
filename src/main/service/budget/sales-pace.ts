import type { CountedRequest, RequestClass } from './request-budget-repository.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** After so many the next is taken to be at the door. */
const QUEUE = 3
const WINDOWS = [5 * MINUTE, 15 * MINUTE]
/** Most time that usually lies between a price and its registration. */
const PAYING = 3 * MINUTE

/**
 * Sales an hour as they come now, of the last minutes whichever shows more; a single one is no pace. A sale is a registration for which a
 * price was asked a little before: neither prices alone nor registrations that were late count.
 */
export function salesPerHour(requests: readonly CountedRequest[], now: number): number {
  const count = (wanted: RequestClass, after: number): number =>
    requests.reduce((sum, { at, requestClass }) => sum + (requestClass === wanted && at > after ? 1 : 0), 0)
  const paces = WINDOWS.map((window) => {
    const sales = Math.min(count('registration', now - window), count('quote', now - window - PAYING))
    if (sales < 2) return 0
    return ((sales < QUEUE ? sales : sales + 1) * HOUR) / window
  })
  return Math.max(...paces)
}

/** A price and a registration. */
const REQUESTS_PER_SALE = 2
const LONGEST_SPACING = 20 * MINUTE

interface Spacing {
  readonly limit: number
  readonly left: number
  readonly refills: readonly number[]
  readonly now: number
  /** Whether sales come so quickly that every request counts. */
  readonly isHurried: boolean
}

/** Whether sales come so quickly that every request counts: more than half of the hour's go for prices and registrations. */
export function isRush(limit: number, sales: number): boolean {
  return REQUESTS_PER_SALE * sales > limit / 2
}

/** More than this share of the hour's requests left is plenty, beside sales and where nothing is sold. */
const PLENTY = { selling: 0.35, still: 0.2 }

/**
 * Whole milliseconds between two requests that can wait: none while there is plenty and no rush; else so many
 * that at no moment of the next hour a sale at the pace of `sales` an hour lacks its requests, and twenty minutes at most.
 * `refills` are the moments (epoch ms, in order) at which one more is free.
 */
export function spacingBeside(sales: number, { limit, left, refills, now, isHurried }: Spacing): number {
  if (left > limit * (sales > 0 ? PLENTY.selling : PLENTY.still) && !isHurried) return 0
  let perHour = limit
  for (const [index, at] of refills.entries()) {
    const until = Math.max(1, at - now) / HOUR
    perHour = Math.min(perHour, (left + index - REQUESTS_PER_SALE) / until - REQUESTS_PER_SALE * sales)
  }
  return perHour <= 0 ? LONGEST_SPACING : Math.min(LONGEST_SPACING, Math.ceil(HOUR / perHour))
}
