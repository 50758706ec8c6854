import { computed, shallowRef } from 'vue'
import type { FieldView, VariantView } from '../../../../shared/catalog/variant-views.ts'
import type { PurchaseRowView } from '../../../../shared/purchases/views.ts'
import { request } from '../../../app/client.ts'
import { useAppStore } from '../../../app/stores/app-store.ts'
import { recipientFieldOf } from './recipient-field.ts'

/** The newest purchases in which a recipient is looked for. */
const SEARCHED = 30

/** Returns whom the newest purchase that fits the recipient's field of a product went to, with that field; null if there is none. */
export function useLastRecipient(variant: VariantView) {
  const app = useAppStore()
  const purchases = shallowRef<readonly PurchaseRowView[]>([])
  const field = recipientFieldOf(variant)
  const countries = new Set([variant.country, ...variant.supportedCountries].filter(Boolean))

  function fits(kind: FieldView['kind'], { reference, country, status }: PurchaseRowView): boolean {
    // What failed may have had the wrong one.
    if (reference === null || (status !== 'delivered' && status !== 'on-its-way')) return false
    if (kind === 'email') return reference.includes('@')
    return reference.startsWith('+') && (countries.size === 0 || countries.has(country))
  }
  const isAsked = field?.kind === 'email' || field?.kind === 'phone'
  // The next customer must not see earlier recipients; and a list that cannot be read offers nothing.
  if (isAsked && app.role === 'manager')
    void request('purchases.list', { limit: SEARCHED }).then(
      (page) => (purchases.value = page.purchases),
      () => undefined,
    )

  return computed(() => {
    const found = field && purchases.value.find((purchase) => fits(field.kind, purchase))?.reference
    return found ? { field: field.name, to: found } : null
  })
}
