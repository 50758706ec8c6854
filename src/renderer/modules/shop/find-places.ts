import { isCommonWord } from '../../../shared/search/common-words.ts'
import { fold } from '../../../shared/search/fold.ts'
import { regionCodes, worldWords, regionNamesOf } from '../../../shared/search/region-names.ts'
import { countryNames } from '../../app/countries/country-names.ts'
import { matchCountry, type NamedCountry } from '../../app/countries/match-country.ts'

export type Sold = NamedCountry & { readonly variants: number }

export interface FoundCountry<C> {
  readonly country: C
  /** The other words of the search that name something, but no country. */
  readonly rest: string
  /** Whether the whole name was typed, not only its beginning. */
  readonly isWhole: boolean
}

/** What a search says about where a product is used. */
export interface FoundPlaces<C> {
  /** The countries with their whole names, in their typed order. */
  readonly countries: readonly C[]
  /** The countries of the region that it names, most products first; null if it names none. */
  readonly region: readonly C[] | null
  /** The search without the places. */
  readonly rest: string
}

const leastLetters = 3
const MAX_COUNTRIES = 3

/** Returns the words of a search; "l’Espagne" is two. */
export const wordsOf = (text: string): string[] =>
  text.split(/[\s,;]+|(?<=(?<!\p{L})[dl])['’]/iu).filter((word) => word !== '')

/** Returns the index of the words of a name among folded others; -1 if they are not there, one after the other. */
function placeOf(folded: readonly string[], name: string): number {
  const wanted = wordsOf(fold(name))
  return folded.findIndex((_, start) => wanted.every((word, index) => folded[start + index] === word))
}

/** Returns `words` without those of the names. */
function without(words: readonly string[], names: readonly string[]): readonly string[] {
  return names.reduce((rest, name) => {
    const at = placeOf(rest.map(fold), name)
    return at === -1 ? rest : rest.toSpliced(at, wordsOf(name).length)
  }, words)
}

/** Joins words; what only joined the removed ones to others is left out. */
const join = (words: readonly string[]): string => words.filter((word) => !isCommonWord(word)).join(' ')

/** Returns the countries whose whole name is in the text, each with that name, in their typed order. */
export function wholeNames<C extends NamedCountry>(
  words: readonly string[],
  countries: readonly C[],
): { country: C; name: string }[] {
  const folded = words.map(fold)
  return countries
    .flatMap((country) => {
      const name = countryNames(country).find((one) => placeOf(folded, one) !== -1)
      return name === undefined ? [] : [{ country, name }]
    })
    .filter(({ name }, _, all) => !all.some((other) => isWithin(name, other.name)))
    .sort((a, b) => placeOf(folded, a.name) - placeOf(folded, b.name))
}

/** Returns whether a name is in a longer one, as Guinea is in Papua New Guinea. */
const isWithin = (name: string, longer: string): boolean =>
  longer.length > name.length && placeOf(wordsOf(fold(longer)), name) !== -1

/** Returns the countries that a search names, best first: "spain" alone, or the whole name among other words. */
export function countriesIn<C extends Sold>(text: string, countries: readonly C[]): FoundCountry<C>[] {
  if (fold(text).trim().length < leastLetters) return []
  const words = wordsOf(text)
  const sold = countries.filter(({ variants }) => variants > 0)
  const named = wholeNames(words, sold)
  const whole = named.map(({ name }) => name)
  const rest = named.length === 0 ? '' : join(without(words, whole))
  const found = named.map(({ country }) => ({ country, rest, isWhole: true, rank: rest === '' ? 0 : 1 }))
  const begun = sold
    .filter((country) => !named.some((one) => one.country === country))
    .map((country) => ({ country, rest: '', isWhole: false, rank: matchCountry(text, country) ?? Infinity }))
    .filter(({ rank }) => rank <= 2)
  return [...found, ...begun]
    .sort((a, b) => a.rank - b.rank || b.country.variants - a.country.variants)
    .slice(0, MAX_COUNTRIES)
    .map(({ country, rest, isWhole }) => ({ country, rest, isWhole }))
}

/** Returns the places that a search names with whole words. */
export function placesIn<C extends Sold>(text: string, countries: readonly C[]): FoundPlaces<C> {
  const words = wordsOf(text)
  // The names of regions take as long as a part of the start, which has no text.
  if (words.length === 0) return { countries: [], region: null, rest: '' }
  const named = wholeNames(
    words,
    countries.filter(({ variants }) => variants > 0),
  )
  const rest = without(
    words,
    named.map(({ name }) => name),
  )
  const folded = rest.map(fold)
  const isInText = (name: string): boolean => name !== '' && placeOf(folded, name) !== -1
  const ownNames = new Set(countries.flatMap(({ region, subregion }) => [region, subregion]))
  const ofService = [...ownNames].map((name) => [name, [name]] as const)
  const all = new Map<string, readonly string[]>([
    ...ofService,
    ...regionCodes.map(regionNamesOf).map((names) => [names[0] ?? '', names] as const),
  ])
  const regions = [...all].filter(([, names]) => names.some(isInText))
  const isWorld = worldWords.some(isInText)
  if (regions.length === 0 && !isWorld)
    return { countries: named.map(({ country }) => country), region: null, rest: join(rest) }
  const inRegion = countries
    .filter(({ region, subregion }) => isWorld || regions.some(([name]) => name === region || name === subregion))
    .sort((a, b) => b.variants - a.variants)
  const typed = [...regions.flatMap(([, names]) => names), ...worldWords].sort((a, b) => b.length - a.length)
  return { countries: named.map(({ country }) => country), region: inRegion, rest: join(without(rest, typed)) }
}
