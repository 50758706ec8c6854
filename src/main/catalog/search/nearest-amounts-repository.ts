import { z } from 'zod'
import type { ProductRowView } from '../../../shared/catalog/views.ts'
import type { ReadableDb } from '../../db/connections.ts'
import type { SearchQuery } from './search-query-repository.ts'
import { all, matchedShelves, rankShelves } from './ranking-repository.ts'
import type { TypedAmount } from './read-typed.ts'

/** A typed amount, and the same search with the nearest amounts on sale below and above it. */
export interface NearestAmounts {
  readonly typed: string
  /** Whether something costs exactly that. */
  readonly isThere: boolean
  readonly searches: string[]
}

/** With more results, no other amount is offered; one of less than half or more than twice only if there is nothing nearer. */
const FEW = 12
const FEW_EXACT = 3
const MAX_TIMES = 2

const amounts = z.tuple([z.number().nullable(), z.number().nullable()])

/**
 * Returns the nearest amounts to offer with the `products` found for `text`. Null if there are many products, if one costs the typed amount
 * and the rest needs no help, or if no other amount is near.
 */
export function nearestAmounts(
  db: ReadableDb,
  text: string,
  query: SearchQuery,
  { products, ranked }: { readonly products: readonly ProductRowView[]; readonly ranked: number },
): NearestAmounts | null {
  const { money, words, shelf, unfound, values } = query
  if (money === null || ranked > FEW || products.length < ranked) return null
  const isThere = products.some((one) => costs(one, money))
  if (isThere && (words !== null || ranked > FEW_EXACT)) return null
  const times = ranked === 0 ? Number.MAX_SAFE_INTEGER : MAX_TIMES
  // With filters only few shelves are searched; otherwise the index leads to the next amount.
  const isChosen = words !== null || shelf.length > 0
  const from = isChosen ? 'ranked r CROSS JOIN variants v ON v.shelf_id = r.id' : 'variants v'
  const next = (range: string, order: string): string =>
    `(SELECT v.fiat_amount FROM ${from} CROSS JOIN shelves s ON s.id = v.shelf_id
      WHERE ${range} AND ${all(unfound)} ORDER BY v.fiat_amount ${order} LIMIT 1)`
  const sql = `WITH ${matchedShelves(query)} SELECT
    ${next(`v.fiat_amount < :money AND v.fiat_amount >= :money / ${times}`, 'DESC')},
    ${next(`v.fiat_amount > :money AND v.fiat_amount <= :money * ${times}`, 'ASC')}`
  const bound = { ...values, ...rankShelves(db, query, 'price'), money: money.value }
  const found = amounts.parse(db.prepare(sql).raw().get(bound)).filter((amount) => amount !== null)
  if (found.length === 0) return null
  const near = found.filter((amount) => amount >= money.value / MAX_TIMES && amount <= money.value * MAX_TIMES)
  const typed = text.normalize('NFC')
  const [before, after] = [typed.slice(0, money.at), typed.slice(money.at + money.digits.length)]
  return {
    typed: money.digits,
    isThere,
    searches: (near.length > 0 ? near : found).map((amount) => `${before}${amount}${after}`.trim()),
  }
}

function costs({ price }: ProductRowView, { value, decimals, currencies }: TypedAmount): boolean {
  const amount = Number(price.fiatValue)
  const isMeant = currencies === null || currencies.includes(price.fiatCurrency)
  return isMeant && amount >= value && amount < value + 10 ** -decimals
}
