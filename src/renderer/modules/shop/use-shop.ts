import { onScopeDispose, watch } from 'vue'
import type { CatalogStatusView } from '../../../shared/catalog/views.ts'
import { useAppStore } from '../../app/stores/app-store.ts'
import { onEvent, request } from '../../app/requests/client.ts'
import { loadCounter } from '../../app/counter/use-counter.ts'
import { useCounterStore } from '../../app/counter/counter-store.ts'
import { loadDrafts, loadFavourites } from '../../app/saved/load-saved.ts'
import { useNoticesStore } from '../../app/stores/notices-store.ts'
import { useFormats } from '../../app/formats/use-formats.ts'
import { useTask } from '../../app/requests/use-task.ts'
import { useAgeLabel } from './use-age-label.ts'
import { useCounts } from './filters/use-counts.ts'
import { hasBrands, hasProducts, keyOf, useShopStore } from './shop-store.ts'
import { checkForChanges } from './changes/check-for-changes.ts'
import { useQuestion } from './results/use-question.ts'
import { useResults } from './results/use-results.ts'

/** Runs the shop's question: results first, then the counts of further choices. */
export function useShop() {
  const app = useAppStore()
  const store = useShopStore()
  const counter = useCounterStore()
  const question = useQuestion()
  const { shopQuery, currency } = question
  const notices = useNoticesStore()
  const formats = useFormats()
  const ages = useAgeLabel()
  const counts = useCounts(question)
  const results = useResults(() => counts.ask())

  const readingStatus = useTask(() => request('catalog.status'))
  const refreshing = useTask(() => request('catalog.refresh'))

  async function browse(): Promise<void> {
    if (shopQuery.value === null) return
    store.facetsKey = ''
    await results.load(shopQuery.value)
  }
  /** Stores the catalog's status; a new catalog repeats the question. */
  function take(status: CatalogStatusView): void {
    const isNew = status.refreshedAt !== store.status?.refreshedAt
    store.status = status
    if (!isNew) return
    void browse()
    if (counter.isInShop) void loadCounter().catch(() => undefined)
  }
  async function refresh(): Promise<void> {
    const status = await refreshing.run()
    if (status) take(status)
  }
  /** Refreshes on the user's request, and says so if the service cannot be reached or asks to wait. */
  async function refreshNow(): Promise<void> {
    await refresh()
    const failure = refreshing.error.value ?? store.status?.error
    const { code, details: { until } = {} } = failure ?? {}
    const age = ages.of(store.status, Date.now())
    if (age === '') return
    if (code === 'offline') notices.add('plain', 'shop.notRefreshedOffline', { values: { age } })
    if ((code === 'service-rate-limited' || code === 'service-budget-spent') && typeof until === 'number') {
      notices.add('plain', 'shop.notRefreshedWait', { values: { until: formats.value.clock(until, Date.now()), age } })
    }
    if (code === 'service-timeout') notices.add('plain', 'shop.notRefreshedLate', { values: { age } })
  }

  /** Returns whether the store already has the answer, after Back or a change of view. */
  function isHere(): boolean {
    const { value } = shopQuery
    if (value === null || store.shown === null) return false
    const key = keyOf(value)
    const [brands, products] = [store.brands.state, store.products.state].map((list) => list.key === key)
    return (brands || !hasBrands(value)) && (products || !hasProducts(value))
  }
  watch(
    shopQuery,
    (now) => {
      if (now === null) return
      if (!isHere()) return void results.load(now)
      store.shown = now
      counts.ask()
    },
    { immediate: true },
  )
  // The countries, and so the currency, may load later.
  watch(currency, () => counts.ask())
  watch(
    () => app.voice.state,
    (now, before) => {
      // A catalog that could not be loaded offline is loaded on reconnect.
      if (before === 'offline' && now === 'online' && store.status?.refreshedAt === null) void refresh()
    },
  )
  // This register entered shop mode while the shop was open.
  watch(
    () => counter.isInShop,
    (isInShop) => isInShop && void loadCounter().catch(() => undefined),
  )
  void readingStatus.run().then((status) => {
    // The results were requested together with the first status.
    if (store.status === null) store.status = status ?? null
    else if (status) take(status)
  })
  async function loadRecents(): Promise<void> {
    store.recents = await request('purchases.recents')
  }
  async function loadPeople(): Promise<void> {
    store.people = await request('people.boughtFor')
  }
  // The next customer must not see earlier purchases, so a clerk loads none.
  const recents = app.role === 'manager' ? [loadRecents(), loadPeople()] : []
  const reads = store.isTopLoaded ? [] : [loadFavourites(), loadDrafts()]
  // Cash prices may have changed, so each visit reads the counter again.
  const onCounter = counter.isInShop ? [loadCounter()] : []
  // These are conveniences: their own screens report failures.
  void Promise.allSettled([...recents, checkForChanges(), ...reads, ...onCounter]).then(
    () => (store.isTopLoaded = true),
  )
  onScopeDispose(onEvent('catalog.changed', take))
  return { ...question, error: results.error, showRange: results.showRange, refreshing, browse, refresh, refreshNow }
}
