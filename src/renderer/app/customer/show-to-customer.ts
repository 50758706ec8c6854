import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { coalesce } from '../../../shared/coalesce.ts'
import type { CustomerFace, CustomerShown } from '../../../shared/kiosk/customer-views.ts'
import { request } from '../requests/client.ts'

/** What the customer sees, as main has it. */
export const useCustomerStore = defineStore('customer', () => {
  const face = shallowRef<CustomerFace>({ kind: 'idle' })
  /** Whether a display of their own shows it; without one the register's window can be turned. */
  const onDisplay = shallowRef(false)
  return { face, onDisplay }
})

const send = coalesce(async (shown: CustomerShown) => {
  const store = useCustomerStore()
  const { face, onDisplay } = await request('customer.show', shown)
  store.face = face
  store.onDisplay = onDisplay
})

let last = ''

/**
 * Shows this to the customer. Of calls in quick succession the last one counts. Never throws into a sale: if main does not show it, the
 * customer sees nothing of a sale.
 */
export function showToCustomer(shown: CustomerShown): void {
  const asked = JSON.stringify(shown)
  if (asked === last) return
  last = asked
  send(shown).catch(() => {
    // Only what was asked last may clear what is shown.
    if (asked !== last) return
    last = ''
    useCustomerStore().face = { kind: 'idle' }
    if (shown.kind !== 'idle') send({ kind: 'idle' }).catch(() => undefined)
  })
}
