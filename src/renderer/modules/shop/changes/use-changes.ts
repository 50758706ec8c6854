import { computed, onScopeDispose, ref, watch } from 'vue'
import type { ChangeKind, ChangeView } from '../../../../shared/catalog/views.ts'
import { onEvent, request } from '../../../app/requests/client.ts'
import { useTask } from '../../../app/requests/use-task.ts'
import { useChangesStore, type ChangeCounts, type ShownChanges } from './changes-store.ts'

const pageSize = 100
const filterOf = (shown: ShownChanges): { kind: ChangeKind | null; yours: boolean } => ({
  kind: shown === 'all' || shown === 'yours' ? null : shown,
  yours: shown === 'yours',
})
const isOf = (change: ChangeView, shown: ShownChanges): boolean =>
  shown === 'yours' ? change.yours : change.kind === shown
const totalOf = (counts: ChangeCounts): number => Object.values(counts).reduce((sum, count) => sum + count, 0)

/** Lists the catalog's changes, the user's own apart, and marks them as seen when the page closes. Back shows the same list again. */
export function useChanges() {
  const store = useChangesStore()
  const kind = ref<ShownChanges>('all')
  /** Whether main has marked everything as seen, so the list comes from the store. */
  const isPast = ref(false)

  const ask = (offset: number) => request('catalog.changes', { ...filterOf(kind.value), offset, limit: pageSize })
  const loading = useTask(() => ask(0))
  const adding = useTask((offset: number) => ask(offset))

  async function load(): Promise<void> {
    const answer = await loading.run()
    if (!answer) return
    isPast.value = totalOf(answer.counts) === 0 && store.lists.size > 0
    if (isPast.value) return
    if (kind.value === 'all') store.lists.clear()
    store.lists.set(kind.value, answer.changes)
    store.counts = answer.counts
    store.yours = answer.yours
    store.since = answer.since
  }
  async function more(): Promise<void> {
    const [wanted, before] = [kind.value, listed.value]
    const answer = await adding.run(before.length)
    if (answer && wanted === kind.value) store.lists.set(wanted, [...before, ...answer.changes])
  }

  watch(kind, load, { immediate: true })
  onScopeDispose(
    onEvent('catalog.changed', ({ refreshing }) => {
      if (!refreshing) void load()
    }),
  )
  onScopeDispose(() => {
    if (isPast.value || store.lists.size === 0) return
    store.summary = null
    // If this fails, the changes are shown again next time.
    request('catalog.seen').catch(() => undefined)
  })

  const listed = computed<readonly ChangeView[]>(
    () => store.lists.get(kind.value) ?? (store.lists.get('all') ?? []).filter((change) => isOf(change, kind.value)),
  )
  const yours = computed(() => listed.value.filter((change) => change.yours))
  const others = computed(() => listed.value.filter((change) => !change.yours))
  const total = computed(() => (store.counts ? totalOf(store.counts) : 0))
  const available = computed(() => {
    if (kind.value === 'all') return total.value
    return kind.value === 'yours' ? store.yours : (store.counts?.[kind.value] ?? 0)
  })
  const hasMore = computed(() => !isPast.value && listed.value.length < available.value)
  return { kind, loading, load, adding, more, hasMore, total, listed, yours, others }
}
