import type { RouteLocationRaw } from 'vue-router'
import type { TypedAmount } from './usual-amount.ts'
import type { OfferedPerson } from './use-usual-amounts.ts'

/** Where to buy for a person: the product offered or the usual one, else top-ups for the number at the `amount`; null if there is neither. */
export function personRoute(
  { person, usual, product }: OfferedPerson,
  amount: TypedAmount | null,
): RouteLocationRaw | null {
  if (usual) return { name: 'checkout', params: { sku: product?.sku ?? usual.sku }, query: { from: usual.id } }
  const [phone] = person.phones
  // The amount comes first: behind a number of a country whose numbers differ in length, its digits could belong to it.
  return phone ? { name: 'shop', query: { q: [...writtenOf(amount), phone].join(' ') } } : null
}

/** Returns an amount as the search reads it, with its currency if that is clear. */
function writtenOf(amount: TypedAmount | null): string[] {
  if (amount === null) return []
  const [currency, ...others] = amount.currencies ?? []
  return [String(amount.value), ...(currency !== undefined && others.length === 0 ? [currency] : [])]
}
