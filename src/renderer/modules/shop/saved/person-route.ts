import type { RouteLocationRaw } from 'vue-router'
import type { BoughtForView } from '../../../../shared/people/views.ts'

/** Where to buy for a person: the usual product again, else top-ups for the number; null if there is neither. */
export function personRoute({ person, usual }: BoughtForView): RouteLocationRaw | null {
  if (usual) return { name: 'checkout', params: { sku: usual.sku }, query: { from: usual.id } }
  return person.phones[0] ? { name: 'shop', query: { q: person.phones[0] } } : null
}
