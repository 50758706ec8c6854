import type { CountedRequest, RequestClass } from './request-budget-repository.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** After this many sales, another customer is assumed to be waiting. */
const QUEUE = 3
const WINDOWS = [5 * MINUTE, 15 * MINUTE]
/** The usual maximum time between a quote and its registration. */
const PAYING = 3 * MINUTE

/**
 * Returns the current sales per hour, from the recent window that shows more; a single sale is no pace. A sale is a registration with a
 * quote shortly before it: neither quotes alone nor late registrations count.
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

/** A quote and a registration. */
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

/** Returns whether sales come so quickly that every request counts: quotes and registrations take more than half of an hour's requests. */
export function isRush(limit: number, sales: number): boolean {
  return REQUESTS_PER_SALE * sales > limit / 2
}

/** The share of the hour's requests above which there is plenty left: in a rush, with sales, and without. */
const PLENTY = { rush: 0.65, selling: 0.35, still: 0.2 }
/** The milliseconds between two background requests in a rush with plenty left: who bought a moment ago is still in the shop. */
const RUSH_SPACING = 20_000

/**
 * Returns the whole milliseconds between two background requests, at most twenty minutes. With plenty left 0, or little in a rush; else long
 * enough that no sale of the next hour, at `sales` per hour, lacks its requests. `refills` are the moments (epoch ms, in order) at which
 * one more is free.
 */
export function spacingBeside(sales: number, { limit, left, refills, now, isHurried }: Spacing): number {
  if (isHurried && left > limit * PLENTY.rush) return RUSH_SPACING
  if (!isHurried && left > limit * (sales > 0 ? PLENTY.selling : PLENTY.still)) return 0
  let perHour = limit
  for (const [index, at] of refills.entries()) {
    const until = Math.max(1, at - now) / HOUR
    perHour = Math.min(perHour, (left + index - REQUESTS_PER_SALE) / until - REQUESTS_PER_SALE * sales)
  }
  return perHour <= 0 ? LONGEST_SPACING : Math.min(LONGEST_SPACING, Math.ceil(HOUR / perHour))
}
