import { onScopeDispose, ref, watch, type Ref } from 'vue'
import type { RequestName } from '../../../shared/contract.ts'
import type { PurchaseView } from '../../../shared/views.ts'
import { onEvent, request } from '../../app/client.ts'
import { useTask } from '../../app/use-task.ts'

type Action = Extract<RequestName, 'purchases.retry' | 'purchases.waiveRefund'>

/** One purchase as it stands now, read again whenever main says that it moved. */
export function usePurchase(id: Ref<string>) {
  const purchase = ref<PurchaseView | null>(null)
  const loading = useTask((wanted: string) => request('purchases.get', { id: wanted }))
  const acting = useTask((action: Action, wanted: string) => request(action, { id: wanted }))

  async function load(): Promise<void> {
    const read = await loading.run(id.value)
    if (read) purchase.value = read
  }
  async function act(action: Action): Promise<void> {
    const changed = await acting.run(action, id.value)
    if (changed) purchase.value = changed
  }
  watch(
    id,
    () => {
      purchase.value = null
      void load()
    },
    { immediate: true },
  )
  onScopeDispose(
    onEvent('purchase.changed', (changed) => {
      if (changed.id === id.value) void load()
    }),
  )
  return { purchase, loading, acting, load, act }
}
