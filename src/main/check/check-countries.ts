import type { Profile } from '../../shared/services/profile.ts'
import { jsonOf } from '../service/answer/answer.ts'
import { askService } from '../service/ask-service.ts'
import type { Exchange } from '../service/exchange/exchange.ts'
import { COUNTRIES_PATH, listCountries, readCountries, type Country } from '../service/operations/list-countries.ts'
import { isRecord } from './compare-fields.ts'
import { chooseProbe, filters, appliedFilters, isWhole, passes, type Filter } from './country-filters.ts'
import type { Inquiry } from './inquiry.ts'
import { interfaceFields } from './interface-fields.ts'
import { countryCandidates, type ServiceDocument } from './read-document.ts'
import { reportDifferences } from './report-differences.ts'

type Names = Profile['countryParameters']

/** Requests the countries, and a list with every filter; returns the names under which the filters work. */
export async function checkCountries(
  inquiry: Inquiry,
  profile: Profile,
  document: ServiceDocument | null,
): Promise<Names> {
  const usual = profile.countryParameters
  const countries = await inquiry.ask('countries', (exchange) => listCountries(exchange, usual))
  if (countries === null) return usual
  inquiry.report('countries', 'fits', 'countries.listed', { count: countries.length })
  reportDifferences(inquiry, 'countries', rawCountries(inquiry), interfaceFields.country, countries.length)
  const names = { ...usual, ...document?.countryParameters }
  const working = await findWorking(inquiry, countries, names)
  if (working === null) return names
  const found = { ...names, ...working }
  const isUsual = filters.every((filter) => found[filter] === usual[filter])
  const missing = filters.filter((filter) => !(filter in working))
  if (missing.length > 0)
    inquiry.report('countryNames', 'unknown', 'countryNames.usual', { filters: missing.join(', ') })
  if (missing.length < filters.length)
    inquiry.report('countryNames', isUsual ? 'fits' : 'differs', isUsual ? 'countryNames.work' : 'countryNames.found', {
      names: filters
        .filter((filter) => filter in working)
        .map((filter) => found[filter])
        .join(', '),
    })
  return found
}

function rawCountries(inquiry: Inquiry): readonly unknown[] {
  const answer = inquiry.lastAnswer()
  const body: unknown = answer === null ? null : jsonOf(answer)
  const data = isRecord(body) ? body['data'] : null
  const results = isRecord(data) ? data['results'] : null
  return Array.isArray(results) ? results : []
}

/** Finds the working names of the filters from the remaining countries; null if that could not be asked. */
async function findWorking(
  inquiry: Inquiry,
  countries: readonly Country[],
  likeliest: Names,
): Promise<Partial<Names> | null> {
  const probe = chooseProbe(countries)
  if (probe === null) return {}
  const first = filters.map((filter) => ({ filter, name: likeliest[filter], value: probe[filter] }))
  const left = await inquiry.attempt((exchange) => askFiltered(exchange, first))
  if ('trouble' in left) {
    inquiry.fail('countryNames', left.trouble)
    return null
  }
  const heard = appliedFilters(countries, probe, left.value)
  const found: Partial<Names> = Object.fromEntries(heard.map((filter) => [filter, likeliest[filter]]))
  const other = otherNames(countries, likeliest, found)
  if (other.length === 0) return found
  const again = await inquiry.ask('countryNames', (exchange) => askFiltered(exchange, other))
  if (again === null || again.length === 0 || again.length >= countries.length) return found
  for (const { filter, name, value } of other)
    if (again.every((country) => passes(country, filter, value))) found[filter] ??= name
  return found
}

interface FilterValue {
  readonly filter: Filter
  readonly name: string
  readonly value: string
}

async function askFiltered(exchange: Exchange, values: readonly FilterValue[]): Promise<readonly Country[]> {
  const query = Object.fromEntries(values.map(({ name, value }) => [name, value]))
  return readCountries(
    await askService(exchange, { method: 'GET', path: COUNTRIES_PATH, query, requestClass: 'browsing' }),
  )
}

/** Returns further names for filters without effect, each with another country's value, so that the answer shows which one worked. */
function otherNames(countries: readonly Country[], likeliest: Names, found: Partial<Names>): readonly FilterValue[] {
  const targets = ofOtherRegions(countries)
  return filters
    .filter((filter) => !(filter in found))
    .flatMap((filter) =>
      countryCandidates[filter]
        .filter((name) => name !== likeliest[filter])
        .flatMap((name, index) => {
          const target = targets[index]
          return target ? [{ filter, name, value: filter === 'search' ? target.name : target[filter] }] : []
        }),
    )
}

function ofOtherRegions(countries: readonly Country[]): readonly Country[] {
  const found: Country[] = []
  for (const country of countries.filter(isWhole))
    if (found.every(({ region, fiatCurrency }) => region !== country.region && fiatCurrency !== country.fiatCurrency))
      found.push(country)
  return found
}
