import { z } from 'zod'
import type { NearestAmountsView, ProductRowView } from '../../../shared/catalog/views.ts'
import type { ReadableDb } from '../../db/connections.ts'
import { isDollarName } from '../../../shared/networks/coin-names.ts'
import { majors } from './currency-words.ts'
import { all, matchedShelves, rankShelves } from './ranking-repository.ts'
import { readRate } from './rates-repository.ts'
import type { TypedAmount } from './read-typed.ts'
import type { SearchQuery } from './search-query-repository.ts'

/** With more results, no other amount is offered; one of less than half or more than twice only if there is nothing nearer. */
const FEW = 12
const FEW_EXACT = 3
const MAX_TIMES = 2

type Money = NonNullable<SearchQuery['money']>

const priceRows = z.array(z.tuple([z.number(), z.string(), z.number()]))

/** A price on sale: so much of a currency, which costs so many coins. */
interface Price {
  readonly amount: number
  readonly currency: string
  readonly coins: number
}

/**
 * Returns the nearest amounts to offer with the `products` found. Null if there are many products, if one costs the typed amount and the
 * rest needs no help, or if no other amount is near.
 */
export function nearestAmounts(
  db: ReadableDb,
  query: SearchQuery,
  { products, ranked }: { readonly products: readonly ProductRowView[]; readonly ranked: number },
): NearestAmountsView | null {
  const { money, words, own } = query
  if (money !== null && own?.money)
    return costingInstead(db, own, own.money, products.some((one) => costs(one, money)) ? named(money) : null)
  if (money === null || ranked > FEW || products.length < ranked) return null
  const isThere = products.some((one) => costs(one, money))
  const isAbout = money.currencies?.some(isDollarName) ?? false
  if (isThere && (words !== null || isAbout || ranked > FEW_EXACT)) return null
  const searches = searchesNear(db, query, money, ranked === 0)
  return searches.length === 0
    ? null
    : { typed: named(money), isThere, instead: null, namesBrand: namesBrand(db, query), searches }
}

/** Returns the nearest amounts in the reader's own money, which buys nothing for the typed number, beside what costs it `instead`. */
const costingInstead = (
  db: ReadableDb,
  own: SearchQuery,
  money: Money,
  instead: string | null,
): NearestAmountsView => ({
  typed: named(money),
  isThere: false,
  instead,
  namesBrand: namesBrand(db, own),
  searches: searchesNear(db, own, money, true),
})

function searchesNear(
  db: ReadableDb,
  query: SearchQuery,
  money: Money,
  isFar: boolean,
): NearestAmountsView['searches'] {
  return pricesNear(db, query, money, isFar).map(({ amount, currency }) => ({
    text: [money.beside, amount, currency].filter(Boolean).join(' '),
    words: money.beside,
    currency,
    value: String(amount),
  }))
}

/** Returns whether all words of a search are whole words of a brand's name. */
function namesBrand(db: ReadableDb, { words, corrected }: SearchQuery): boolean {
  if (words === null || corrected.length > 0) return false
  const sql = 'SELECT 1 FROM shelf_words WHERE shelf_words MATCH ? LIMIT 1'
  return db.prepare(sql).get(words.tiers[0]) !== undefined
}

/** Returns a typed amount with its currency, as far as one is meant: "20000 COP"; a bare number or coins stay as typed. */
function named({ digits, value, currencies }: Money): string {
  const code = currencies && currencyMeant(currencies)
  return code === null ? digits : `${isDollarName(code) ? digits : value} ${code}`
}

/**
 * Returns the nearest prices below and above an amount, by its number; where its currency has none near, or may be another, also by what
 * it is worth.
 */
function pricesNear(db: ReadableDb, query: SearchQuery, money: TypedAmount, isFar: boolean): Price[] {
  const { value, currencies } = money
  const times = isFar ? Number.MAX_SAFE_INTEGER : MAX_TIMES
  const isNear = (one: number, typed: number): boolean => one >= typed / MAX_TIMES && one <= typed * MAX_TIMES
  const inCoins = currencies?.some(isDollarName) ?? false
  const byNumber = inCoins ? [] : neighbours(db, query, 'v.fiat_amount', value, times)
  const nearByNumber = byNumber.filter(({ amount }) => isNear(amount, value))
  if (currencies === null || (nearByNumber.length > 0 && currencies.length === 1))
    return nearByNumber.length > 0 ? nearByNumber : byNumber
  const worth = worthOf(db, value, currencies)
  const inAll = { ...query, shelf: query.chosen }
  const byWorth = worth === null ? [] : neighbours(db, inAll, 'v.coin_value', worth, times)
  const near = [...nearByNumber, ...byWorth.filter(({ coins }) => isNear(coins, worth ?? 0))]
  const found = near.length > 0 ? near : [...byNumber, ...byWorth]
  return [...new Map(found.map((price) => [`${price.amount} ${price.currency}`, price])).values()]
}

/** Returns the matching prices next below and above a value in one column, within so many times of it. */
function neighbours(
  db: ReadableDb,
  query: SearchQuery,
  column: 'v.fiat_amount' | 'v.coin_value',
  value: number,
  times: number,
): Price[] {
  const { words, shelf, unfound, values } = query
  // With filters only few shelves are searched; otherwise the index leads to the next amount.
  const isChosen = words !== null || shelf.length > 0
  const from = isChosen ? 'ranked r CROSS JOIN variants v ON v.shelf_id = r.id' : 'variants v'
  const bound = { ...values, ...rankShelves(db, query, 'price'), value }
  const next = (range: string, order: string): Price[] => {
    const sql = `WITH ${matchedShelves(query)} SELECT v.fiat_amount, s.fiat_currency, v.coin_value
      FROM ${from} CROSS JOIN shelves s ON s.id = v.shelf_id WHERE ${range} AND ${all(unfound)}
      ORDER BY ${column} ${order} LIMIT 1`
    const rows = priceRows.parse(db.prepare(sql).raw().all(bound))
    return rows.map(([amount, currency, coins]) => ({ amount, currency, coins }))
  }
  return [
    ...next(`${column} < :value AND ${column} >= :value / ${times}`, 'DESC'),
    ...next(`${column} > :value AND ${column} <= :value * ${times}`, 'ASC'),
  ]
}

/** Returns the currency or coin that is most likely meant; null if several are as likely. */
const currencyMeant = (currencies: readonly string[]): string | null =>
  majors.find((code) => currencies.includes(code)) ?? (currencies.length === 1 ? (currencies[0] ?? null) : null)

/** Returns what an amount is worth in coins, by the catalog's own prices; null if unknown. */
function worthOf(db: ReadableDb, value: number, currencies: readonly string[]): number | null {
  const code = currencyMeant(currencies)
  if (code === null) return null
  if (isDollarName(code)) return value
  const perCoin = readRate(db, code)
  return perCoin === null ? null : value / perCoin
}

function costs({ price }: ProductRowView, { value, decimals, currencies }: TypedAmount): boolean {
  // What costs about so many coins is all that was asked for.
  if (currencies?.some(isDollarName)) return true
  const amount = Number(price.fiatValue)
  const isMeant = currencies === null || currencies.includes(price.fiatCurrency)
  return isMeant && amount >= value && amount < value + 10 ** -decimals
}
