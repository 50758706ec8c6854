import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { CatalogStatusView } from '../../../shared/catalog/views.ts'

/** The state of the catalog behind the prices; null before it was read. */
export const useCatalogStore = defineStore('catalog', () => {
  const status = shallowRef<CatalogStatusView | null>(null)
  return { status }
})
