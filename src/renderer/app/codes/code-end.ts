/** How soon a code's last day is: past, within the days in which Till reminds of it, later, or unknown. */
export type CodeEnd = 'past' | 'soon' | 'later' | null

const REMINDED_DAYS = 14
const DAY_MS = 24 * 60 * 60 * 1000

/** Returns the noon of a day (ISO 8601) where the user is (epoch ms): no clock change moves it to another day. */
export function noonOf(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date, 12).getTime()
}

/** Returns how soon a code ends, counted in the user's days; `now` is epoch milliseconds. */
export function endOf(expiresOn: string | null, now: number): CodeEnd {
  if (expiresOn === null) return null
  const days = Math.round((noonOf(expiresOn) - new Date(now).setHours(12, 0, 0, 0)) / DAY_MS)
  return days < 0 ? 'past' : days <= REMINDED_DAYS ? 'soon' : 'later'
}
