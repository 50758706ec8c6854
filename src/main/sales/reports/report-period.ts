import { compareDecimals } from '../../../shared/money.ts'
import { partsOf, spanOf, type Period } from '../../../shared/periods.ts'
import type { SalesReportView, SoldView } from '../../../shared/sales/views.ts'
import type { ReadableDb } from '../../db/connections.ts'
import { amountsOf, countSold, type SoldCount } from './count-sold.ts'
import { iterateReturned, iterateSold, type SaleEntry } from './period-repository.ts'

type CurrencyView = SalesReportView['currencies'][number]

/** The running totals of one currency. */
interface Book {
  readonly total: SoldCount
  readonly parts: readonly SoldCount[]
  readonly products: Map<string, { product: string; readonly count: SoldCount }>
  readonly clerks: Map<string | null, { readonly by: string | null; readonly count: SoldCount }>
}

/**
 * Adds up the sales and refunds of a day or a month, by hour or by day. A sale refunded within its shift counts no cost and no earnings, as
 * in the report of that shift. So the days of a shift add up to the shift. What took place in the shift `blind` is left out: with it,
 * anyone could work out what to count.
 */
export function reportPeriod(db: ReadableDb, period: Period, blind: number | null): SalesReportView {
  const starts = partsOf(period)
  const books = new Map<string, Book>()
  let isPartial = false

  function add(entry: SaleEntry, part: number, how: 'sold' | 'returned'): void {
    if (entry.tookPlaceIn === blind) {
      isPartial = true
      return
    }
    const { currency, sku, product, clerk, by } = entry
    const book = obtain(books, currency, () => newBook(starts.length))
    const ofProduct = obtain(book.products, sku, () => ({ product, count: countSold() }))
    // Its latest name.
    ofProduct.product = product
    const ofClerk = obtain(book.clerks, clerk, () => ({ by, count: countSold() }))
    const amounts = amountsOf(entry)
    for (const count of [book.total, book.parts[part], ofProduct.count, ofClerk.count]) count?.[how](amounts)
  }

  starts.forEach((from, part) => {
    const span = { from, to: starts[part + 1] ?? spanOf(period).to }
    for (const entry of iterateSold(db, span)) add(entry, part, 'sold')
    for (const entry of iterateReturned(db, span)) add(entry, part, 'returned')
  })
  const currencies = [...books].map(([currency, book]) => viewOf(currency, book, starts))
  return {
    period,
    without: isPartial ? blind : null,
    currencies: currencies.sort((a, b) => a.currency.localeCompare(b.currency)),
  }
}

function newBook(parts: number): Book {
  return {
    total: countSold(),
    parts: Array.from({ length: parts }, countSold),
    products: new Map(),
    clerks: new Map(),
  }
}

function viewOf(currency: string, { total, parts, products, clerks }: Book, starts: readonly number[]): CurrencyView {
  return {
    currency,
    total: total.view(),
    parts: parts.map((count, part) => ({ at: new Date(starts[part] ?? 0).toISOString(), ...count.view() })),
    products: [...products]
      .map(([sku, { product, count }]) => ({ sku, product, ...count.view() }))
      .sort((a, b) => most(a, b) || a.product.localeCompare(b.product)),
    clerks: [...clerks]
      .map(([clerk, { by, count }]) => ({ clerk, by, ...count.view() }))
      .sort((a, b) => most(a, b) || (a.by ?? '').localeCompare(b.by ?? '')),
  }
}

const most = (a: SoldView, b: SoldView): number => compareDecimals(b.takings, a.takings)

function obtain<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key) ?? make()
  map.set(key, found)
  return found
}
