import { onScopeDispose, shallowRef } from 'vue'
import type { ActivityPlace, ActivityView } from '../../../shared/wallet/activity-views.ts'
import { onEvent, request } from '../../app/requests/client.ts'
import { useTask } from '../../app/requests/use-task.ts'

const PAGE = 20
const MOST_AT_ONCE = 100

/** Loads the activity of the account in use page by page, and again from the top when any of it changes. */
export function useActivity() {
  const entries = shallowRef<readonly ActivityView[] | null>(null)
  const next = shallowRef<ActivityPlace | null>(null)
  const loading = useTask((after: ActivityPlace | null, limit: number) => request('wallet.activity', { after, limit }))

  async function load(): Promise<void> {
    const shown = entries.value?.length ?? 0
    const page = await loading.run(null, Math.min(Math.max(shown, PAGE), MOST_AT_ONCE))
    if (!page) return
    entries.value = page.entries
    next.value = page.next
  }
  async function more(): Promise<void> {
    const page = await loading.run(next.value, PAGE)
    if (!page) return
    entries.value = [...(entries.value ?? []), ...page.entries]
    next.value = page.next
  }
  onScopeDispose(onEvent('purchase.changed', () => void load()))
  onScopeDispose(onEvent('transfer.changed', () => void load()))
  onScopeDispose(onEvent('received.changed', () => void load()))
  onScopeDispose(onEvent('external.changed', () => void load()))
  void load()
  return { entries, next, loading, load, more }
}
