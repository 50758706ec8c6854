import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { RegisterOutcome } from '../../../shared/registers/outcomes.ts'
import type { RegisterPurchaseView, RegistersView, RegisterView } from '../../../shared/registers/views.ts'
import { onEvent, request } from '../../app/requests/client.ts'
import { useNewest } from '../../app/requests/use-newest.ts'
import { useTask } from '../../app/requests/use-task.ts'

const STEP = 60
/** The largest page that one request may ask for. */
const MAX_PAGE = 200

/** Reads another register's purchases, newest first, page by page. */
export function useRegister(address: RegisterView['address']) {
  const outcome = ref<RegisterOutcome | null>(null)
  const register = shallowRef<RegisterView | null>(null)
  const stopped = shallowRef<RegistersView['stopped']>(null)
  const purchases = shallowRef<readonly RegisterPurchaseView[]>([])
  const total = ref(0)

  const listing = useNewest(async ({ count, of }: { count: number; of: RegisterOutcome | null }) => {
    const found: RegisterPurchaseView[] = []
    for (;;) {
      const limit = Math.min(MAX_PAGE, count - found.length)
      const page = await request('registers.purchases', { address, outcome: of, offset: found.length, limit })
      found.push(...page.purchases)
      ;[register.value, total.value] = [page.register, page.total]
      if (found.length >= count || page.purchases.length < limit) break
    }
    purchases.value = found
  })
  const refreshing = useTask((how: 'newest' | 'older') => request('registers.refresh', { address, how }))

  const load = (count = Math.max(STEP, purchases.value.length)): Promise<void> =>
    listing.ask({ count, of: outcome.value })
  const more = (): Promise<void> => load(purchases.value.length + STEP)
  function take(view: RegistersView): void {
    stopped.value = view.stopped
    const found = view.registers.find((one) => one.address === address)
    const wasReading = isReading.value
    if (found) register.value = found
    if (wasReading && !isReading.value) void load()
  }
  /** How many events main has sent about the registers. */
  let eventCount = 0
  async function refresh(how: 'newest' | 'older'): Promise<void> {
    const before = eventCount
    const view = await refreshing.run(how)
    // An event meanwhile is newer than the answer.
    if (view && eventCount === before) take(view)
    // The reading may have finished, or failed, before the answer came.
    if (!isReading.value) await load()
  }
  const isReading = computed(() => register.value?.state === 'reading' || register.value?.state === 'next')

  watch(outcome, () => load(STEP))
  onScopeDispose(
    onEvent('registers.changed', (changed) => {
      eventCount++
      take(changed)
    }),
  )
  void load()
  return {
    outcome,
    register,
    stopped,
    purchases,
    total,
    error: listing.error,
    refreshing,
    isReading,
    load,
    more,
    refresh,
  }
}
