import { computed, onScopeDispose, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { BrowseInput } from '../../../shared/views.ts'
import { onEvent, request } from '../../app/client.ts'
import { queryText } from '../../app/query-text.ts'
import { useShopperStore } from '../../app/shopper-store.ts'
import { useTask } from '../../app/use-task.ts'
import { findPhone } from './phone-search.ts'
import { useShopStore } from './shop-store.ts'

const pageSize = 60
const productsAtOnce = 12

export type ShopFilter = 'type' | 'category' | 'subType'

/** What the shop asks for (search field, filters, country) and the answers, page by page as they come on screen. */
export function useShop() {
  const route = useRoute()
  const router = useRouter()
  const shopper = useShopperStore()
  const store = useShopStore()

  const text = computed(() => queryText(route.query['q']) ?? '')
  const phone = computed(() => findPhone(text.value, shopper.countries))
  const question = computed<BrowseInput>(() => ({
    // A phone number is whom to send to, not what to look for: it shows what can be sent there.
    text: phone.value ? '' : text.value,
    country: phone.value?.country ?? shopper.country,
    type: queryText(route.query['type']),
    category: queryText(route.query['category']),
    subType: queryText(route.query['subType']),
  }))
  const isFiltered = computed(() => {
    const { text: words, type, category, subType } = question.value
    return words !== '' || type !== null || category !== null || subType !== null
  })

  const asking = new Set<number>()
  const browsing = useTask(async (key: string) => {
    const input = question.value
    const [page, facets, products] = await Promise.all([
      request('catalog.browse', { ...input, offset: 0, limit: pageSize }),
      request('catalog.facets', input),
      input.text === '' ? null : request('catalog.search', { ...input, offset: 0, limit: productsAtOnce }),
    ])
    return { key, page, facets, products }
  })
  const looking = useTask(() => request('catalog.status'))
  const refreshing = useTask(() => request('catalog.refresh'))

  async function browse(): Promise<void> {
    const key = JSON.stringify(question.value)
    asking.clear()
    const answer = await browsing.run(key)
    if (!answer) return
    store.ask(answer.key)
    answer.page.brands.forEach((brand, index) => store.brands.set(index, brand))
    store.total = answer.page.total
    store.facets = answer.facets
    store.products = answer.products?.variants ?? []
    store.productsTotal = answer.products?.total ?? 0
  }

  /** Makes sure that the brands from `start` to `end` are there or asked for. */
  async function need(start: number, end: number): Promise<void> {
    const key = store.key
    for (let page = Math.floor(start / pageSize); page * pageSize < end; page++) {
      const offset = page * pageSize
      if (asking.has(offset) || store.brands.has(offset)) continue
      asking.add(offset)
      try {
        const { brands } = await request('catalog.browse', { ...question.value, offset, limit: pageSize })
        if (store.key === key) brands.forEach((brand, index) => store.brands.set(offset + index, brand))
      } catch {
        // The place stays empty and is asked for again when it next comes on screen.
        asking.delete(offset)
      }
    }
  }

  async function moreProducts(): Promise<void> {
    const { variants } = await request('catalog.search', {
      ...question.value,
      offset: store.products.length,
      limit: productsAtOnce * 2,
    })
    store.products = [...store.products, ...variants]
  }

  async function refresh(): Promise<void> {
    const status = await refreshing.run()
    if (status) store.status = status
  }
  function filter(name: ShopFilter, value: string | null): void {
    const { [name]: _old, ...others } = route.query
    // Sub-types belong to a type: another type starts without.
    if (name === 'type') delete others['subType']
    void router.replace({ query: value === null ? others : { ...others, [name]: value } })
  }

  watch(
    question,
    (asked) => {
      if (JSON.stringify(asked) !== store.key || store.total === null) void browse()
    },
    { immediate: true },
  )
  watch(phone, (found) => (shopper.carriedReference = found?.number ?? ''), { immediate: true })
  void looking.run().then((status) => {
    if (status) store.status = status
  })
  request('purchases.list', { limit: 30 }).then(
    ({ purchases }) => (store.recents = purchases),
    // Recents are a convenience; the purchases screen tells what is wrong.
    () => undefined,
  )
  onScopeDispose(
    onEvent('catalog.changed', (status) => {
      const isNew = status.refreshedAt !== store.status?.refreshedAt
      store.status = status
      if (isNew) void browse()
    }),
  )

  return { text, phone, question, isFiltered, browsing, refreshing, browse, need, moreProducts, refresh, filter }
}
