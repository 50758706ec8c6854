import { onMounted, onScopeDispose, shallowRef } from 'vue'
import type { RegistersView } from '../../../shared/registers/views.ts'
import { onEvent, request } from '../../app/requests/client.ts'
import { useTask } from '../../app/requests/use-task.ts'

/** Lists the followed registers. Opening the list refreshes those not read recently; nothing else refreshes automatically. */
export function useRegisters() {
  const view = shallowRef<RegistersView | null>(null)
  const loading = useTask(() => request('registers.list'))
  const refreshing = useTask((how: 'if-old' | 'newest') => request('registers.refresh', { address: null, how }))

  async function load(): Promise<void> {
    view.value = (await loading.run()) ?? view.value
    if (view.value !== null && loading.error.value === null) await refresh('if-old')
  }
  /** How many events main has sent about the registers. */
  let eventCount = 0
  async function refresh(how: 'if-old' | 'newest'): Promise<void> {
    const before = eventCount
    const answer = await refreshing.run(how)
    // An event meanwhile is newer than the answer: reading may have stopped at once.
    if (answer && eventCount === before) view.value = answer
  }
  onScopeDispose(
    onEvent('registers.changed', (changed) => {
      eventCount++
      view.value = changed
    }),
  )
  onMounted(load)
  return { view, error: loading.error, refreshing, load, refresh }
}
