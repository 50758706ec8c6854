import { computed, shallowRef } from 'vue'
import type { FieldView, VariantView } from '../../../../shared/catalog/variant-views.ts'
import type { PurchaseRowView } from '../../../../shared/purchases/views.ts'
import { request } from '../../../app/requests/client.ts'
import { useAppStore } from '../../../app/stores/app-store.ts'
import { useCheckoutStore, type LastRecipient } from '../checkout-store.ts'
import { recipientFieldOf } from './recipient-field.ts'

/** The newest purchases in which a recipient is looked for. */
const SEARCHED = 30

/**
 * Returns the recipient that was typed last, else the one of the newest purchase, that fits the recipient's field of a product, with that
 * field; null if there is none.
 */
export function useLastRecipient(variant: VariantView) {
  const app = useAppStore()
  const store = useCheckoutStore()
  const purchases = shallowRef<readonly PurchaseRowView[]>([])
  const field = recipientFieldOf(variant)
  const countries = new Set([variant.country, ...variant.supportedCountries].filter(Boolean))

  function fits(kind: FieldView['kind'], { to, country }: LastRecipient): boolean {
    if (kind === 'email') return to.includes('@')
    return to.startsWith('+') && (countries.size === 0 || countries.has(country))
  }
  /** What failed may have had the wrong one. */
  const recipientsOf = ({ reference, country, status }: PurchaseRowView): LastRecipient[] =>
    reference !== null && (status === 'delivered' || status === 'on-its-way') ? [{ to: reference, country }] : []
  const isAsked = field?.kind === 'email' || field?.kind === 'phone'
  // The next customer must not see earlier recipients; and a list that cannot be read offers nothing.
  if (isAsked && app.role === 'manager')
    void request('purchases.list', { limit: SEARCHED }).then(
      (page) => (purchases.value = page.purchases),
      () => undefined,
    )

  return computed(() => {
    const known = [store.lastRecipient ?? [], ...purchases.value.map(recipientsOf)].flat()
    const found = field && known.find((one) => fits(field.kind, one))
    return found ? { field: field.name, to: found.to } : null
  })
}
