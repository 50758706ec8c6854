import { pictureUrl, type Service } from '../context.ts'

export interface CountryFilter {
  readonly region?: string | undefined
  readonly subregion?: string | undefined
  readonly fiatCurrency?: string | undefined
  /** Part of a name or a capital; case and accents do not matter. */
  readonly search?: string | undefined
}

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Returns the countries that pass `filter`, by name. */
export function listCountries(service: Service, filter: CountryFilter) {
  const same = (value: string, wanted: string | undefined) => !wanted || plain(value) === plain(wanted)
  const search = plain(filter.search ?? '')
  return service.countries
    .filter(
      (country) =>
        same(country.region, filter.region) &&
        same(country.subregion, filter.subregion) &&
        same(country.fiatCurrency, filter.fiatCurrency) &&
        (plain(country.name).includes(search) || plain(country.capital).includes(search)),
    )
    .map((country) => ({ ...country, flagUrl: pictureUrl(service, `/images/flags/${country.isoAlpha2}.svg`) }))
}
