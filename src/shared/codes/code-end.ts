import { dayAt, noonOf } from '../periods.ts'

/** How soon a code's last day is: past, within the days in which Till reminds of it, later, or unknown. */
export type CodeEnd = 'past' | 'soon' | 'later' | null

const REMINDED_DAYS = 14
const DAY_MS = 24 * 60 * 60 * 1000

/** Returns how soon a code ends, counted in the user's days; `now` is epoch milliseconds. */
export function endOf(expiresOn: string | null, now: number): CodeEnd {
  if (expiresOn === null) return null
  const days = daysUntil(expiresOn, now)
  return days < 0 ? 'past' : days <= REMINDED_DAYS ? 'soon' : 'later'
}

/** Returns in how many days the last day of a code that ends soon is, 0 today; null if it does not end soon. */
export function daysLeft(expiresOn: string | null, now: number): number | null {
  return expiresOn !== null && endOf(expiresOn, now) === 'soon' ? daysUntil(expiresOn, now) : null
}

/** Returns in how many of the user's days a day is. From noon to noon: the days on which the clock changes are shorter or longer. */
function daysUntil(day: string, now: number): number {
  return Math.round((noonOf(day) - noonOf(dayAt(now))) / DAY_MS)
}
