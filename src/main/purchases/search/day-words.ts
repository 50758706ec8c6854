import { locales, type Locale } from '../../../shared/app/locales.ts'
import { fold } from '../../../shared/search/fold.ts'

/** What each language calls today, yesterday and the day before. */
const agoWords: Readonly<Record<Locale, readonly [string, string, string]>> = {
  en: ['today', 'yesterday', ''],
  es: ['hoy', 'ayer', 'anteayer antier'],
  pt: ['hoje', 'ontem', 'anteontem'],
  fr: ["aujourd'hui", 'hier', 'avant-hier'],
}

/** The fewest letters that name a weekday. */
const LEAST_OF_WEEKDAY = 4
const daysAgo: ReadonlyMap<string, number> = new Map(
  Object.values(agoWords).flatMap((days) =>
    days.flatMap((words, ago) =>
      words
        .split(' ')
        .filter((word) => word.length > 2)
        .map((word) => [word, ago] as const),
    ),
  ),
)
let weekdays: readonly (readonly string[])[] | null = null

/** Returns the folded names of each weekday in every language, Sunday first; created on first use. */
function allWeekdays(): readonly (readonly string[])[] {
  if (weekdays !== null) return weekdays
  const formats = locales.map((locale) => new Intl.DateTimeFormat(locale, { weekday: 'long' }))
  // 1 February 2026 was a Sunday.
  weekdays = Array.from({ length: 7 }, (_, at) =>
    formats.map((format) => fold(format.format(new Date(2026, 1, 1 + at)))),
  )
  return weekdays
}

/**
 * Returns a test of whether a time is on the day that a folded word names: "yesterday", or "sunday", which is at most a week before `now`
 * (both in epoch milliseconds). Null if the word names no day.
 */
export function recentDay(word: string, now: number): ((at: number) => boolean) | null {
  const ago = daysAgo.get(word)
  if (ago !== undefined) return (at) => at >= startOfDay(now, -ago) && at < startOfDay(now, 1 - ago)
  if (word.length < LEAST_OF_WEEKDAY || !/^\p{L}/u.test(word)) return null
  const named = new Set(
    allWeekdays().flatMap((names, day) => (names.some((name) => name.startsWith(word)) ? [day] : [])),
  )
  if (named.size === 0) return null
  const from = startOfDay(now, -7)
  return (at) => at >= from && at < startOfDay(now, 1) && named.has(new Date(at).getDay())
}

/** Returns when the day that is `days` after the day of `at` begins, in this machine's time zone. */
function startOfDay(at: number, days: number): number {
  const date = new Date(at)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime()
}
