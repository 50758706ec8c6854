import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import type { UnderWayView } from '../../../../shared/checkout/views.ts'
import { onEvent, request } from '../../../app/client.ts'
import type { DeliveryForm } from '../form/use-delivery.ts'

/** Finds the newest purchase of the same product that is still on its way to the same recipient; null if there is none. */
export function useUnderWay({ input, sent }: Pick<DeliveryForm, 'input' | 'sent'>) {
  const found = shallowRef<readonly UnderWayView[]>([])
  let turn = 0

  async function check(): Promise<void> {
    const own = ++turn
    // This is only a warning: a failure must not stop the checkout.
    const answer = sent.value === null ? [] : await request('checkout.underWay', sent.value).catch(() => [])
    if (own === turn) found.value = answer
  }
  watch(() => JSON.stringify(sent.value), check, { immediate: true })
  function checkIfOf({ sku }: { readonly sku: string }): void {
    if (sku === input.value.sku) void check()
  }
  onScopeDispose(onEvent('purchase.progressed', checkIfOf))
  onScopeDispose(onEvent('external.changed', checkIfOf))
  onScopeDispose(() => (turn = -1))
  return computed(() => found.value[0] ?? null)
}
