import { fold } from '../../../shared/search/fold.ts'
import { isOneTypo } from '../../../shared/search/correct-word.ts'
import { countryNames } from '../../app/countries/country-names.ts'
import { placesIn, wholeNames, wordsOf, type Sold } from './find-places.ts'

/** A country that a search names with one typing error. */
export interface MistypedCountry<C> {
  readonly country: C
  /** The mistyped word. */
  readonly typed: string
  /** The words that it may mean (folded), all of this country's names. */
  readonly meant: readonly string[]
  /** The search with the word as it is written. */
  readonly text: string
}

/** Shorter words are one letter from a country by chance: “chat” is not Chad. */
const SHORTEST = 5

/** Returns the only country that a search without a place names with one typing error in a word; null for several. */
export function mistypedCountry<C extends Sold>(text: string, countries: readonly C[]): MistypedCountry<C> | null {
  const sold = countries.filter(({ variants }) => variants > 0)
  const places = placesIn(text, countries)
  if (places.countries.length > 0 || places.region !== null) return null
  const words = wordsOf(text)
  const known = new Set(sold.flatMap(countryNames).flatMap(wordsOf))
  const readings = words.flatMap((typed, at) => {
    const folded = fold(typed)
    const meant =
      known.has(folded) || folded.length < SHORTEST ? [] : [...known].filter((word) => isOneTypo(folded, word))
    return meant.flatMap((word) =>
      wholeNames(words.with(at, word), sold).map(({ country }) => ({ country, typed, word, at })),
    )
  })
  const [first] = readings
  if (first === undefined || readings.some(({ country, at }) => country !== first.country || at !== first.at))
    return null
  const { country, typed, word, at } = first
  const written = [country.shown, country.name].flatMap(wordsOf).find((one) => fold(one) === word) ?? word
  return { country, typed, meant: readings.map(({ word }) => word), text: words.with(at, written).join(' ') }
}
