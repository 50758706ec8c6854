import { onScopeDispose, ref, watch, type Ref } from 'vue'
import type { PurchaseView } from '../../../../shared/purchases/views.ts'
import { onEvent, request } from '../../../app/requests/client.ts'
import { useTask } from '../../../app/requests/use-task.ts'

/** Holds one purchase, and reads it again whenever main reports a change. */
export function usePurchase(id: Ref<string>) {
  const purchase = ref<PurchaseView | null>(null)
  const loading = useTask((wanted: string) => request('purchases.get', { id: wanted }))

  async function load(): Promise<void> {
    const read = await loading.run(id.value)
    if (read) purchase.value = read
  }
  /** Checks a purchase that is on its way as soon as the user opens it. */
  async function open(): Promise<void> {
    await load()
    const { id: opened, status } = purchase.value ?? {}
    // If it cannot be checked now, the page says until when.
    if (opened !== undefined && status === 'on-its-way')
      request('purchases.checkNow', { id: opened }).catch(() => undefined)
  }
  watch(
    id,
    () => {
      purchase.value = null
      void open()
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
