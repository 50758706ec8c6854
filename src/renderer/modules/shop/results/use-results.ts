import type { AppError } from '../../../../shared/errors.ts'
import type { Ref } from 'vue'
import { request } from '../../../app/requests/client.ts'
import { useNewest } from '../../../app/requests/use-newest.ts'
import { hasBrands, hasProducts, keyOf, useShopStore, type ShopQuery, type Page, type Results } from '../shop-store.ts'

const pageSize = 60

interface Span {
  readonly start: number
  readonly end: number
}
type ListName = 'brands' | 'products'

/** Reads the brands and products that answer a question, in pages as they are scrolled to. Calls `onAnswer` when the first page has
 * arrived, not for later ones. */
export function useResults(onAnswer: () => void): {
  load: (shopQuery: ShopQuery) => Promise<void>
  error: Readonly<Ref<AppError | null>>
  showRange: (list: ListName, start: number, end: number) => void
} {
  const store = useShopStore()
  /** The last visible range of each list. */
  const wanted: Record<ListName, Span> = { brands: { start: 0, end: 0 }, products: { start: 0, end: 0 } }

  async function readBrands({ question, sort }: ShopQuery, offset: number) {
    const { brands, total } = await request('catalog.browse', { ...question, sort, offset, limit: pageSize })
    return { items: brands, offset, total }
  }
  /** Reads a page of products, and with it the page of brands that begins at `brandsFrom`. */
  async function readBoth({ question, sort }: ShopQuery, offset: number, brandsFrom: number | null) {
    const input = { ...question, sort, offset, limit: pageSize, brandsFrom }
    const { brands, products, ranked, marks, corrected, nearest, beside, types, amount } = await request(
      'catalog.search',
      input,
    )
    return {
      brands: brands && { items: brands.brands, offset: brandsFrom ?? 0, total: brands.total },
      products: { items: products, offset, total: ranked, marks, corrected, nearest, beside, types, amount },
    }
  }
  /** Returns what a question needs in one request. Only the product search knows the words to mark in the brands found. */
  async function readFirst(shopQuery: ShopQuery, key: string) {
    const brandsFrom = hasBrands(shopQuery) ? startOf('brands', key) : null
    if (hasProducts(shopQuery) || shopQuery.question.text !== '')
      return readBoth(shopQuery, startOf('products', key), brandsFrom)
    return { brands: await readBrands(shopQuery, brandsFrom ?? 0), products: null }
  }
  const readProducts = async (shopQuery: ShopQuery, offset: number) =>
    (await readBoth(shopQuery, offset, null)).products
  /** Returns the first offset to read: 0 for a new question, the visible page for a repeated one. */
  function startOf(list: ListName, key: string): number {
    const isSame = store[list].state.key === key
    return isSame ? Math.floor(wanted[list].start / pageSize) * pageSize : 0
  }

  const loading = useNewest(async (shopQuery: ShopQuery) => {
    const key = keyOf(shopQuery)
    const { brands, products } = await readFirst(shopQuery, key)
    if (brands) store.brands.replace(key, brands)
    if (products) store.products.replace(key, products)
    store.marks = products?.marks ?? []
    store.corrected = products?.corrected ?? []
    store.nearest = products?.nearest ?? null
    store.beside = products?.beside ?? null
    store.typesNamed = products?.types ?? []
    store.amount = products?.amount ?? null
    store.shown = shopQuery
    onAnswer()
    if (brands) void paging.brands.ask(wanted.brands)
    if (products) void paging.products.ask(wanted.products)
  })

  function pagesOf<T>(
    list: ListName,
    results: Results<T>,
    read: (shopQuery: ShopQuery, offset: number) => Promise<Page<T>>,
  ) {
    return useNewest(async ({ start, end }: Span) => {
      const { shown } = store
      const { key, total } = results.state
      if (shown === null || keyOf(shown) !== key) return
      for (
        let offset = Math.floor(start / pageSize) * pageSize;
        offset < Math.min(end, total ?? 0);
        offset += pageSize
      ) {
        // Skip pages that were scrolled past meanwhile.
        const isScrolledPast = offset >= wanted[list].end || offset + pageSize <= wanted[list].start
        if (results.items.has(offset) || isScrolledPast) continue
        const page = await read(shown, offset)
        if (results.state.key !== key) return
        results.add(page)
      }
    })
  }
  // A failed page stays empty and is requested again when it is next scrolled to.
  const paging = {
    brands: pagesOf('brands', store.brands, readBrands),
    products: pagesOf('products', store.products, readProducts),
  }
  function showRange(list: ListName, start: number, end: number): void {
    wanted[list] = { start, end }
    void paging[list].ask(wanted[list])
  }
  return { load: loading.ask, error: loading.error, showRange }
}
