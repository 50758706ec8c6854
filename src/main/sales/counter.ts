import type { CounterPages, CounterView } from '../../shared/kiosk/counter-views.ts'
import { AppError } from '../../shared/errors.ts'
import type { ProductRowView } from '../../shared/catalog/views.ts'
import type { Prices } from '../../shared/sales/views.ts'
import type { WritableDb } from '../db/connections.ts'
import { readCounter, writeCounter } from './shop-repository.ts'
import { fromSeenProduct, seenProductSchema, toSeenProduct } from '../favourites/seen-product.ts'
import type { CashPrices } from './prices/cash-prices.ts'
import { readLastSold } from './sales-repository.ts'
import type { OnSale } from '../../shared/catalog/on-sale.ts'

export interface CounterOptions {
  readonly ledger: WritableDb
  readonly onSale: OnSale
  /** The key of the service in use; null before there is one. */
  readonly service: () => string | null
  /** The policy's pages, which replace the manager's; null if it sets none. */
  readonly chosen: () => CounterPages | null
  /** How cash prices are calculated; null until the manager sets it. */
  readonly prices: () => Prices | null
  readonly cashPrices: Pick<CashPrices, 'of'>
}

/** Products sold last: the latest `among` sales, of which at most `most` products are shown. */
const recent = { among: 200, most: 12 }

type CounterProduct = CounterView['recent'][number]

/** The pages of the products that a shop sells most. */
export interface Counter {
  get(): CounterView
  /**
   * Replaces the pages. Throws AppError `no-profile`, `not-found` if a new product is not on sale, or `not-allowed` with the reason
   * `policy`.
   */
  set(pages: CounterPages): CounterView
}

/** Opens the counter of the ledger; it shows the catalog's current products. */
export function openCounter({ ledger, onSale, service, chosen, prices, cashPrices }: CounterOptions): Counter {
  const asSold = (product: ProductRowView): CounterProduct => ({ product, gone: false, price: cashPrices.of(product) })
  function show(sku: string, seen: unknown): CounterProduct {
    const found = onSale.product(sku)
    if (found !== null) return asSold(found)
    return { product: fromSeenProduct(seenProductSchema.parse(seen)), gone: onSale.isFilled(), price: null }
  }
  const onSaleOf = (skus: readonly string[]): ProductRowView[] => skus.flatMap((sku) => onSale.product(sku) ?? [])
  /** Shows only those of the policy's products that are on sale here. */
  function showChosen({ name, products }: CounterPages[number]): CounterView['pages'][number] {
    return { name, products: onSaleOf([...new Set(products)]).map(asSold) }
  }
  function get(): CounterView {
    const [given, current] = [chosen(), service()]
    const own = current === null ? [] : readCounter(ledger, current)
    return {
      currency: prices()?.currency ?? null,
      byPolicy: given !== null,
      pages:
        given?.map(showChosen) ??
        own.map(({ name, products }) => ({ name, products: products.map(({ sku, seen }) => show(sku, seen)) })),
      recent: onSaleOf(readLastSold(ledger, recent.among)).slice(0, recent.most).map(asSold),
    }
  }

  return {
    get,
    set(pages) {
      const current = service()
      if (current === null) throw new AppError('no-profile', 'No service was chosen yet')
      if (chosen() !== null) throw new AppError('not-allowed', 'The policy sets it', { details: { reason: 'policy' } })
      const known = new Map(readCounter(ledger, current).flatMap((page) => page.products.map((one) => [one.sku, one])))
      const keep = (sku: string): { sku: string; seen: unknown } => {
        const found = onSale.product(sku)
        const product = found === null ? known.get(sku) : { sku, seen: toSeenProduct(found) }
        if (product === undefined) throw new AppError('not-found', 'It is not on sale any more')
        return product
      }
      writeCounter(
        ledger,
        current,
        pages.map(({ name, products }) => ({ name, products: [...new Set(products)].map(keep) })),
      )
      return get()
    },
  }
}
