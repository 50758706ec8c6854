import { onScopeDispose, watch } from 'vue'
import type { BrowseInput } from '../../../shared/catalog-views.ts'
import { useAppStore } from '../../app/app-store.ts'
import { onEvent, request } from '../../app/client.ts'
import { useTask } from '../../app/use-task.ts'
import { useShopStore } from './shop-store.ts'
import { useQuestion } from './use-question.ts'

const pageSize = 60
const productsAtOnce = 12

/** What the shop asks for and the answers, page by page as they come on screen. */
export function useShop() {
  const app = useAppStore()
  const store = useShopStore()
  const asks = useQuestion()
  const { question } = asks

  const asking = new Set<number>()
  const browsing = useTask(async (input: BrowseInput) => {
    const [page, facets, products] = await Promise.all([
      request('catalog.browse', { ...input, offset: 0, limit: pageSize }),
      request('catalog.facets', input),
      input.text === '' ? null : request('catalog.search', { ...input, offset: 0, limit: productsAtOnce }),
    ])
    return { key: JSON.stringify(input), page, facets, products }
  })
  const looking = useTask(() => request('catalog.status'))
  const refreshing = useTask(() => request('catalog.refresh'))

  async function browse(): Promise<void> {
    if (question.value === null) return
    asking.clear()
    const answer = await browsing.run(question.value)
    if (!answer) return
    store.ask(answer.key)
    answer.page.brands.forEach((brand, index) => store.brands.set(index, brand))
    store.total = answer.page.total
    store.facets = answer.facets
    store.products = answer.products?.products ?? []
    store.productsTotal = answer.products?.ranked ?? 0
  }

  /** Makes sure that the brands from `start` to `end` are there or asked for. */
  async function need(start: number, end: number): Promise<void> {
    const { key } = store
    const asked = question.value
    if (asked === null) return
    for (let page = Math.floor(start / pageSize); page * pageSize < end; page++) {
      const offset = page * pageSize
      if (asking.has(offset) || store.brands.has(offset)) continue
      asking.add(offset)
      try {
        const { brands } = await request('catalog.browse', { ...asked, offset, limit: pageSize })
        if (store.key === key) brands.forEach((brand, index) => store.brands.set(offset + index, brand))
      } catch {
        // The place stays empty and is asked for again when it next comes on screen.
        asking.delete(offset)
      }
    }
  }

  async function moreProducts(): Promise<void> {
    if (question.value === null) return
    const { products } = await request('catalog.search', {
      ...question.value,
      offset: store.products.length,
      limit: productsAtOnce * 2,
    })
    store.products = [...store.products, ...products]
  }

  async function refresh(): Promise<void> {
    const status = await refreshing.run()
    if (status) store.status = status
  }

  watch(
    question,
    (asked) => {
      if (JSON.stringify(asked) !== store.key || store.total === null) void browse()
    },
    { immediate: true },
  )
  watch(
    () => app.voice.state,
    (now, before) => {
      // What could not be fetched without a connection is fetched with it.
      if (before === 'offline' && now === 'online' && store.status?.refreshedAt === null) void refresh()
    },
  )
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

  return { ...asks, browsing, refreshing, browse, need, moreProducts, refresh }
}
