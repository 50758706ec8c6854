import { defineStore } from 'pinia'
import { ref, shallowReactive, shallowRef } from 'vue'
import type { BrandTileView, CatalogStatusView, FacetsView, ProductRowView } from '../../../shared/catalog-views.ts'
import type { PurchaseRowView } from '../../../shared/views.ts'

/** What the shop shows; kept while other screens are open, so that coming back is instant and in the same place. */
export const useShopStore = defineStore('shop', () => {
  /** Which question the brands below answer. */
  const key = ref('')
  /** How many brands there are; null before the first answer. */
  const total = ref<number | null>(null)
  const brands = shallowReactive(new Map<number, BrandTileView>())
  const products = shallowRef<readonly ProductRowView[]>([])
  const productsTotal = ref(0)
  const facets = shallowRef<FacetsView | null>(null)
  const status = shallowRef<CatalogStatusView | null>(null)
  const recents = shallowRef<readonly PurchaseRowView[]>([])

  /** Forgets the answers to another question. */
  function ask(newKey: string): void {
    key.value = newKey
    total.value = null
    brands.clear()
    products.value = []
    productsTotal.value = 0
  }
  return { key, total, brands, products, productsTotal, facets, status, recents, ask }
})
