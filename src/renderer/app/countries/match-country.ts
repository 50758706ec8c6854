import { correctWord } from '../../../shared/search/correct-word.ts'
import { fold } from '../../../shared/search/fold.ts'
import { countryNames } from './country-names.ts'
import { currencyNames } from './currency-names.ts'

/** The names of a country. */
export interface NamedCountry {
  /** Its name in the language on screen. */
  readonly shown: string
  readonly name: string
  readonly iso2: string
  readonly iso3: string
  readonly fiatCurrency: string
  readonly callingCode: string
  readonly capital: string
  readonly region: string
  readonly subregion: string
  /** Names of the languages spoken there. */
  readonly languages: readonly string[]
}

/** The fewest letters that are the beginning of a currency's name. */
const LEAST_MONEY = 3

/**
 * Returns how well a country matches the typed text: 0 is its exact name, higher is worse, null is no match. Names on screen rank
 * before those in other languages, these before codes, and all before region, capital, languages and the name of the money. A dollar alone
 * is the American one.
 */
export function matchCountry(typed: string, country: NamedCountry): number | null {
  const wanted = fold(typed).trim()
  if (wanted === '') return 0
  const names = countryNames(country)
  const { iso2, iso3, fiatCurrency, callingCode } = country
  const calling = callingCode.replace(/^\+/, '')
  const codes = [iso2, iso3, fiatCurrency, calling, `+${calling}`].map(fold)
  const others = [country.capital, country.region, country.subregion, ...country.languages].map(fold)
  const isWordOf = (text: string): boolean => text.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted))
  // In any language: “pesos”, “quetzales”.
  const singular = [wanted, wanted.replace(/s$/, ''), wanted.replace(/es$/, '')].filter(
    (form) => form.length >= LEAST_MONEY,
  )
  const money = currencyNames(fiatCurrency)
  const isMoney = singular.some((form) => money.some((name) => ` ${name}`.includes(` ${form}`)))
  const ways = [
    names.includes(wanted),
    fold(country.shown).startsWith(wanted),
    names.some((name) => name.startsWith(wanted)),
    codes.includes(wanted),
    names.some((name) => isWordOf(name) || name.includes(wanted)),
    others.some((other) => other.startsWith(wanted) || isWordOf(other)),
    isMoney && fiatCurrency === 'USD' && iso2 === 'US',
    isMoney && fiatCurrency === 'USD',
    isMoney,
  ]
  const found = ways.indexOf(true)
  return found === -1 ? null : found
}

/** Returns the countries that match the typed text, each with its rank; if none does, those whose name it misspells. */
export function matchCountries<C extends NamedCountry>(
  typed: string,
  countries: readonly C[],
): (C & { match: number })[] {
  const found = countries.flatMap((country) => {
    const match = matchCountry(typed, country)
    return match === null ? [] : [{ ...country, match }]
  })
  return found.length > 0 ? found : misspelled(fold(typed).trim(), countries)
}

/** Of two that mean the same word, the one with no other words in its name comes first. */
function misspelled<C extends NamedCountry>(wanted: string, countries: readonly C[]): (C & { match: number })[] {
  const wordsOf = (name: string): string[] => name.split(/[^\p{L}\p{N}]+/u)
  const names = countries.flatMap(countryNames)
  const meant = correctWord(wanted, new Set([...names, ...names.flatMap(wordsOf)]))
  return countries.flatMap((country) => {
    const own = countryNames(country)
    const ranks = meant.flatMap((name, rank) =>
      own.includes(name) ? [2 * rank] : own.some((one) => wordsOf(one).includes(name)) ? [2 * rank + 1] : [],
    )
    return ranks[0] === undefined ? [] : [{ ...country, match: ranks[0] }]
  })
}
