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
import type { BoughtForView } from '../../../shared/people/views.ts'
import type { RecentPurchaseView } from '../../../shared/purchases/views.ts'
import type { ShopView, ShownView } from './shop-address.ts'

/** The shop's question, and whether to show brands or products. */
export interface ShopQuery {
  readonly question: BrowseInput
  readonly sort: Sort
  readonly view: ShownView
}

export const hasBrands = ({ view }: ShopQuery): boolean => view !== 'products'
export const hasProducts = ({ view }: ShopQuery): boolean => view !== 'brands'

/** Returns a key that equal questions share. */
export const keyOf = ({ question, sort }: ShopQuery): string => JSON.stringify({ ...question, sort })

/** One page of a long list. */
export interface Page<T> {
  readonly items: readonly T[]
  readonly offset: number
  readonly total: number
}

function createResults<T>() {
  const results = shallowReactive({
    /** The key of the question that the items answer. */
    key: '',
    /** The number of results; null before the first answer. */
    total: null as number | null,
    /** The index of the item in the Tab order. */
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
    /** Replaces the results; for the same question the active item stays. */
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

/** The shop's results. They survive a visit to other screens, so that Back is instant and returns to the same place. */
export const useShopStore = defineStore('shop', () => ({
  brands: createResults<BrandTileView>(),
  products: createResults<ProductRowView>(),
  /** The question that the results on screen answer; null before the first answer. */
  shown: shallowRef<ShopQuery | null>(null),
  /** The list that last had the focus, which Back restores. */
  focusedView: ref<ShopView | null>(null),
  /** The matched beginnings of words. */
  marks: shallowRef<readonly string[]>([]),
  /** Words that nothing matches, and their corrections. */
  corrected: shallowRef<RequestOutput<'catalog.search'>['corrected']>([]),
  /** An amount that no or few products cost, and the searches to try instead. */
  nearest: shallowRef<RequestOutput<'catalog.search'>['nearest']>(null),
  /** The words of the search that may be a name, beside an amount or a kind of product; null without these. */
  beside: shallowRef<string | null>(null),
  /** The product types that the search names. */
  typesNamed: shallowRef<readonly string[]>([]),
  /** The amount of the search, with its currencies; null without one. */
  amount: shallowRef<RequestOutput<'catalog.search'>['amount']>(null),
  facets: shallowRef<FacetsView | null>(null),
  /** The key of the question that the counts answer. */
  facetsKey: ref(''),
  /** Product types seen in this catalog; a type without matches stays in the filter. */
  types: shallowRef<readonly string[]>([]),
  status: shallowRef<CatalogStatusView | null>(null),
  people: shallowRef<readonly BoughtForView[]>([]),
  recents: shallowRef<readonly RecentPurchaseView[]>([]),
  /** Whether everything above the results was read, or failed; results shown earlier would jump. */
  isTopLoaded: ref(false),
}))
