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
/** A request counts slightly longer here than at the service, which counts it on arrival. */
const WINDOW = HOUR + 10_000
/** How long the service's remaining count is valid. A service that counts per minute has freed it by then; any other repeats it. */
const LEFT_HOLDS = MINUTE

/** The share a purchase without a reserved place leaves to purchases paid now, and to tracking. */
const LATE_LEAVES = 0.25
/** The share of the limit that each class leaves to the more important ones. */
const leaves: Readonly<Record<RequestClass, number>> = { registration: 0, quote: 0.02, tracking: 0.15, browsing: 0.3 }
/** The share a quote leaves during a rush: enough for its own registration. */
const RUSH_LEAVES = 0.01
/** The share of the hourly requests that tracking has even if sales take all others. */
const TRACKING_HAS = 0.05

/** Stored instead of a lowered limit if no answer named one. */
const NOT_LOWERED = 0

export interface RequestBudgetOptions {
  readonly db: WritableDb
  /** The service address the limit belongs to. */
  readonly scope: string
  readonly requestsPerHour: number
  /** Whether clerks sell with it. Quick purchases at home are not a queue that lasts for an hour. */
  readonly isShop?: () => boolean
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly onChange: (view: BudgetView) => void
}

export interface RequestBudget {
  /**
   * Counts a request that is about to be sent and returns its receipt. Uses one of `owner`'s reserved places, if any. Throws
   * `service-rate-limited` or `service-budget-spent`, with `until` (epoch ms) in the details.
   */
  take(requestClass: RequestClass, owner?: string): number
  /** Returns the place of a request that certainly never left this machine. */
  returnPlace(receipt: number): void
  /**
   * Records a 429, or a 503 that names a time. Nothing is sent for `retryAfterMs`; then one request goes first, and its answer releases the
   * others. Without a time the wait is a minute, doubled with every consecutive 429, up to an hour.
   */
  limited(retryAfterMs: number | null): void
  /** Records an answer that was not a 429, with the requests the service says are left; null if it does not say. */
  answered(remaining: number | null): void
  /**
   * Holds `places` for `owner` until it uses or releases them, replacing its earlier ones. Returns false (and changes nothing) if
   * `requestClass` may not take that many now. Held in memory: the caller repeats it after a start.
   */
  reserve(owner: string, places: number, requestClass: RequestClass): boolean
  holds(owner: string): boolean
  release(owner: string): void
  /** Returns when (epoch ms) that many places can be reserved at the latest if nothing else takes them; now if they can. */
  roomAt(places: number, requestClass: RequestClass): number
  /** Returns whether sales come so quickly that every request counts. */
  isRush(): boolean
  /** Returns the whole milliseconds between two background requests, so that they leave enough for sales; 0 while there is plenty. */
  spacing(): number
  view(): BudgetView
}

/** Creates the hourly request budget as a sliding window stored in the ledger; a clock that goes back never frees a place. */
export function createRequestBudget(options: RequestBudgetOptions): RequestBudget {
  const { db, scope, now } = options
  const held = new Map<string, number>()

  const changed = (): void => options.onChange(view())

  interface Reading {
    readonly limit: number
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
   * Returns the places `requestClass` may take now; negative if others' reserves are used up. A registration obeys the wait, but not the
   * lowered limit. With a limit of 100, 40 used and 6 held for purchases: browsing has 100 - 40 - 6 - 30 = 24, a registration 54, and the
   * owner of a held place 60.
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

  /** Returns when the missing places are free: that many of the oldest requests have left the window, or a lowered limit ends. */
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
    // Reserved places belong to registrations: their answer releases the others too.
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

  function returnPlace(receipt: number): void {
    deleteRequest(db, receipt)
    changed()
  }

  function limited(retryAfterMs: number | null): void {
    const at = now()
    const before = readCorrection(db, scope)
    const { waitingUntil } = read(at)
    // Concurrent requests report one refusal only once.
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
    // A late answer to a request from before the wait says nothing about what comes after it.
    const isLate = waitingUntil !== null || (tryingSince !== null && (times.at(-1) ?? 0) < tryingSince)
    if (isLate) return
    const statedLimit = remaining === null ? correction.loweredLimit : Math.max(1, times.length + remaining)
    const loweredLimit = statedLimit >= options.requestsPerHour ? NOT_LOWERED : statedLimit
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
    // With a lowered limit, more than one must leave before there is room for another.
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
    returnPlace,
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
