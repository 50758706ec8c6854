import type { RegistrationAttempt } from './registration-repository.ts'

/** Answers in a row that call a registration a duplicate, before its key counts as refused for good. */
const DUPLICATES_NEEDED = 3
/** How an attempt ends that the service did not look at. */
const unseen = ['not-sent', 'refused']

/**
 * Returns whether the service calls the newest key of `attempts` a duplicate again and again. Nothing is sent again before its list
 * lacks the payment, so each of these answers contradicts the list.
 */
export function isKeyRefused(attempts: readonly RegistrationAttempt[]): boolean {
  const key = attempts.at(-1)?.idempotencyKey
  const seen = attempts.filter(({ idempotencyKey, outcome }) => idempotencyKey === key && !unseen.includes(outcome))
  const last = seen.slice(-DUPLICATES_NEEDED)
  return last.length === DUPLICATES_NEEDED && last.every(({ outcome }) => outcome === 'duplicate')
}
