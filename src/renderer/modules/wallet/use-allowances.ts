import { computed, onScopeDispose, shallowRef } from 'vue'
import type { AllowancesView } from '../../../shared/allowances/views.ts'
import { onEvent, request } from '../../app/client.ts'
import { useTask } from '../../app/use-task.ts'

/** What may be taken out of the wallet, as last read and as main tells of it since; null before. */
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
