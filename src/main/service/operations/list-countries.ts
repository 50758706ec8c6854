import { z } from 'zod'
import type { Profile } from '../../../shared/services/profile.ts'
import { readAnswer, readList, record, requiredText, text, texts } from '../answer/answer-shapes.ts'
import type { Answer } from '../answer/answer.ts'
import { askService } from '../ask-service.ts'
import type { Exchange } from '../exchange/exchange.ts'

export interface CountryFilters {
  readonly region?: string
  readonly subregion?: string
  readonly fiatCurrency?: string
  /** Part of a country's name or capital. */
  readonly search?: string
}

const finiteNumber = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === 'number' && Number.isFinite(value) ? value : null))

// The service maps language codes to names; Till stores only the names.
const names = z
  .unknown()
  .optional()
  .transform((value) => texts.parse(Array.isArray(value) ? value : Object.values(record.parse(value))))

/** A country as the service describes it. */
export const countryShape = z.object({
  id: text,
  name: requiredText,
  isoAlpha2: requiredText.pipe(
    z
      .string()
      .regex(/^[A-Za-z]{2}$/)
      .toUpperCase(),
  ),
  isoAlpha3: text.transform((code) => code.toUpperCase()),
  isCurrent: text,
  capital: text,
  fiatCurrency: text,
  region: text,
  subregion: text,
  languages: names,
  flagUrl: text,
  timezone: text,
  latitude: finiteNumber,
  longitude: finiteNumber,
  callingCode: text,
  status: text,
  createdAt: text,
  updatedAt: text,
})
export type Country = z.output<typeof countryShape>

const envelope = z.object({ message: text, data: z.object({ results: z.array(z.unknown()) }) })

export const COUNTRIES_PATH = '/api/v1/countries/'

/** Returns the service's countries, filtered under the profile's parameter names, without unreadable ones. */
export async function listCountries(
  exchange: Exchange,
  names: Profile['countryParameters'],
  filters: CountryFilters = {},
  signal?: AbortSignal,
): Promise<readonly Country[]> {
  const answer = await askService(exchange, {
    method: 'GET',
    path: COUNTRIES_PATH,
    query: {
      [names.region]: filters.region,
      [names.subregion]: filters.subregion,
      [names.fiatCurrency]: filters.fiatCurrency,
      [names.search]: filters.search,
    },
    requestClass: 'browsing',
    ...(signal ? { signal } : {}),
  })
  return readCountries(answer)
}

/** Returns the countries of an answer, without unreadable ones. */
export function readCountries(answer: Answer): readonly Country[] {
  return readList(readAnswer(answer, envelope).data.results, countryShape).items
}
