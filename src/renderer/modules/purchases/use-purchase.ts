import { onScopeDispose, ref, watch, type Ref } from 'vue'
import type { PurchaseView } from '../../../shared/views.ts'
import { onEvent, request } from '../../app/client.ts'
import { useTask } from '../../app/use-task.ts'

/** One purchase as it stands now, read again whenever main says that it moved. */
export function usePurchase(id: Ref<string>) {
  const purchase = ref<PurchaseView | null>(null)
  const loading = useTask((wanted: string) => request('purchases.get', { id: wanted }))

  async function load(): Promise<void> {
    const read = await loading.run(id.value)
    if (read) purchase.value = read
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
  return { purchase, loading, load }
}
