import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { CatalogStatusView } from '../../../shared/catalog/views.ts'
import type { Rates } from '../../../shared/worth.ts'

/** The state of the catalog behind the prices, null before it was read, and the rates between its prices. */
export const useCatalogStore = defineStore('catalog', () => {
  const status = shallowRef<CatalogStatusView | null>(null)
  const rates = shallowRef<Rates>({})
  return { status, rates }
})
