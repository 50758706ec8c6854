import { onMounted, onScopeDispose, shallowRef } from 'vue'
import type { TillsView } from '../../../shared/registers/views.ts'
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
  /** How often main told of the tills by itself. */
  let told = 0
  async function look(how: 'if-old' | 'newest'): Promise<void> {
    const before = told
    const answer = await looking.run(how)
    // What was told meanwhile is newer than the answer: reading may have stopped at once.
    if (answer && told === before) view.value = answer
  }
  onScopeDispose(
    onEvent('tills.changed', (changed) => {
      told++
      view.value = changed
    }),
  )
  onMounted(load)
  return { view, error: loading.error, looking, load, look }
}
