import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import type { UnderWayView } from '../../../../shared/checkout/views.ts'
import { useAccountsStore } from '../../../app/accounts/accounts-store.ts'
import { onEvent, request } from '../../../app/requests/client.ts'
import { useCheckoutStore } from '../checkout-store.ts'
import type { DeliveryForm } from '../form/use-delivery.ts'

/**
 * Finds the newest purchase of the same product that is still on its way to the same recipient; null if there is none. What this checkout
 * replaces is none while nothing arrived for it.
 */
export function useUnderWay({ input, sent }: Pick<DeliveryForm, 'input' | 'sent'>) {
  const store = useCheckoutStore()
  const accounts = useAccountsStore()
  const found = shallowRef<readonly UnderWayView[]>([])
  let turn = 0

  async function check(): Promise<void> {
    const own = ++turn
    // This is only a warning: a failure must not stop the checkout.
    const wish = sent.value && { ...sent.value, replaces: store.replaces }
    const answer = wish === null ? [] : await request('checkout.underWay', wish).catch(() => [])
    if (own === turn) found.value = answer
  }
  watch(() => JSON.stringify(sent.value), check, { immediate: true })
  function checkIfOf({ sku }: { readonly sku: string }): void {
    if (sku === input.value.sku) void check()
  }
  onScopeDispose(onEvent('purchase.progressed', checkIfOf))
  onScopeDispose(onEvent('external.changed', checkIfOf))
  onScopeDispose(() => (turn = -1))
  // Till itself pays in addition.
  const isReplaced = ({ id, status }: UnderWayView): boolean =>
    accounts.isWatched && id === store.replaces && status === 'awaited'
  return computed(() => found.value.find((one) => !isReplaced(one)) ?? null)
}
