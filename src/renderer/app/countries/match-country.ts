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

/** Returns text for comparing: without accents, in lower case. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
}

/**
 * Returns how well a country matches the typed text: 0 is its exact name, higher is worse, null is no match. Names rank before codes,
 * and both before region, capital and languages.
 */
export function matchCountry(typed: string, country: NamedCountry): number | null {
  const wanted = fold(typed)
  if (wanted === '') return 0
  const names = [country.shown, country.name].map(fold)
  const { iso2, iso3, fiatCurrency, callingCode } = country
  const calling = callingCode.replace(/^\+/, '')
  const codes = [iso2, iso3, fiatCurrency, calling, `+${calling}`].map(fold)
  const others = [country.capital, country.region, country.subregion, ...country.languages].map(fold)
  const isWordOf = (text: string): boolean => text.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted))
  const ways = [
    names.includes(wanted),
    names.some((name) => name.startsWith(wanted)),
    codes.includes(wanted),
    names.some((name) => isWordOf(name) || name.includes(wanted)),
    others.some((other) => other.startsWith(wanted) || isWordOf(other)),
  ]
  const found = ways.indexOf(true)
  return found === -1 ? null : found
}
