import type { RegistrationAttempt } from './registration-repository.ts'

/** Duplicate answers in a row before a registration's key counts as refused for good. */
const DUPLICATES_NEEDED = 3
/** Outcomes of attempts that the service did not process. */
const unseen = ['not-sent', 'refused']

/**
 * Returns whether the service keeps calling the newest key of `attempts` a duplicate. Nothing is sent again before its list lacks the
 * payment, so each of these answers contradicts the list.
 */
export function isKeyRefused(attempts: readonly RegistrationAttempt[]): boolean {
  const key = attempts.at(-1)?.idempotencyKey
  const seen = attempts.filter(({ idempotencyKey, outcome }) => idempotencyKey === key && !unseen.includes(outcome))
  const last = seen.slice(-DUPLICATES_NEEDED)
  return last.length === DUPLICATES_NEEDED && last.every(({ outcome }) => outcome === 'duplicate')
}
