import { AppError } from '../../../shared/errors.ts'
import type { BudgetView } from '../../../shared/services/views.ts'
import type { WritableDb } from '../../db/connections.ts'
import {
  clampToNow,
  deleteOldRequests,
  deleteRequest,
  insertRequest,
  readCorrection,
  readRequests,
  writeCorrection,
  type RequestClass,
} from './request-budget-repository.ts'
import { isRush, salesPerHour, spacingBeside } from './sales-pace.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** A request counts a little longer here than at the service, which counts it when it arrives. */
const WINDOW = HOUR + 10_000
/** How long what a service says is left holds: one that counts by the minute frees it then, and any other says it again. */
const LEFT_HOLDS = MINUTE

/** What a purchase whose place is used up or never was leaves to those paid now, which have theirs, and to tracking. */
const LATE_LEAVES = 0.25
/** The share of the limit that each class leaves to the more important ones. */
const leaves: Readonly<Record<RequestClass, number>> = { registration: 0, quote: 0.02, tracking: 0.15, browsing: 0.3 }
/** What a price leaves while sales come quickly: its own registration. */
const RUSH_LEAVES = 0.01
/** The share of an hour's requests that tracking has even where sales take all others. */
const TRACKING_HAS = 0.05

/** Stored instead of a lowered limit if no answer named one. */
const NOT_LOWERED = 0

export interface RequestBudgetOptions {
  readonly db: WritableDb
  /** Whose limit it is: one count per service address. */
  readonly scope: string
  readonly requestsPerHour: number
  /** Whether clerks sell with it: who buys quickly at home is no queue that goes on for the hour. */
  readonly isShop?: () => boolean
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
   * A 429, or a 503 that names a time: nothing is sent until `retryAfterMs` have passed; then one request tries for all, and with its answer they go on. Where the
   * service names no time, that is a minute, and twice as long with every 429 in a row, an hour at most.
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
  /** When (epoch ms) so many places can be reserved at the latest if nothing else takes them; now where they can. */
  roomAt(places: number, requestClass: RequestClass): number
  /** Whether sales come so quickly that every request counts. */
  isRush(): boolean
  /** Whole milliseconds between two requests that can wait, so that they leave what sales take; 0 while there is plenty. */
  spacing(): number
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
    readonly tracked: number
    /** An hour, as they come now; none at home. */
    readonly sales: number
    readonly waitingUntil: number | null
    /** Since when (epoch ms) one request is to try for all; null where they need not. */
    readonly tryingSince: number | null
    /** Until when (epoch ms) the limit is the one that the service named; null where it is the profile's. */
    readonly loweredUntil: number | null
  }

  function read(at: number): Reading {
    clampToNow(db, scope, at)
    const full = options.requestsPerHour
    const requests = readRequests(db, scope, at - WINDOW)
    const times = requests.map((request) => request.at)
    const tracked = requests.filter(({ requestClass }) => requestClass === 'tracking').length
    const sales = options.isShop?.() === true ? salesPerHour(requests, at) : 0
    const correction = readCorrection(db, scope)
    const counted = { times, tracked, sales }
    if (correction === null) {
      return { ...counted, limit: full, waitingUntil: null, tryingSince: null, loweredUntil: null }
    }
    const waitsUntil = correction.at + correction.waitMs
    const isLowered = at < correction.at + LEFT_HOLDS && correction.loweredLimit !== NOT_LOWERED
    return {
      ...counted,
      limit: isLowered ? Math.min(full, correction.loweredLimit) : full,
      loweredUntil: isLowered ? correction.at + LEFT_HOLDS : null,
      waitingUntil: waitsUntil > at ? waitsUntil : null,
      tryingSince: correction.loweredLimit === NOT_LOWERED && correction.strikes > 0 ? waitsUntil : null,
    }
  }

  /**
   * Places `requestClass` may take now; negative where others' reserves are cut into. A registration obeys only the wait, not the guess.
   * With a limit of 100, 40 used and 6 held for purchases: browsing has 100 - 40 - 6 - 30 = 24, a registration 54, and the owner of
   * a held place 60.
   */
  function free(reading: Reading, requestClass: RequestClass, owner?: string): number {
    const { limit, times, tracked } = reading
    const used = times.length
    if (owner !== undefined && held.has(owner)) return options.requestsPerHour - used
    let heldByOthers = 0
    for (const places of held.values()) heldByOthers += places
    const own = requestClass === 'registration' ? options.requestsPerHour : limit
    const isLate = requestClass === 'registration' && owner !== undefined
    const isSpare = requestClass === 'tracking' && tracked < Math.floor(own * TRACKING_HAS)
    const isHurried = requestClass === 'quote' && isInRush(reading)
    const share = isLate ? LATE_LEAVES : isHurried ? RUSH_LEAVES : leaves[isSpare ? 'quote' : requestClass]
    return own - used - heldByOthers - Math.floor(own * share)
  }

  function isInRush({ limit, sales }: Reading): boolean {
    return isRush(limit, sales)
  }

  /** When as many places as are missing may be there: so many of the oldest requests have left the window, or a lowered limit ends. */
  function freeAt({ times, loweredUntil }: Reading, missing: number, at: number): number {
    return Math.min((times[Math.min(missing, times.length) - 1] ?? at) + WINDOW, loweredUntil ?? Infinity)
  }

  function take(requestClass: RequestClass, owner?: string): number {
    const at = now()
    const reading = read(at)
    const { times, waitingUntil, tryingSince } = reading
    if (waitingUntil !== null) {
      throw new AppError('service-rate-limited', 'The service asked to wait', { details: { until: waitingUntil } })
    }
    // What registrations hold is theirs: their answer tries for the others too.
    const last = times.at(-1) ?? 0
    if (requestClass !== 'registration' && tryingSince !== null && last >= tryingSince && at < last + MINUTE) {
      throw new AppError('service-rate-limited', 'One request tries for all', { details: { until: last + MINUTE } })
    }
    const places = free(reading, requestClass, owner)
    if (places < 1) {
      throw new AppError('service-budget-spent', 'The requests of this hour are used up', {
        details: { until: freeAt(reading, 1 - places, at) },
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
    const before = readCorrection(db, scope)
    const { waitingUntil } = read(at)
    // Answers to requests sent together say it once.
    if (waitingUntil !== null && at + (retryAfterMs ?? 0) <= waitingUntil) return
    const strikes = (before?.strikes ?? 0) + (waitingUntil === null ? 1 : 0)
    const waitMs = retryAfterMs === null ? Math.min(MINUTE * 2 ** (strikes - 1), HOUR) : Math.min(retryAfterMs, DAY)
    writeCorrection(db, scope, { at, loweredLimit: NOT_LOWERED, waitMs, strikes })
    changed()
  }

  function answered(remaining: number | null): void {
    const correction = readCorrection(db, scope)
    if (correction === null || now() >= correction.at + correction.waitMs + HOUR) return
    const { times, waitingUntil, tryingSince } = read(now())
    // A late answer to a question from before the wait says nothing about what comes after it.
    const isLate = waitingUntil !== null || (tryingSince !== null && (times.at(-1) ?? 0) < tryingSince)
    if (isLate) return
    const told = remaining === null ? correction.loweredLimit : Math.max(1, times.length + remaining)
    const loweredLimit = told >= options.requestsPerHour ? NOT_LOWERED : told
    const isSaid = remaining !== null && loweredLimit !== NOT_LOWERED
    if (!isSaid && correction.strikes === 0 && loweredLimit === correction.loweredLimit) return
    const since = isSaid ? { at: now(), waitMs: 0 } : {}
    writeCorrection(db, scope, { ...correction, ...since, loweredLimit, strikes: 0 })
    changed()
  }

  function reserve(owner: string, places: number, requestClass: RequestClass): boolean {
    const reading = read(now())
    const before = held.get(owner)
    held.delete(owner)
    const fits = reading.waitingUntil === null && free(reading, requestClass) >= places
    if (fits) held.set(owner, places)
    else if (before !== undefined) held.set(owner, before)
    return fits
  }

  function roomAt(places: number, requestClass: RequestClass): number {
    const at = now()
    const reading = read(at)
    const missing = places - free(reading, requestClass)
    return Math.max(reading.waitingUntil ?? at, missing > 0 ? freeAt(reading, missing, at) : at)
  }

  function view(): BudgetView {
    const at = now()
    const reading = read(at)
    const { limit, times, waitingUntil } = reading
    // Where the limit was lowered, more than one must leave before there is room for another.
    const missing = Math.max(1, times.length - limit + 1)
    return {
      limit,
      used: times.length,
      left: Math.max(0, limit - times.length),
      refillsAt: times.length < missing ? null : new Date(freeAt(reading, missing, at)).toISOString(),
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
    roomAt,
    isRush: () => isInRush(read(now())),
    spacing() {
      const at = now()
      const reading = read(at)
      const { limit, times, sales, waitingUntil } = reading
      const left = Math.max(0, (waitingUntil === null ? limit : 0) - times.length)
      const refills = times.map((time) => time + WINDOW)
      return spacingBeside(sales, { limit, left, refills, now: at, isHurried: isInRush(reading) })
    },
    view,
  }
}
