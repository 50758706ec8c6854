import { noonOf } from '../periods.ts'

/** How soon a code's last day is: past, within the days in which Till reminds of it, later, or unknown. */
export type CodeEnd = 'past' | 'soon' | 'later' | null

const REMINDED_DAYS = 14
const DAY_MS = 24 * 60 * 60 * 1000

/** Returns how soon a code ends, counted in the user's days; `now` is epoch milliseconds. */
export function endOf(expiresOn: string | null, now: number): CodeEnd {
  if (expiresOn === null) return null
  const days = Math.round((noonOf(expiresOn) - new Date(now).setHours(12, 0, 0, 0)) / DAY_MS)
  return days < 0 ? 'past' : days <= REMINDED_DAYS ? 'soon' : 'later'
}
