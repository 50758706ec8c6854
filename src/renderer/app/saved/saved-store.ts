import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { DraftRowView } from '../../../shared/drafts/views.ts'
import type { FavouriteKind, FavouritesView } from '../../../shared/favourites/views.ts'

/** A user's favourites and drafts with the current service. */
export const useSavedStore = defineStore('saved', () => {
  const favourites = shallowRef<FavouritesView>({ brands: [], products: [] })
  const drafts = shallowRef<readonly DraftRowView[]>([])
  const brands = computed(() => new Set(favourites.value.brands.map(({ brand }) => brand.slug)))
  const products = computed(() => new Set(favourites.value.products.map(({ product }) => product.sku)))

  const isStarred = (kind: FavouriteKind, key: string): boolean =>
    (kind === 'brand' ? brands.value : products.value).has(key)
  return { favourites, drafts, brands, products, isStarred }
})
