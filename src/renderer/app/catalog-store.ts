import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { CatalogStatusView } from '../../shared/catalog/views.ts'

/** Where the catalog that prices come from stands; null before it was asked. */
export const useCatalogStore = defineStore('catalog', () => {
  const status = shallowRef<CatalogStatusView | null>(null)
  return { status }
})
