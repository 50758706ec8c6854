import type { BrowseInput } from '../../../shared/catalog/views.ts'
import type { ReadableDb } from '../../db/connections.ts'
import { dollarSigned, hasBareDollar, withDollar } from './dollar-sign.ts'
import { knownIn } from './known-words-repository.ts'
import { readCurrencies } from './ranking-repository.ts'
import { readTyped } from './read-typed.ts'
import { toSearchQuery, type SearchQuery } from './search-query-repository.ts'

/**
 * Converts the user's search to catalog conditions, with typing errors corrected, and amounts and units parsed. A bare "$" is the reader's
 * own money, or the next likely currency of that sign in which something costs the amount.
 */
export function readSearchQuery(db: ReadableDb, input: BrowseInput): SearchQuery {
  const known = knownIn(db)
  const typed = readTyped(input.text, known)
  const query = toSearchQuery(db, input, typed)
  const shared = known.sold(dollarSigned)
  const own = input.dollarSign
  if (own === null || !hasBareDollar(typed, shared)) return query
  const inCurrency = (code: string): SearchQuery => toSearchQuery(db, input, withDollar(typed, shared, code))
  const pricedIn = readCurrencies(db, query)
  const found = [own, ...shared].find((code) => pricedIn.has(code))
  if (found === undefined) return shared.includes(own) ? inCurrency(own) : query
  return found === own ? inCurrency(own) : { ...inCurrency(found), own: inCurrency(own) }
}
