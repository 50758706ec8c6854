import { fold } from '../../../shared/search/fold.ts'
import type { CatalogWords } from '../words/catalog-words.ts'
import { wordsOfAll } from '../words/words-of-all.ts'

export type AmountUnit = 'gigabytes' | 'days' | 'minutes'

/** The unit of a number, and how many of it one typed unit is. */
export interface Unit {
  readonly name: AmountUnit
  readonly times: number
}

const units: readonly (readonly [typed: keyof CatalogWords['units'], name: AmountUnit, times: number])[] = [
  ['gigabytes', 'gigabytes', 1],
  ['megabytes', 'gigabytes', 0.001],
  ['days', 'days', 1],
  ['weeks', 'days', 7],
  ['months', 'days', 30],
  ['years', 'days', 365],
  ['minutes', 'minutes', 1],
]
const unitByWord: ReadonlyMap<string, Unit> = new Map(
  units.flatMap(([typed, name, times]) =>
    wordsOfAll((words) => words.units[typed]).map((word) => [word, { name, times }] as const),
  ),
)

const shortUnits: ReadonlyMap<string, string> = new Map([
  ['g', 'gb'],
  ['d', 'day'],
  ['m', 'min'],
])

/** Returns the unit of a folded word; null for another word. */
export const unitOf = (word: string): Unit | null => unitByWord.get(word) ?? null

/** Returns the unit word for an abbreviation directly after a number; other words unchanged. */
export const shortUnit = (letters: string): string => shortUnits.get(letters) ?? letters

const parts = (words: readonly string[]): string[] => words.flatMap((word) => fold(word).split('-'))

/** The words for top-ups alone: “forfait” is also a plan of so many gigabytes, and “up” is in other names. */
const topUpWords = new Set(parts(wordsOfAll(({ kinds }) => kinds.topup)))
for (const word of [...parts(wordsOfAll(({ kinds }) => kinds.esim)), 'up']) topUpWords.delete(word)

/** Returns whether a typed word asks for a top-up, so that a number beside it is money. */
export const isTopUpWord = (word: string): boolean => topUpWords.has(fold(word))
