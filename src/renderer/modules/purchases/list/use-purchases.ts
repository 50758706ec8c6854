import { computed, onScopeDispose, ref, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { personStatuses, type PersonStatus } from '../../../../shared/purchases/state.ts'
import { onEvent, request } from '../../../app/requests/client.ts'
import { queryText } from '../../../app/formats/query-text.ts'
import { useTask } from '../../../app/requests/use-task.ts'
import { usePurchasesStore } from './purchases-store.ts'

const pageSize = 50
const pause = 180

/** Lists the purchases: filtered, searched, and loaded page by page. */
export function usePurchases() {
  const route = useRoute()
  const router = useRouter()
  const store = usePurchasesStore()

  const status = computed<PersonStatus | null>(
    () => personStatuses.find((known) => known === queryText(route.query['status'])) ?? null,
  )
  const text = ref(queryText(route.query['q']) ?? '')
  const question = computed(() => ({ text: queryText(route.query['q']) ?? '', status: status.value }))
  const listing = useTask((offset: number) => request('purchases.list', { ...question.value, offset, limit: pageSize }))

  async function load(): Promise<void> {
    const key = JSON.stringify(question.value)
    const answer = await listing.run(0)
    if (!answer) return
    store.key = key
    store.rows = answer.purchases
    store.total = answer.total
    store.searched = answer.searched
  }
  async function more(): Promise<void> {
    const answer = await listing.run(store.rows.length)
    if (!answer) return
    const known = new Set(store.rows.map(({ id }) => id))
    store.rows = [...store.rows, ...answer.purchases.filter(({ id }) => !known.has(id))]
    store.total = answer.total
  }
  function filter(chosen: PersonStatus | null): void {
    const { status: _old, ...others } = route.query
    void router.replace({ query: chosen === null ? others : { ...others, status: chosen } })
  }

  let timer: ReturnType<typeof setTimeout> | undefined
  watch(text, (typed) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      const { q: _old, ...others } = route.query
      void router.replace({ query: typed.trim() === '' ? others : { ...others, q: typed.trim() } })
    }, pause)
  })
  watch(
    question,
    (input) => {
      if (route.name !== 'purchases') return
      if (JSON.stringify(input) !== store.key) store.total = null
      void load()
    },
    { immediate: true },
  )
  onScopeDispose(() => clearTimeout(timer))
  onScopeDispose(
    onEvent('purchase.changed', (changed) => {
      if (!store.replace(changed)) void load()
    }),
  )
  return { text, status, listing, load, more, filter }
}
