import { AppError } from '../../../shared/errors.ts'
import type { BudgetView } from '../../../shared/services/views.ts'
import { afterAnswer, afterRefusal, isOutdated } from './correct-budget.ts'
import {
  freeAt,
  freeRequests,
  isInRush,
  MINUTE,
  readBudget,
  refillsOf,
  type BudgetReading,
  type BudgetScope,
} from './read-budget.ts'
import {
  deleteRequest,
  insertRequest,
  readCorrection,
  writeCorrection,
  type BudgetCorrection,
  type RequestClass,
} from './request-budget-repository.ts'
import { createReservedRequests } from './reserved-requests.ts'
import { spacingBeside } from './sales-pace.ts'

export interface RequestBudgetOptions extends BudgetScope {
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly onChange: (view: BudgetView) => void
}

export interface RequestBudget {
  /**
   * Counts a request that is about to be sent and returns its receipt. Uses one of `owner`'s reserved requests, if any. Throws
   * `service-rate-limited` or `service-budget-spent`, with `until` (epoch ms) in the details.
   */
  take(requestClass: RequestClass, owner?: string): number
  /** Returns a request that certainly never left this machine. */
  returnRequest(receipt: number): void
  /**
   * Records a 429, or a 503 that names a time. Nothing is sent for `retryAfterMs`; then one request goes first, and its answer releases the
   * others. Without a time the wait is a minute, doubled with every consecutive 429, up to an hour.
   */
  limited(retryAfterMs: number | null): void
  /** Records an answer that was not a 429, with the requests the service says are left; null if it does not say. */
  answered(remaining: number | null): void
  /**
   * Holds `requests` for `owner` until it uses or releases them, replacing its earlier ones. Returns false (and changes nothing) if
   * `requestClass` may not take that many now. Held in memory: the caller repeats it after a start.
   */
  reserve(owner: string, requests: number, requestClass: RequestClass): boolean
  holds(owner: string): boolean
  release(owner: string): void
  /** Returns when (epoch ms) that many requests can be reserved at the latest if nothing else takes them; now if they can. */
  roomAt(requests: number, requestClass: RequestClass): number
  /** Returns whether sales come so quickly that every request counts. */
  isRush(): boolean
  /** Returns the whole milliseconds between two background requests, so that they leave enough for sales; 0 while there is plenty. */
  spacing(): number
  view(): BudgetView
}

/** Creates the hourly request budget as a sliding window stored in the ledger; a clock that goes back never frees a request. */
export function createRequestBudget(options: RequestBudgetOptions): RequestBudget {
  const { db, scope, now } = options
  const reserved = createReservedRequests()
  const read = (): BudgetReading => readBudget(options, now())

  const view = (): BudgetView => viewOf(read())
  const changed = (): void => options.onChange(view())

  function correct(correction: BudgetCorrection | null): void {
    if (correction === null) return
    writeCorrection(db, scope, correction)
    changed()
  }

  function freeFor(reading: BudgetReading, requestClass: RequestClass, owner: string | undefined): number {
    if (owner !== undefined && reserved.has(owner)) return reading.full - reading.times.length
    return freeRequests(reading, requestClass, reserved.countWithout(), owner !== undefined)
  }

  return {
    take(requestClass, owner) {
      const reading = read()
      assertMaySend(reading, requestClass)
      assertFree(reading, freeFor(reading, requestClass, owner))
      const receipt = insertRequest(db, scope, reading.at, requestClass, 2 * options.requestsPerHour)
      if (owner !== undefined) reserved.use(owner)
      changed()
      return receipt
    },
    returnRequest(receipt) {
      deleteRequest(db, receipt)
      changed()
    },
    limited(retryAfterMs) {
      const before = readCorrection(db, scope)
      correct(afterRefusal(before, read(), retryAfterMs))
    },
    answered(remaining) {
      const before = readCorrection(db, scope)
      if (before === null || isOutdated(before, now())) return
      correct(afterAnswer(before, read(), remaining))
    },
    reserve(owner, requests, requestClass) {
      const reading = read()
      const free = freeRequests(reading, requestClass, reserved.countWithout(owner))
      const fits = reading.waitingUntil === null && free >= requests
      if (fits) reserved.set(owner, requests)
      return fits
    },
    holds: reserved.has,
    release: reserved.release,
    roomAt(requests, requestClass) {
      const reading = read()
      const missing = requests - freeRequests(reading, requestClass, reserved.countWithout())
      return Math.max(reading.waitingUntil ?? reading.at, missing > 0 ? freeAt(reading, missing) : reading.at)
    },
    isRush: () => isInRush(read()),
    spacing: () => spacingOf(read()),
    view,
  }
}

/** Throws `service-rate-limited` while the service asked to wait, or while one request goes first. */
function assertMaySend({ at, times, waitingUntil, tryingSince }: BudgetReading, requestClass: RequestClass): void {
  if (waitingUntil !== null) {
    throw new AppError('service-rate-limited', 'The service asks to wait', { details: { until: waitingUntil } })
  }
  // Reserved requests belong to registrations: their answer releases the others too.
  const last = times.at(-1) ?? 0
  if (requestClass !== 'registration' && tryingSince !== null && last >= tryingSince && at < last + MINUTE) {
    throw new AppError('service-rate-limited', 'One request tries for all', { details: { until: last + MINUTE } })
  }
}

/** Throws `service-budget-spent` unless a request is free. */
function assertFree(reading: BudgetReading, free: number): void {
  if (free >= 1) return
  throw new AppError('service-budget-spent', 'The requests of this hour are used up', {
    details: { until: freeAt(reading, 1 - free) },
  })
}

function spacingOf(reading: BudgetReading): number {
  const { at, limit, times, sales, waitingUntil } = reading
  const left = Math.max(0, (waitingUntil === null ? limit : 0) - times.length)
  return spacingBeside(sales, { limit, left, refills: refillsOf(reading), now: at, isHurried: isInRush(reading) })
}

function viewOf(reading: BudgetReading): BudgetView {
  const { limit, times, waitingUntil } = reading
  // With a lowered limit, more than one must leave before there is room for another.
  const missing = Math.max(1, times.length - limit + 1)
  return {
    limit,
    used: times.length,
    left: Math.max(0, limit - times.length),
    refillsAt: times.length < missing ? null : new Date(freeAt(reading, missing)).toISOString(),
    waitingUntil: waitingUntil === null ? null : new Date(waitingUntil).toISOString(),
  }
}
