import { computed, onScopeDispose, watch } from 'vue'
import type { CustomerShown } from '../../../../shared/kiosk/customer-views.ts'
import { showToCustomer } from '../../../app/customer/show-to-customer.ts'
import type { Sell } from './use-sell.ts'

/** Shows the customer what the sale says: the number as it is typed, the price, and what was sold. Nothing before and after it. */
export function useCustomer(sell: Sell): void {
  const shown = computed((): CustomerShown => {
    if (sell.sold.value !== null) return { kind: 'sold', purchaseId: sell.sold.value.purchaseId }
    if (!sell.isBegun.value) return { kind: 'idle' }
    const asked = sell.sale.asked.value
    return {
      kind: 'check',
      sku: sell.variant.value?.sku ?? null,
      reference: sell.number.isAsked.value ? sell.number.international.value : sell.delivery.to.value,
      price: asked === null ? null : { currency: asked.currency, amount: asked.price },
    }
  })
  watch(shown, showToCustomer, { immediate: true })
  onScopeDispose(() => showToCustomer({ kind: 'idle' }))
}
