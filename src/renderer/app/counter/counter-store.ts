import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { CounterView } from '../../../shared/kiosk/counter-views.ts'
import type { Decimal } from '../../../shared/money.ts'
import { useAppStore } from '../stores/app-store.ts'

export type CounterPage = CounterView['pages'][number]
export type CounterProduct = CounterView['recent'][number]

/** The products on the counter of a shop's register, and the open page. */
export const useCounterStore = defineStore('counter', () => {
  const app = useAppStore()
  /** Null before it was read. */
  const counter = shallowRef<CounterView | null>(null)
  const open = ref(0)
  /** The number of changes made here: answers to earlier changes are ignored. */
  const changes = ref(0)

  const pages = computed<readonly CounterPage[]>(() => counter.value?.pages ?? [])
  const recent = computed(() => counter.value?.recent ?? [])
  const isEmpty = computed(() => pages.value.length === 0 && recent.value.length === 0)
  const isInShop = computed(() => app.app?.kiosk.on === true)
  /** Whether the current user may edit its pages. */
  const maySet = computed(
    () => isInShop.value && app.role === 'manager' && counter.value !== null && !counter.value.byPolicy,
  )
  const isOnPage = (page: CounterPage, sku: string): boolean => page.products.some(({ product }) => product.sku === sku)
  const isOn = (sku: string): boolean => pages.value.some((page) => isOnPage(page, sku))
  /** Returns what a customer pays in cash for a product; null if it is not known before a quote. */
  function cashPriceOf({ price }: CounterProduct): { readonly currency: string; readonly price: Decimal } | null {
    const currency = counter.value?.currency ?? null
    return price === null || currency === null ? null : { currency, price }
  }
  return { counter, open, changes, pages, recent, isEmpty, isInShop, maySet, isOnPage, isOn, cashPriceOf }
})
