import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { TillOutcome } from '../../../shared/registers/limits.ts'
import type { TillPurchaseView, TillsView, TillView } from '../../../shared/registers/views.ts'
import { onEvent, request } from '../../app/client.ts'
import { useNewest } from '../../app/use-newest.ts'
import { useTask } from '../../app/use-task.ts'

const STEP = 60
/** Most that is asked for at once. */
const MOST = 200

/** Another till's purchases as far as they were read, the newest first, and the ways to read on. */
export function useTill(address: TillView['address']) {
  const outcome = ref<TillOutcome | null>(null)
  const till = shallowRef<TillView | null>(null)
  const stopped = shallowRef<TillsView['stopped']>(null)
  const purchases = shallowRef<readonly TillPurchaseView[]>([])
  const total = ref(0)

  const listing = useNewest(async ({ count, of }: { count: number; of: TillOutcome | null }) => {
    const found: TillPurchaseView[] = []
    for (;;) {
      const limit = Math.min(MOST, count - found.length)
      const page = await request('tills.purchases', { address, outcome: of, offset: found.length, limit })
      found.push(...page.purchases)
      ;[till.value, total.value] = [page.till, page.total]
      if (found.length >= count || page.purchases.length < limit) break
    }
    purchases.value = found
  })
  const looking = useTask((how: 'newest' | 'older') => request('tills.look', { address, how }))

  const load = (count = Math.max(STEP, purchases.value.length)): Promise<void> =>
    listing.ask({ count, of: outcome.value })
  const more = (): Promise<void> => load(purchases.value.length + STEP)
  function take(view: TillsView): void {
    stopped.value = view.stopped
    const found = view.tills.find((one) => one.address === address)
    const wasReading = isReading.value
    if (found) till.value = found
    if (wasReading && !isReading.value) void load()
  }
  /** How often main told of the tills by itself. */
  let told = 0
  async function look(how: 'newest' | 'older'): Promise<void> {
    const before = told
    const view = await looking.run(how)
    // What was told meanwhile is newer than the answer.
    if (view && told === before) take(view)
    // It may have been read, or refused, before the answer came.
    if (!isReading.value) await load()
  }
  const isReading = computed(() => till.value?.state === 'reading' || till.value?.state === 'next')

  watch(outcome, () => load(STEP))
  onScopeDispose(
    onEvent('tills.changed', (changed) => {
      told++
      take(changed)
    }),
  )
  void load()
  return { outcome, till, stopped, purchases, total, error: listing.error, looking, isReading, load, more, look }
}
