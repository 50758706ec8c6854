import { setImmediate as turn } from 'node:timers/promises'
import { locales } from '../../../shared/app/locales.ts'
import { fold } from '../../../shared/search/fold.ts'

/** How a day is written and named. */
interface DayWords {
  /** The names of its month in every language, long and short, and its year, folded, each after a space. */
  readonly month: string
  /** Its day of the month. */
  readonly day: string
  /** Its figures with slashes between them, as it is written somewhere, whole or in part. */
  readonly figures: readonly string[]
}

const MAX_DAYS = 5_000
const days = new Map<number, DayWords>()
let months: readonly string[] | null = null

/** Yields the names of each month in one language and length at a time: the first use of each takes some milliseconds. */
function* namesOfMonths(): Generator<readonly string[]> {
  for (const locale of locales) {
    for (const month of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(locale, { month })
      yield Array.from({ length: 12 }, (_, at) => ` ${fold(format.format(new Date(2026, at, 1))).replace('.', '')}`)
    }
  }
}

const joined = (names: readonly (readonly string[])[]): readonly string[] =>
  Array.from({ length: 12 }, (_, at) => names.map((one) => one[at] ?? '').join(''))

/** Returns the names of each month, January first; created on first use. */
const allMonths = (): readonly string[] => (months ??= joined([...namesOfMonths()]))

/** Creates the names of the months ahead of their first use, and lets main answer in between. */
export async function loadMonths(): Promise<void> {
  if (months !== null) return
  const names: (readonly string[])[] = []
  for (const one of namesOfMonths()) {
    names.push(one)
    await turn()
  }
  months = joined(names)
}

/** Returns the words of the day of this machine's calendar on which `at` (epoch milliseconds) is. */
function wordsOfDay(at: number): DayWords {
  const date = new Date(at)
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()]
  const key = (year * 12 + month) * 32 + day
  const known = days.get(key)
  if (known !== undefined) return known
  const [mm, dd] = [month + 1, day].map((one) => String(one).padStart(2, '0'))
  const made = {
    month: `${allMonths()[month] ?? ''} ${year}`,
    day: String(day),
    figures: [
      `${dd}/${mm}/${year}`,
      `${mm}/${dd}/${year}`,
      `${year}/${mm}/${dd}`,
      `${mm}/${year}`,
      `${year}/${mm}`,
      `${dd}/${mm}`,
      `${mm}/${dd}`,
    ],
  }
  if (days.size >= MAX_DAYS) days.clear()
  days.set(key, made)
  return made
}

/** Returns whether a folded word is the date of `at` (epoch milliseconds) or a part of it, or begins the name of its month in a language. */
export function isOfDay(at: number, word: string): boolean {
  const { month, figures } = wordsOfDay(at)
  const typed = figuresOf(word)
  return (typed !== null && figures.includes(typed)) || (word.length >= 3 && month.includes(` ${word}`))
}

/** Returns whether a word is the day of the month of `at`. */
export const isDayOf = (at: number, word: string): boolean => wordsOfDay(at).day === word

/** Returns whether a folded word begins the name of a month. */
export const isMonth = (word: string): boolean =>
  word.length >= 3 && /^\p{L}+$/u.test(word) && allMonths().some((names) => names.includes(` ${word}`))

/** Returns a typed date ("11/2026", "2026-1-5") with slashes between its parts; null if it is none. An amount has a point too. */
function figuresOf(word: string): string | null {
  if (!/^\d{1,4}(?:[/.-]\d{1,4}){1,2}$/.test(word)) return null
  const parts = word.split(/[/.-]/)
  if (word.includes('.') && !parts.some((part) => part.length === 4) && parts.length < 3) return null
  return parts.map((part) => part.padStart(2, '0')).join('/')
}
