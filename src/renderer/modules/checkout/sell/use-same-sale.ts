import { computed, shallowRef, watch } from 'vue'
import type { RequestArgument } from '../../../../shared/contract.ts'
import type { SameSaleView } from '../../../../shared/sales/views.ts'
import { request } from '../../../app/requests/client.ts'
import { useNewest } from '../../../app/requests/use-newest.ts'
import type { DeliveryForm } from '../form/use-delivery.ts'

/** Finds a sale of the same product to the same recipient minutes ago, as soon as both are known; null if there was none. */
export function useSameSale({ sent }: Pick<DeliveryForm, 'sent'>) {
  const found = shallowRef<SameSaleView>(null)
  const finding = useNewest(async (delivery: RequestArgument<'sales.same'> | null) => {
    found.value = delivery === null ? null : await request('sales.same', delivery)
  })
  watch(
    () => JSON.stringify(sent.value),
    () => {
      found.value = null
      void finding.ask(sent.value)
    },
  )
  return computed(() => found.value)
}
