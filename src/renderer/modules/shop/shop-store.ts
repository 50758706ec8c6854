import { defineStore } from 'pinia'
import { ref, shallowReactive, shallowRef } from 'vue'
import type {
  BrandTileView,
  BrowseInput,
  CatalogStatusView,
  FacetsView,
  ProductRowView,
  Sort,
} from '../../../shared/catalog/views.ts'
import type { RequestOutput } from '../../../shared/contract.ts'
import type { PurchaseRowView } from '../../../shared/purchases/views.ts'
import type { ShopView, ShownView } from './shop-address.ts'

/** What the shop is asked for, and whether brands or products are to be shown of it. */
export interface Asked {
  readonly question: BrowseInput
  readonly sort: Sort
  readonly view: ShownView
}

/** Which lists answer it. */
export const hasBrands = ({ view }: Asked): boolean => view !== 'products'
export const hasProducts = ({ view }: Asked): boolean => view !== 'brands'

/** What two equal questions share. */
export const keyOf = ({ question, sort }: Asked): string => JSON.stringify({ ...question, sort })

/** One page of a long list. */
export interface Page<T> {
  readonly items: readonly T[]
  readonly offset: number
  readonly total: number
}

function createResults<T>() {
  const results = shallowReactive({
    /** Which question the items answer. */
    key: '',
    /** How many there are; null before the first answer. */
    total: null as number | null,
    /** The item that the Tab key leads to. */
    active: 0,
  })
  const items = shallowReactive(new Map<number, T>())
  function add({ items: more, offset }: Page<T>): void {
    more.forEach((item, index) => items.set(offset + index, item))
  }
  return {
    state: results,
    items,
    add,
    /** Puts a new answer in the place of the old one; to the same question it keeps its place. */
    replace(key: string, page: Page<T>): void {
      if (key !== results.key) results.active = 0
      items.clear()
      add(page)
      results.key = key
      results.total = page.total
    },
  }
}
export type Results<T> = ReturnType<typeof createResults<T>>

/** What the shop shows; kept while other screens are open, so that coming back is instant and in the same place. */
export const useShopStore = defineStore('shop', () => ({
  brands: createResults<BrandTileView>(),
  products: createResults<ProductRowView>(),
  /** What is on screen answers this; null before the first answer. */
  shown: shallowRef<Asked | null>(null),
  /** In which list the focus last was, to be given back on return. */
  left: ref<ShopView | null>(null),
  /** The beginnings of words that were found. */
  marks: shallowRef<readonly string[]>([]),
  /** Words that nothing begins with, and what is shown in their place. */
  corrected: shallowRef<RequestOutput<'catalog.search'>['corrected']>([]),
  /** An amount that nothing or little costs, and what to search for instead. */
  nearest: shallowRef<RequestOutput<'catalog.search'>['nearest']>(null),
  facets: shallowRef<FacetsView | null>(null),
  /** Which question the counts answer. */
  facetsKey: ref(''),
  /** Product types seen in this catalog: a type without a match keeps its place. */
  types: shallowRef<readonly string[]>([]),
  status: shallowRef<CatalogStatusView | null>(null),
  recents: shallowRef<readonly PurchaseRowView[]>([]),
  /** What stands above the results was read, or could not be: shown before, they would jump when it comes. */
  isTopRead: ref(false),
}))
