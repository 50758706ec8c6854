export type AmountUnit = 'gigabytes' | 'days' | 'minutes'

/** The unit of a number, and how many of it one typed unit is. */
export interface Unit {
  readonly name: AmountUnit
  readonly times: number
}

const units: readonly (readonly [words: string, name: AmountUnit, times: number])[] = [
  ['gb gib gig gigs giga gigas gigabyte gigabytes', 'gigabytes', 1],
  ['mb megas mega megabyte megabytes', 'gigabytes', 0.001],
  ['day days dia dias', 'days', 1],
  ['week weeks semana semanas', 'days', 7],
  ['month months mes meses', 'days', 30],
  ['year years ano anos', 'days', 365],
  ['min mins minute minutes minuto minutos', 'minutes', 1],
]
const unitByWord: ReadonlyMap<string, Unit> = new Map(
  units.flatMap(([words, name, times]) => words.split(' ').map((word) => [word, { name, times }] as const)),
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
