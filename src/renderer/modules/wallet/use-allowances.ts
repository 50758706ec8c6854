import { computed, onScopeDispose, shallowRef } from 'vue'
import type { AllowancesView } from '../../../shared/allowances/views.ts'
import { onEvent, request } from '../../app/requests/client.ts'
import { useTask } from '../../app/requests/use-task.ts'

/** Holds the wallet's allowances, as last read and updated by main's events; null before the first reading. */
export function useAllowances() {
  const networks = shallowRef<AllowancesView | null>(null)
  const reading = useTask((fresh: boolean) => request('allowances.list', { fresh }))
  const all = computed(() => networks.value?.flatMap(({ allowances }) => allowances) ?? [])

  async function load(fresh: boolean): Promise<void> {
    networks.value = (await reading.run(fresh)) ?? networks.value
  }
  onScopeDispose(onEvent('allowances.changed', (changed) => (networks.value = changed)))
  void load(false)
  return { networks, all, reading, load }
}
