import { AppError } from '../../shared/errors.ts'
import type { BudgetView } from '../../shared/views.ts'
import type { Database } from '../db/open-database.ts'
import {
  clampToNow,
  deleteOldRequests,
  deleteRequest,
  insertRequest,
  readCorrection,
  readRequestTimes,
  writeCorrection,
  type RequestClass,
} from './request-budget-repository.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** What a purchase whose place is used up or never was leaves to those paid now, which have theirs, and to tracking. */
const LATE_LEAVES = 0.25
/** The share of the limit that each class leaves to the more important ones. */
const leaves: Readonly<Record<RequestClass, number>> = { registration: 0, quote: 0.05, tracking: 0.15, browsing: 0.3 }

/** Kept in place of a lowered limit where a 429 named its time: that alone counts. */
const NOT_LOWERED = 0

export interface RequestBudgetOptions {
  readonly db: Database
  /** Whose limit it is: one count per service address. */
  readonly scope: string
  readonly requestsPerHour: number
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly onChange: (view: BudgetView) => void
}

export interface RequestBudget {
  /**
   * Counts a request that is about to be sent and answers its receipt, out of `owner`'s reserved places if it has any; throws
   * `service-rate-limited` or `service-budget-spent`, with `until` (epoch ms) in the details.
   */
  take(requestClass: RequestClass, owner?: string): number
  /** Gives a place back whose request certainly never left this machine. */
  giveBack(receipt: number): void
  /**
   * A 429: nothing is sent until `retryAfterMs` have passed; then one request tries for all, and with its answer they go on. Where the
   * service names no time, the limit is lowered to what was used, for an hour.
   */
  limited(retryAfterMs: number | null): void
  /** An answer that was not a 429, with the requests that the service says are left; null where it does not say. */
  answered(remaining: number | null): void
  /**
   * Holds `places` for `owner` until it uses or releases them, replacing what it held; false (and nothing changed) where
   * `requestClass` may not take that many now. Held in memory: to be asked again after a start.
   */
  reserve(owner: string, places: number, requestClass: RequestClass): boolean
  /** Whether `owner` holds a place. */
  holds(owner: string): boolean
  release(owner: string): void
  view(): BudgetView
}

/** The hourly request budget as a sliding window kept in the ledger; a clock that goes back never frees a place. */
export function createRequestBudget(options: RequestBudgetOptions): RequestBudget {
  const { db, scope, now } = options
  const held = new Map<string, number>()

  const changed = (): void => options.onChange(view())

  interface Reading {
    readonly limit: number
    readonly times: readonly number[]
    readonly waitingUntil: number | null
    /** Since when (epoch ms) one request is to try for all; null where they need not. */
    readonly tryingSince: number | null
  }

  function read(at: number): Reading {
    clampToNow(db, scope, at)
    const full = options.requestsPerHour
    const times = readRequestTimes(db, scope, at - HOUR)
    const correction = readCorrection(db, scope)
    if (correction === null) return { limit: full, times, waitingUntil: null, tryingSince: null }
    const waitsUntil = correction.at + correction.waitMs
    const isLowered = at < correction.at + HOUR && correction.loweredLimit !== NOT_LOWERED
    return {
      limit: isLowered ? Math.min(full, correction.loweredLimit) : full,
      times,
      waitingUntil: waitsUntil > at ? waitsUntil : null,
      tryingSince: correction.loweredLimit === NOT_LOWERED && correction.strikes > 0 ? waitsUntil : null,
    }
  }

  /**
   * Places `requestClass` may take now; negative where others' reserves are cut into. A registration obeys only the wait, not the guess.
   * With a limit of 100, 40 used and 6 held for purchases: browsing has 100 - 40 - 6 - 30 = 24, a registration 54, and the owner of
   * a held place 60.
   */
  function free(limit: number, used: number, requestClass: RequestClass, owner?: string): number {
    if (owner !== undefined && held.has(owner)) return options.requestsPerHour - used
    let heldByOthers = 0
    for (const places of held.values()) heldByOthers += places
    const own = requestClass === 'registration' ? options.requestsPerHour : limit
    const share = requestClass === 'registration' && owner !== undefined ? LATE_LEAVES : leaves[requestClass]
    return own - used - heldByOthers - Math.floor(own * share)
  }

  function take(requestClass: RequestClass, owner?: string): number {
    const at = now()
    const { limit, times, waitingUntil, tryingSince } = read(at)
    if (waitingUntil !== null) {
      throw new AppError('service-rate-limited', 'The service asked to wait', { details: { until: waitingUntil } })
    }
    // What registrations hold is theirs: their answer tries for the others too.
    const last = times.at(-1) ?? 0
    if (requestClass !== 'registration' && tryingSince !== null && last >= tryingSince && at < last + MINUTE) {
      throw new AppError('service-rate-limited', 'One request tries for all', { details: { until: last + MINUTE } })
    }
    const places = free(limit, times.length, requestClass, owner)
    if (places < 1) {
      // One place is missing more than are overdrawn: it is there once the request that made it so is an hour old.
      const freed = times[Math.min(-places, times.length - 1)] ?? at
      throw new AppError('service-budget-spent', 'The requests of this hour are used up', {
        details: { until: freed + HOUR },
      })
    }
    const receipt = db
      .transaction(() => {
        deleteOldRequests(db, scope, 2 * options.requestsPerHour)
        return insertRequest(db, scope, at, requestClass)
      })
      .immediate()
    if (owner !== undefined) useHeld(owner)
    changed()
    return receipt
  }

  function useHeld(owner: string): void {
    const places = (held.get(owner) ?? 0) - 1
    if (places > 0) held.set(owner, places)
    else held.delete(owner)
  }

  function giveBack(receipt: number): void {
    deleteRequest(db, receipt)
    changed()
  }

  function limited(retryAfterMs: number | null): void {
    const at = now()
    const { times, limit } = read(at)
    const strikes = (readCorrection(db, scope)?.strikes ?? 0) + 1
    const waitMs = retryAfterMs === null ? Math.min(MINUTE * 2 ** (strikes - 1), HOUR) : Math.min(retryAfterMs, DAY)
    // The request that was answered with 429 is in the count but was not served.
    const served = Math.max(1, Math.min(limit, times.length - 1))
    const loweredLimit = retryAfterMs === null ? served : NOT_LOWERED
    writeCorrection(db, scope, { at, loweredLimit, waitMs, strikes })
    changed()
  }

  function answered(remaining: number | null): void {
    const correction = readCorrection(db, scope)
    if (correction === null || now() >= correction.at + correction.waitMs + HOUR) return
    const { times, waitingUntil, tryingSince } = read(now())
    // A late answer to a question from before the wait says nothing about what comes after it.
    const isLate = waitingUntil !== null || (tryingSince !== null && (times.at(-1) ?? 0) < tryingSince)
    if (correction.loweredLimit === NOT_LOWERED && isLate) return
    const told = remaining === null || isLate ? correction.loweredLimit : Math.max(1, times.length + remaining)
    const loweredLimit = told >= options.requestsPerHour ? NOT_LOWERED : told
    if (correction.strikes === 0 && loweredLimit === correction.loweredLimit) return
    writeCorrection(db, scope, { ...correction, loweredLimit, strikes: 0 })
    changed()
  }

  function reserve(owner: string, places: number, requestClass: RequestClass): boolean {
    const { limit, times, waitingUntil } = read(now())
    const before = held.get(owner)
    held.delete(owner)
    const fits = waitingUntil === null && free(limit, times.length, requestClass) >= places
    if (fits) held.set(owner, places)
    else if (before !== undefined) held.set(owner, before)
    return fits
  }

  function view(): BudgetView {
    const { limit, times, waitingUntil } = read(now())
    const left = Math.max(0, limit - times.length)
    const next = times[times.length - limit]
    return {
      limit,
      used: times.length,
      left,
      refillsAt: left > 0 || next === undefined ? null : new Date(next + HOUR).toISOString(),
      waitingUntil: waitingUntil === null ? null : new Date(waitingUntil).toISOString(),
    }
  }

  return {
    take,
    giveBack,
    limited,
    answered,
    reserve,
    holds: (owner) => held.has(owner),
    release: (owner) => void held.delete(owner),
    view,
  }
}
