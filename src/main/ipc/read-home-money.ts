import { readingCurrency } from '../../shared/worth.ts'
import type { CatalogStore } from '../catalog/catalog-store.ts'
import { readCountry } from '../catalog/metadata/metadata-repository.ts'
import { readRate } from '../catalog/search/rates-repository.ts'
import type { ReadableDb } from '../db/connections.ts'
import type { HomeMoney } from '../purchases/quote/home-money.ts'

/**
 * Returns the money in which a person of these countries (ISO alpha-2), the most important first, reads prices. The page converts by the same
 * rule and the same rates; only main's amount is shown beside a quote and kept, so that the page cannot have another one stored.
 */
export function readHomeMoney(
  catalog: Pick<CatalogStore, 'use'>,
  cache: ReadableDb,
  countries: readonly (string | null)[],
): HomeMoney | null {
  const rateOf = (currency: string): number | null => catalog.use((db) => readRate(db, currency))
  const currencyOf = (iso2: string): string | null => {
    const currency = readCountry(cache, iso2)?.fiatCurrency
    return currency?.length === 3 ? currency : null
  }
  const currency = readingCurrency(countries, currencyOf, (code) => rateOf(code) !== null)
  const perCoin = currency === null ? null : rateOf(currency)
  return currency === null || perCoin === null ? null : { currency, perCoin }
}
