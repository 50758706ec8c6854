import { onScopeDispose } from 'vue'
import type { BrowseInput } from '../../../../shared/catalog/views.ts'
import { request } from '../../../app/requests/client.ts'
import { useShopperStore } from '../../../app/stores/shopper-store.ts'
import { useNewest } from '../../../app/requests/use-newest.ts'
import { useAfterPause } from '../../../app/timing/after-pause.ts'
import { whenIdle } from '../../../app/timing/when-idle.ts'
import { keyOf, useShopStore } from '../shop-store.ts'
import type { Question } from '../results/use-question.ts'

/** Counts how many products each further choice would leave, once the results are on screen. */
export function useCounts({
  shopQuery,
  currency,
  isFiltered,
}: Pick<Question, 'shopQuery' | 'currency' | 'isFiltered'>): {
  /** Counts for the results on screen, unless they have counts or a newer question is running. */
  ask: () => void
} {
  const store = useShopStore()
  const shopper = useShopperStore()
  let isOpen = true
  /** Whether a count is scheduled for when the page is idle. */
  let isDue = false
  /** The search text of the last counts. */
  let countedText: string | null = null
  const afterPause = useAfterPause()

  const counting = useNewest(async (input: BrowseInput & { currency: string | null }) => {
    const facets = await request('catalog.facets', input)
    // A new catalog resets the types.
    const before = store.facetsKey === '' ? [] : store.types
    store.facets = facets
    store.facetsKey = JSON.stringify(input)
    countedText = input.text
    store.types = [...new Set([...before, ...facets.types.map(({ value }) => value)])]
    tellCountries()
  })
  function tellCountries(): void {
    const counts = store.facets?.countries ?? []
    shopper.countryCounts =
      isOpen && isFiltered.value && shopQuery.value?.question.first === null
        ? new Map(counts.map(({ value, count }) => [value, count]))
        : null
  }
  /** Returns the question of the results on screen; null while a newer one is running. */
  function onScreen(): (BrowseInput & { currency: string | null }) | null {
    if (shopQuery.value === null || store.shown === null || keyOf(shopQuery.value) !== keyOf(store.shown)) return null
    return { ...shopQuery.value.question, currency: currency.value }
  }
  function count(): void {
    isDue = false
    const input = onScreen()
    if (input === null) return
    // A running count may be for another question, one asked and withdrawn meanwhile.
    if (JSON.stringify(input) !== store.facetsKey || counting.running.value) void counting.ask(input)
    else tellCountries()
  }
  function askWhenIdle(): void {
    if (onScreen() === null || isDue) return
    isDue = true
    whenIdle(count)
  }
  function ask(): void {
    const input = onScreen()
    if (input === null) return
    // While someone types, each key sends one request: the results.
    if (countedText === null || countedText === input.text) askWhenIdle()
    else afterPause(askWhenIdle)
  }
  onScopeDispose(() => {
    isOpen = false
    shopper.countryCounts = null
  })
  return { ask }
}
