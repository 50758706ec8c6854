import type { CounterPage, CounterProduct } from './counter-store.ts'

type Pages = readonly CounterPage[]

/** Returns the list with the entry at `from` moved `by` one position, if there is one. */
export function moved<T>(list: readonly T[], from: number, by: -1 | 1): T[] {
  const to = from + by
  const [one, other] = [list[from], list[to]]
  if (one === undefined || other === undefined) return [...list]
  return list.map((item, at) => (at === from ? other : at === to ? one : item))
}

/** Returns the pages with new products for the page at `index`. */
function withProducts(
  pages: Pages,
  index: number,
  make: (products: readonly CounterProduct[]) => CounterProduct[],
): CounterPage[] {
  return pages.map((page, at) => (at === index ? { ...page, products: make(page.products) } : page))
}

/** Returns the pages with a product added to the end of the page at `index`, or removed from it. */
export function toggled(pages: Pages, index: number, product: CounterProduct['product']): CounterPage[] {
  return withProducts(pages, index, (products) => {
    const others = products.filter((one) => one.product.sku !== product.sku)
    return others.length < products.length ? others : [...products, { product, gone: false, price: null }]
  })
}
