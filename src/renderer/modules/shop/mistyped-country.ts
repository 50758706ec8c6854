import { fold } from '../../../shared/search/fold.ts'
import { typosOf } from '../../../shared/search/correct-word.ts'
import { countryNames } from '../../app/countries/country-names.ts'
import { placesIn, wholeNames, wordsOf, type Sold } from './find-places.ts'

/** A country that a search names with a word that has typing errors. */
export interface MistypedCountry<C> {
  readonly country: C
  /** The mistyped word. */
  readonly typed: string
  /** The search with the word as it is written. */
  readonly text: string
}

/** Shorter words are one letter from a country by chance: “chat” is not Chad. */
const SHORTEST = 5

/** Returns the only country that a search without a place names with typing errors in a word; null for several. */
export function mistypedCountry<C extends Sold>(text: string, countries: readonly C[]): MistypedCountry<C> | null {
  const sold = countries.filter(({ variants }) => variants > 0)
  const places = placesIn(text, countries)
  if (places.countries.length > 0 || places.region !== null) return null
  const words = wordsOf(text)
  // A country where nothing is sold is written right, too.
  const known = wordsOfNames(countries)
  const meant = wordsOfNames(sold)
  const readings = words.flatMap((typed, at) => {
    const folded = fold(typed)
    return known.has(folded) || folded.length < SHORTEST
      ? []
      : nearest(folded, meant).flatMap((word) =>
          wholeNames(words.with(at, word), sold).map(({ country }) => ({ country, typed, word, at })),
        )
  })
  const [first] = readings
  if (first === undefined || readings.some(({ country, at }) => country !== first.country || at !== first.at))
    return null
  const { country, typed, word, at } = first
  const written = [country.shown, country.name].flatMap(wordsOf).find((one) => fold(one) === word) ?? word
  return { country, typed, text: words.with(at, written).join(' ') }
}

/** Returns whether what the typed word may mean (words of the catalog, folded) is that country, or at least comes no closer to another word. */
export function means({ country, typed }: MistypedCountry<Sold>, meanings: readonly string[]): boolean {
  const names = wordsOfNames([country])
  const close = nearest(fold(typed), meanings)
  // A word that is only begun has more errors than a mistyped one may have.
  const meant = close.length > 0 ? close : meanings
  return meant.length > 0 && meant.every((word) => names.has(word))
}

const wordsOfNames = (countries: readonly Sold[]): Set<string> =>
  new Set(countries.flatMap(countryNames).flatMap(wordsOf))

/** Returns the terms with the fewest typing errors between them and the folded word; none if all have more than it may have. */
function nearest(word: string, terms: Iterable<string>): string[] {
  const near = [...terms].flatMap((term) => {
    const typos = typosOf(word, term)
    return typos === null ? [] : [{ term, typos }]
  })
  const least = Math.min(...near.map(({ typos }) => typos))
  return near.filter(({ typos }) => typos === least).map(({ term }) => term)
}
