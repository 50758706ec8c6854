import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { CounterView } from '../../../shared/kiosk/counter-views.ts'
import { useAppStore } from '../app-store.ts'

export type CounterPage = CounterView['pages'][number]
export type CounterProduct = CounterView['recent'][number]

/** What stands on the counter of a till in a shop, and the page that is open. */
export const useCounterStore = defineStore('counter', () => {
  const app = useAppStore()
  /** Null until it was read. */
  const counter = shallowRef<CounterView | null>(null)
  const open = ref(0)
  /** How often it was changed here: an answer to an earlier change no longer counts. */
  const changes = ref(0)

  const pages = computed<readonly CounterPage[]>(() => counter.value?.pages ?? [])
  const recent = computed(() => counter.value?.recent ?? [])
  const isEmpty = computed(() => pages.value.length === 0 && recent.value.length === 0)
  const isInShop = computed(() => app.app?.kiosk.on === true)
  /** Whether whoever is here may set its pages. */
  const maySet = computed(
    () => isInShop.value && app.role === 'manager' && counter.value !== null && !counter.value.byPolicy,
  )
  const isOnPage = (page: CounterPage, sku: string): boolean => page.products.some(({ product }) => product.sku === sku)
  const isOn = (sku: string): boolean => pages.value.some((page) => isOnPage(page, sku))
  return { counter, open, changes, pages, recent, isEmpty, isInShop, maySet, isOnPage, isOn }
})
