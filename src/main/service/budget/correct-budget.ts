import { HOUR, MINUTE, NOT_LOWERED, type BudgetReading } from './read-budget.ts'
import type { BudgetCorrection } from './request-budget-repository.ts'

const DAY = 24 * HOUR

/**
 * Returns the correction after a 429, or a 503 that names a time; null if it changes nothing. Without a time the wait is a minute, doubled
 * with every consecutive 429, up to an hour.
 */
export function afterRefusal(
  before: BudgetCorrection | null,
  { at, waitingUntil }: BudgetReading,
  retryAfterMs: number | null,
): BudgetCorrection | null {
  // Concurrent requests report one refusal only once.
  if (waitingUntil !== null && at + (retryAfterMs ?? 0) <= waitingUntil) return null
  const strikes = (before?.strikes ?? 0) + (waitingUntil === null ? 1 : 0)
  const waitMs = retryAfterMs === null ? Math.min(MINUTE * 2 ** (strikes - 1), HOUR) : Math.min(retryAfterMs, DAY)
  return { at, loweredLimit: NOT_LOWERED, waitMs, strikes }
}

/** Returns whether a correction is so old that answers no longer change it. */
export function isOutdated({ at, waitMs }: BudgetCorrection, now: number): boolean {
  return now >= at + waitMs + HOUR
}

/** Returns the correction after an answer that was not a 429, with the requests it says are `remaining`; null if it changes nothing. */
export function afterAnswer(
  before: BudgetCorrection,
  { at, full, times, waitingUntil, tryingSince }: BudgetReading,
  remaining: number | null,
): BudgetCorrection | null {
  // A late answer to a request from before the wait says nothing about what comes after it.
  const isLate = waitingUntil !== null || (tryingSince !== null && (times.at(-1) ?? 0) < tryingSince)
  if (isLate) return null
  const statedLimit = remaining === null ? before.loweredLimit : Math.max(1, times.length + remaining)
  const loweredLimit = statedLimit >= full ? NOT_LOWERED : statedLimit
  const isSaid = remaining !== null && loweredLimit !== NOT_LOWERED
  if (!isSaid && before.strikes === 0 && loweredLimit === before.loweredLimit) return null
  const since = isSaid ? { at, waitMs: 0 } : {}
  return { ...before, ...since, loweredLimit, strikes: 0 }
}
