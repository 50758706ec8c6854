import { computed, onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import { useRouter } from 'vue-router'
import type { ExternalPaymentView } from '../../../../shared/external/views.ts'
import { onEvent, request } from '../../../app/requests/client.ts'
import { useNow } from '../../../app/timing/use-now.ts'
import { useTask } from '../../../app/requests/use-task.ts'

const READ_AGAIN_MS = 15_000

/** Holds a payment that another wallet is asked to make, and opens its purchase once it was made. */
export function useExternal(id: Ref<string>) {
  const router = useRouter()
  const now = useNow(1000)
  const read = shallowRef<ExternalPaymentView | null>(null)
  const loading = useTask((wanted: string) => request('external.get', { id: wanted }))

  /** Shows what main answers; coins that it does not use stay here, but a stranger’s do not hold up the purchase that was just paid. */
  function show(view: ExternalPaymentView | undefined): void {
    if (view === undefined || view.id !== id.value) return
    const isJustPaid = view.state === 'paid' && read.value?.id === view.id && read.value.state !== 'paid'
    read.value = view
    const others = isJustPaid ? 0 : view.fromOthers.length
    if (view.state === 'paid' && view.arrivals.length + view.unused.length + others === 0)
      void router.replace({ name: 'purchase', params: { id: view.id } })
  }
  const load = async (): Promise<void> => show(await loading.run(id.value))
  watch(id, () => void load(), { immediate: true })
  /** What is bought with another payment may be the same. */
  function checkIfOf({ sku }: { readonly sku: string }): void {
    if (sku === read.value?.sku) void load()
  }
  onScopeDispose(onEvent('external.changed', (view) => (view.id === id.value ? show(view) : checkIfOf(view))))
  onScopeDispose(onEvent('purchase.progressed', checkIfOf))
  // An unchanged payment emits nothing, but the time at which Till last looked for it changes.
  watch(useNow(READ_AGAIN_MS), () => void load())
  /** Its price may expire while the page is open. */
  const payment = computed<ExternalPaymentView | null>(() =>
    read.value?.state === 'waiting' && now.value >= Date.parse(read.value.holdsUntil)
      ? { ...read.value, state: 'late' }
      : read.value,
  )
  return { payment, loading, load, show }
}
