import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import type { UnderWayView } from '../../../../shared/checkout/views.ts'
import { onEvent, request } from '../../../app/client.ts'
import type { DeliveryForm } from '../form/use-delivery.ts'

/** Finds the newest purchase of the same product that is still on its way to the same recipient; null if there is none. */
export function useUnderWay({ input, reference, isValid }: DeliveryForm) {
  const found = shallowRef<readonly UnderWayView[]>([])
  // The delivery as it will be sent; only checked input can be compared.
  const question = computed(() => (isValid.value ? { ...input.value, reference: reference.value ?? '' } : null))
  let turn = 0

  async function check(): Promise<void> {
    const own = ++turn
    // This is only a warning: a failure must not stop the checkout.
    const answer = question.value === null ? [] : await request('checkout.underWay', question.value).catch(() => [])
    if (own === turn) found.value = answer
  }
  watch(() => JSON.stringify(question.value), check, { immediate: true })
  onScopeDispose(
    onEvent('purchase.progressed', ({ sku }) => {
      if (sku === input.value.sku) void check()
    }),
  )
  onScopeDispose(() => (turn = -1))
  return computed(() => found.value[0] ?? null)
}
