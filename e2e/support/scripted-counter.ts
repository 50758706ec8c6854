import type { RequestArgument, RequestOutput } from '../../src/shared/contract.ts'
import type { CounterView } from '../../src/shared/kiosk/counter-views.ts'
import { AppError } from '../../src/shared/errors.ts'
import type { Prices } from '../../src/shared/sales/views.ts'
import { priceInCash } from '../../src/main/sales/price-offered.ts'
import { scriptedVariants } from './scripted-catalog.ts'

type Request = 'counter.get' | 'counter.set'
type Product = CounterView['pages'][number]['products'][number]['product']

/** What a show or a test may change about a shop's counter; prices in cash are those of the script. */
export interface CounterScript {
  counter: Pick<CounterView, 'byPolicy' | 'pages'> & Partial<Pick<CounterView, 'recent'>>
  readonly prices: Prices | null
}

/** A page of the counter with scripted products, by their SKUs. */
export function scriptedPage(
  name: string,
  skus: readonly string[],
  gone: readonly string[] = [],
): CounterView['pages'][number] {
  const products = skus.map((sku) => scriptedVariants.find((one) => one.sku === sku) ?? scriptedVariants[0]!)
  return { name, products: products.map((product) => ({ product, gone: gone.includes(product.sku), price: null })) }
}

/** Plays the part of main for the counter's pages. */
export function createScriptedCounter(
  script: CounterScript,
  variantOf: (sku: string) => Product,
): { [N in Request]: (input: RequestArgument<N>) => RequestOutput<N> } {
  function get(): CounterView {
    const { prices, counter } = script
    const price = (product: Product): string | null =>
      prices && priceInCash(product, product.price.stableCoinValue, prices).price
    return {
      ...{ currency: prices?.currency ?? null, byPolicy: counter.byPolicy },
      pages: counter.pages.map(({ name, products }) => ({
        name,
        products: products.map(({ product, gone }) => ({ product, gone, price: gone ? null : price(product) })),
      })),
      recent: (counter.recent ?? []).map((one) => ({ ...one, price: price(one.product) })),
    }
  }
  return {
    'counter.get': get,
    'counter.set'({ pages }) {
      if (script.counter.byPolicy) throw new AppError('not-allowed', 'Policy', { details: { reason: 'policy' } })
      const known = script.counter.pages.flatMap(({ products }) => products)
      const productOf = (sku: string): (typeof known)[number] =>
        known.find(({ product }) => product.sku === sku) ?? { product: variantOf(sku), gone: false, price: null }
      const set = pages.map(({ name, products }) => ({ name, products: products.map(productOf) }))
      script.counter = { ...script.counter, byPolicy: false, pages: set }
      return get()
    },
  }
}
