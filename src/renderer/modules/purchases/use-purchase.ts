import { onScopeDispose, ref, watch, type Ref } from 'vue'
import type { PurchaseView } from '../../../shared/purchases/views.ts'
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
  /** Whoever opens a purchase that is on its way wants to know how it stands now: it is looked for at once. */
  async function open(): Promise<void> {
    await load()
    const { id: opened, status } = purchase.value ?? {}
    // Where it cannot be looked for now, the page says until when.
    if (opened !== undefined && status === 'on-its-way')
      request('purchases.retry', { id: opened }).catch(() => undefined)
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
