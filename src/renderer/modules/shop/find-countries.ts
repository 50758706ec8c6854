import { fold } from '../../../shared/search/fold.ts'
import { matchCountry, type NamedCountry } from '../../app/countries/match-country.ts'

export interface FoundCountry<C> {
  readonly country: C
  /** The search text without the country's name. */
  readonly rest: string
  /** Whether the whole name was typed, not only its beginning. */
  readonly isWhole: boolean
}

const leastLetters = 3
const MAX_COUNTRIES = 3

/** Returns the countries that a search names, best first: "spain" alone, or the whole name among other words. */
export function countriesIn<C extends NamedCountry & { variants: number }>(
  text: string,
  countries: readonly C[],
): FoundCountry<C>[] {
  if (fold(text).length < leastLetters) return []
  return countries
    .filter(({ variants }) => variants > 0)
    .map((country) => ({ country, rest: restOf(text, country), rank: matchCountry(text, country) }))
    .map(({ rank, ...found }) => ({ ...found, rank: found.rest === '' ? 0 : found.rest !== null ? 1 : rank }))
    .filter(({ rank }) => rank !== null && rank <= 1)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0) || b.country.variants - a.country.variants)
    .slice(0, MAX_COUNTRIES)
    .map(({ country, rest }) => ({ country, rest: rest ?? '', isWhole: rest !== null }))
}

/** Returns `text` without the country's whole name; null if the name is not in it as separate words. */
function restOf(text: string, { shown, name }: NamedCountry): string | null {
  const words = text.split(/\s+/).filter((word) => word !== '')
  for (const wanted of [shown, name].map((one) => fold(one).split(/\s+/))) {
    const at = words.findIndex((_, start) => wanted.every((word, index) => fold(words[start + index] ?? '') === word))
    if (at !== -1) return [...words.slice(0, at), ...words.slice(at + wanted.length)].join(' ')
  }
  return null
}
