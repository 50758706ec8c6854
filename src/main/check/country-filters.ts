import type { Country } from '../service/operations/list-countries.ts'

/** The filters of a list of countries. */
export const filters = ['region', 'subregion', 'fiatCurrency', 'search'] as const
export type Filter = (typeof filters)[number]

/** A value for every filter. */
export type Probe = Readonly<Record<Filter, string>>

const COUNTRIES_TRIED = 60
const SEARCHED_LETTERS = [2, 3, 40]

/** Returns whether a country has a value for every filter. */
export function isWhole({ region, subregion, fiatCurrency }: Country): boolean {
  return region !== '' && subregion !== '' && fiatCurrency !== ''
}

/** Returns whether a country passes a filter, as the interface describes it. */
export function passes(country: Country, filter: Filter, value: string): boolean {
  if (filter !== 'search') return plain(country[filter]) === plain(value)
  return plain(country.name).includes(plain(value)) || plain(country.capital).includes(plain(value))
}

/** Returns the values of the country that best shows which filters had an effect; null if no country has all values. */
export function chooseProbe(countries: readonly Country[]): Probe | null {
  const probes = countries
    .filter(isWhole)
    .slice(0, COUNTRIES_TRIED)
    .flatMap(({ name, region, subregion, fiatCurrency }) =>
      SEARCHED_LETTERS.map((letters) => ({ region, subregion, fiatCurrency, search: name.slice(0, letters).trim() })),
    )
  const telling = probes.map((probe) => ({
    probe,
    tells: new Set(subsets.map((some) => leftKey(countries, probe, some))).size,
  }))
  return telling.sort((a, b) => b.tells - a.tells)[0]?.probe ?? null
}

/** Returns the filters that explain the remaining countries; of several explanations, those with the most filters. */
export function appliedFilters(
  countries: readonly Country[],
  probe: Probe,
  left: readonly Country[],
): readonly Filter[] {
  const key = keyOf(left)
  const fitting = subsets.filter((some) => leftKey(countries, probe, some) === key)
  return fitting.sort((a, b) => b.length - a.length)[0] ?? []
}

const subsets = Array.from({ length: 2 ** filters.length }, (_, bits) =>
  filters.filter((_filter, index) => (bits & (1 << index)) !== 0),
)

function leftKey(countries: readonly Country[], probe: Probe, some: readonly Filter[]): string {
  return keyOf(countries.filter((country) => some.every((filter) => passes(country, filter, probe[filter]))))
}

function keyOf(countries: readonly Country[]): string {
  return countries
    .map(({ isoAlpha2 }) => isoAlpha2)
    .sort()
    .join()
}

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
