import type { WritableDb } from '../../db/connections.ts'
import {
  clampToNow,
  readCorrection,
  readRequests,
  type BudgetCorrection,
  type RequestClass,
} from './request-budget-repository.ts'
import { isRush, salesPerHour } from './sales-pace.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
/** A request counts slightly longer here than at the service, which counts it on arrival. */
const WINDOW = HOUR + 10_000
/** How long the service's remaining count is valid. A service that counts per minute has freed it by then; any other repeats it. */
const LEFT_HOLDS = MINUTE

/** The share a purchase without a reserved request leaves to purchases paid now, and to tracking. */
const LATE_LEAVES = 0.25
/** The share of the limit that each class leaves to the more important ones. */
const leaves: Readonly<Record<RequestClass, number>> = { registration: 0, quote: 0.02, tracking: 0.15, browsing: 0.3 }
/** The share a quote leaves during a rush: enough for its own registration. */
const RUSH_LEAVES = 0.01
/** The share of the hourly requests that tracking has even if sales take all others. */
const TRACKING_HAS = 0.05

/** Stored instead of a lowered limit if no answer named one. */
export const NOT_LOWERED = 0

/** The state of a budget at one moment. */
export interface BudgetReading {
  /** Epoch milliseconds. */
  readonly at: number
  /** The profile's limit. */
  readonly full: number
  /** The limit in force: the service may have lowered it. */
  readonly limit: number
  /** The times of the counted requests, in order. */
  readonly times: readonly number[]
  readonly tracked: number
  /** Current sales per hour; 0 at home. */
  readonly sales: number
  readonly waitingUntil: number | null
  /** Epoch milliseconds since one request must go first; null if it need not. */
  readonly tryingSince: number | null
  /** Epoch milliseconds until which the service's own lower limit applies; null for the profile's limit. */
  readonly loweredUntil: number | null
}

/** The budget of one service address. */
export interface BudgetScope {
  readonly db: WritableDb
  /** The service address the limit belongs to. */
  readonly scope: string
  readonly requestsPerHour: number
  /** Whether clerks sell with it. Quick purchases at home are not a queue that lasts for an hour. */
  readonly isShop?: () => boolean
}

/** Reads a budget from the ledger at `at` (epoch ms). */
export function readBudget({ db, scope, requestsPerHour, isShop }: BudgetScope, at: number): BudgetReading {
  clampToNow(db, scope, at)
  const requests = readRequests(db, scope, at - WINDOW)
  return {
    at,
    full: requestsPerHour,
    times: requests.map((request) => request.at),
    tracked: requests.filter(({ requestClass }) => requestClass === 'tracking').length,
    sales: isShop?.() === true ? salesPerHour(requests, at) : 0,
    ...readLimits(readCorrection(db, scope), requestsPerHour, at),
  }
}

function readLimits(
  correction: BudgetCorrection | null,
  full: number,
  at: number,
): Pick<BudgetReading, 'limit' | 'waitingUntil' | 'tryingSince' | 'loweredUntil'> {
  if (correction === null) return { limit: full, waitingUntil: null, tryingSince: null, loweredUntil: null }
  const waitsUntil = correction.at + correction.waitMs
  const isLowered = at < correction.at + LEFT_HOLDS && correction.loweredLimit !== NOT_LOWERED
  return {
    limit: isLowered ? Math.min(full, correction.loweredLimit) : full,
    loweredUntil: isLowered ? correction.at + LEFT_HOLDS : null,
    waitingUntil: waitsUntil > at ? waitsUntil : null,
    tryingSince: correction.loweredLimit === NOT_LOWERED && correction.strikes > 0 ? waitsUntil : null,
  }
}

/** Returns whether sales come so quickly that every request counts. */
export function isInRush({ limit, sales }: BudgetReading): boolean {
  return isRush(limit, sales)
}

/**
 * Returns the requests `requestClass` may take now beside the `reserved` ones; negative if those are used up. A registration obeys the wait,
 * but not the lowered limit; it `isLate` if its purchase has no reserved request any more. With a limit of 100, 40 used and 6 reserved:
 * browsing has 100 - 40 - 6 - 30 = 24, and a registration 54.
 */
export function freeRequests(
  reading: BudgetReading,
  requestClass: RequestClass,
  reserved: number,
  isLate = false,
): number {
  const most = requestClass === 'registration' ? reading.full : reading.limit
  return most - reading.times.length - reserved - Math.floor(most * shareLeft(reading, requestClass, most, isLate))
}

/** Returns the share of `most` that a class leaves to the more important ones now. */
function shareLeft(reading: BudgetReading, requestClass: RequestClass, most: number, isLate: boolean): number {
  if (requestClass === 'registration' && isLate) return LATE_LEAVES
  if (requestClass === 'quote' && isInRush(reading)) return RUSH_LEAVES
  const isSpare = requestClass === 'tracking' && reading.tracked < Math.floor(most * TRACKING_HAS)
  return leaves[isSpare ? 'quote' : requestClass]
}

/**
 * Returns when (epoch ms) the missing requests are free: that many of the oldest requests have left the window, or a lowered limit ends.
 */
export function freeAt({ at, times, loweredUntil }: BudgetReading, missing: number): number {
  return Math.min((times[Math.min(missing, times.length) - 1] ?? at) + WINDOW, loweredUntil ?? Infinity)
}

/** Returns the moments (epoch ms, in order) at which one more request is free. */
export function refillsOf({ times }: BudgetReading): number[] {
  return times.map((time) => time + WINDOW)
}
