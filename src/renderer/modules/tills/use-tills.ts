import { onMounted, onScopeDispose, shallowRef } from 'vue'
import type { TillsView } from '../../../shared/tills-views.ts'
import { onEvent, request } from '../../app/client.ts'
import { useTask } from '../../app/use-task.ts'

/** The tills that are followed. Opening them asks for what was not read lately; nothing else asks by itself. */
export function useTills() {
  const view = shallowRef<TillsView | null>(null)
  const loading = useTask(() => request('tills.list'))
  const looking = useTask((how: 'if-old' | 'newest') => request('tills.look', { address: null, how }))

  async function load(): Promise<void> {
    view.value = (await loading.run()) ?? view.value
    if (view.value !== null && loading.error.value === null) await look('if-old')
  }
  async function look(how: 'if-old' | 'newest'): Promise<void> {
    view.value = (await looking.run(how)) ?? view.value
  }
  onScopeDispose(onEvent('tills.changed', (changed) => (view.value = changed)))
  onMounted(load)
  return { view, error: loading.error, looking, load, look }
}
