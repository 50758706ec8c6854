import type { CounterPage, CounterProduct } from './counter-store.ts'

type Pages = readonly CounterPage[]

/** The list with what is at `from` moved `by` places, as far as there are any. */
export function moved<T>(list: readonly T[], from: number, by: -1 | 1): T[] {
  const to = from + by
  const [one, other] = [list[from], list[to]]
  if (one === undefined || other === undefined) return [...list]
  return list.map((item, place) => (place === from ? other : place === to ? one : item))
}

/** The pages with the products of the one at `index` made anew. */
export function withProducts(
  pages: Pages,
  index: number,
  make: (products: readonly CounterProduct[]) => CounterProduct[],
): CounterPage[] {
  return pages.map((page, place) => (place === index ? { ...page, products: make(page.products) } : page))
}

/** The pages with a product at the end of the one at `index`, or taken from it where it stands there. */
export function toggled(pages: Pages, index: number, product: CounterProduct['product']): CounterPage[] {
  return withProducts(pages, index, (products) => {
    const others = products.filter((one) => one.product.sku !== product.sku)
    return others.length < products.length ? others : [...products, { product, gone: false, price: null }]
  })
}
