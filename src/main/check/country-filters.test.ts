import { expect, it } from 'vitest'
import { countryShape } from '../service/operations/list-countries.ts'
import { chooseProbe, filters, appliedFilters, passes } from './country-filters.ts'

const country = (isoAlpha2: string, name: string, region: string, subregion: string, fiatCurrency: string) =>
  countryShape.parse({ isoAlpha2, name, capital: `${name} City`, region, subregion, fiatCurrency })
const countries = [
  country('MX', 'Mexico', 'Americas', 'North America', 'MXN'),
  country('US', 'United States', 'Americas', 'North America', 'USD'),
  country('EC', 'Ecuador', 'Americas', 'South America', 'USD'),
  country('PE', 'Perú', 'Americas', 'South America', 'PEN'),
  country('FR', 'France', 'Europe', 'Western Europe', 'EUR'),
  country('DE', 'Germany', 'Europe', 'Western Europe', 'EUR'),
  country('TL', 'East Timor', 'Asia', 'South-Eastern Asia', 'USD'),
]

it('finds the filters that had an effect from the remaining countries', () => {
  const probe = chooseProbe(countries)
  if (probe === null) throw new Error('No probe')
  const left = (heard: readonly (typeof filters)[number][]) =>
    countries.filter((one) => heard.every((filter) => passes(one, filter, probe[filter])))
  expect(appliedFilters(countries, probe, countries)).toEqual([])
  expect(appliedFilters(countries, probe, left(filters))).toEqual([...filters])
  expect(appliedFilters(countries, probe, left(['fiatCurrency']))).toEqual(['fiatCurrency'])
  expect(appliedFilters(countries, probe, left(['region']))).toEqual(['region'])
  // No filter explains it.
  expect(appliedFilters(countries, probe, countries.slice(4, 5))).toEqual([])
})

it('searches name and capital without accents and case', () => {
  const peru = countries.find(({ isoAlpha2 }) => isoAlpha2 === 'PE')
  if (!peru) throw new Error('No such country')
  expect(['PERU', 'perú', 'city', 'x'].map((text) => passes(peru, 'search', text))).toEqual([true, true, true, false])
})

it('has no probe if no country has a value for every filter', () => {
  expect(chooseProbe([country('AQ', 'Antarctica', 'Antarctic', '', '')])).toBeNull()
})
