import { regionCodes, worldWords, regionNamesOf } from '../../../shared/search/region-names.ts'
import { fold } from '../../../shared/search/fold.ts'
import type { Shelf } from '../shelf.ts'
import { stripMarkup } from '../strip-markup.ts'
import { wordsOfAll } from '../words/words-of-all.ts'
import { categoryNames } from '../words/catalog-words.ts'

/** The search words of a shelf, one text per column of the search index. */
export interface SearchWords {
  readonly brand: string
  /** Its country; '' for a plan of several. */
  readonly country: string
  readonly kind: string
  readonly category: string
  /** The countries and regions of a plan for several. */
  readonly area: string
  /** What the service writes about its products. */
  readonly notes: string
}

/** The texts and the roaming countries (ISO alpha-2) of a shelf's products. */
export interface ShelfNotes {
  readonly texts: readonly string[]
  readonly roaming: readonly string[]
}

const MAX_NOTE_WORDS = 500
const MIN_NOTE_LETTERS = 3
/** A plan for as many countries is one for the whole world, and so is one that names none. */
export const WORLD_FROM = 100

// Common words for the known product types; others are found by their own name.
const kindWords = new Map<string, string>(
  (['topup', 'gift_card', 'esim'] as const).map((kind) => [kind, wordsOfAll(({ kinds }) => kinds[kind]).join(' ')]),
)

/** What the search knows of a country beyond its names in Intl. */
export interface CountryFacts {
  readonly iso2: string
  readonly iso3: string
  /** Its region and subregion, in English, as the service names them; '' if it does not. */
  readonly regions: readonly string[]
}

/** Names places in Till's languages. */
export interface PlaceNamer {
  /** Returns a country's names and codes. */
  country(iso2: string): string
  /** Returns the names of the regions that hold at least two of the countries. */
  regions(iso2: readonly string[]): string
}

/** Creates a namer of places that remembers the names. */
export function createPlaceNamer(countries: readonly CountryFacts[]): PlaceNamer {
  const facts = new Map(countries.map((country) => [country.iso2, country]))
  const codeOf = new Map(regionCodes.map((code) => [regionNamesOf(code)[0] ?? '', code]))
  const known = new Map<string, string>()
  return {
    country(iso2) {
      const before = known.get(iso2)
      if (before !== undefined) return before
      const text = [iso2, facts.get(iso2)?.iso3, ...regionNamesOf(iso2)].filter(Boolean).join(' ')
      known.set(iso2, text)
      return text
    },
    regions(iso2s) {
      const all = iso2s.flatMap((iso2) => [...new Set(facts.get(iso2)?.regions)])
      const shared = [...new Set(all)].filter(
        (region) => region !== '' && all.indexOf(region) !== all.lastIndexOf(region),
      )
      const inOthers = (region: string): readonly string[] => {
        const code = codeOf.get(region)
        return code === undefined ? [] : regionNamesOf(code)
      }
      return [...new Set(shared.flatMap((region) => [region, ...inOthers(region)]))].join(' ')
    },
  }
}

/**
 * Returns the words of one shelf. Plans for several countries carry all their names and regions, in another column than a single country.
 */
export function searchWords(brand: string, shelf: Shelf, notes: ShelfNotes, places: PlaceNamer): SearchWords {
  const { productType, fiatCurrency, subTypes, categories, countries } = shelf
  const names = countries.map((iso2) => places.country(iso2)).join(' ')
  const isWorldwide = countries.length === 0 || countries.length >= WORLD_FROM
  return {
    brand,
    kind: `${productType.replaceAll('_', ' ')} ${kindWords.get(productType) ?? ''} ${subTypes.map(categoryWords).join(' ')} ${fiatCurrency}`,
    category: categories.map(categoryWords).join(' '),
    country: countries.length === 1 ? names : '',
    area:
      countries.length === 1
        ? ''
        : [names, places.regions(countries), ...(isWorldwide ? worldWords : [])].filter(Boolean).join(' '),
    notes: noteWords([...notes.texts, ...notes.roaming.map((iso2) => places.country(iso2))]),
  }
}

/** Returns the different words of texts. Numbers are left out, because a typed number means an amount. */
function noteWords(texts: readonly string[]): string {
  const words = new Set<string>()
  for (const text of texts)
    for (const word of fold(stripMarkup(text)).match(/(?<![\p{L}\p{N}])\p{L}+(?![\p{L}\p{N}])/gu) ?? [])
      if (word.length >= MIN_NOTE_LETTERS) words.add(word)
  return [...words].slice(0, MAX_NOTE_WORDS).join(' ')
}

/** What people call common categories in Till's languages, by words of the category's name. */
const wordsByName = new Map(
  (Object.keys(categoryNames) as (keyof typeof categoryNames)[]).flatMap((category) => {
    const words = wordsOfAll(({ categories }) => categories[category]).join(' ')
    return categoryNames[category].split(' ').map((name) => [name, words] as const)
  }),
)

/** Returns a category's name with what else people call it. */
function categoryWords(category: string): string {
  const known = (fold(category).match(/\p{L}+/gu) ?? []).flatMap((word) => wordsByName.get(word) ?? [])
  return [category, ...known].join(' ')
}
