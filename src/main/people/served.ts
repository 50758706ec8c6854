import type { PersonSuggestionView, PersonView } from '../../shared/people/views.ts'
import { ownersAmong } from './owner-of.ts'

/** A delivery of a product to a number in international form or to an e-mail address. */
export interface Served {
  readonly purchaseId: string
  readonly sku: string
  readonly kind: 'phone' | 'email'
  readonly to: string
  readonly name: string | null
}

/** Once may have been by mistake, or for a stranger. */
const FEWEST = 2

/** Returns whom to save as people: everyone who was served at least twice or has a name, and is nobody yet; those served most first. */
export function suggestPeople(served: readonly Served[], people: readonly PersonView[]): PersonSuggestionView[] {
  const ownerOf = ownersAmong(people)
  const strangers = served.filter(({ to }) => ownerOf(to, null) === null)
  return [...Map.groupBy(strangers, ({ to }) => to).entries()]
    .map(([to, times]) => ({
      name: times.find(({ name }) => name !== null)?.name ?? null,
      phones: times[0]?.kind === 'phone' ? [to] : [],
      emails: times[0]?.kind === 'email' ? [to] : [],
      times: times.length,
    }))
    .filter(({ name, times }) => name !== null || times >= FEWEST)
    .toSorted((one, other) => other.times - one.times)
}

/**
 * Lists people, who was served last first, with the newest purchase of the product that each was served most, of several the newest; null if
 * nothing was.
 */
export function usualPurchases(
  served: readonly Served[],
  people: readonly PersonView[],
): { readonly person: PersonView; readonly purchaseId: string | null }[] {
  const ownerOf = ownersAmong(people)
  const owned = Map.groupBy(served, ({ to }) => ownerOf(to, null)?.id)
  return people
    .map((person) => {
      const own = owned.get(person.id) ?? []
      // Sorting keeps the order of those that were delivered as often.
      const [usual] = [...Map.groupBy(own, ({ sku }) => sku).values()].toSorted((a, b) => b.length - a.length)
      const last = own[0] ? served.indexOf(own[0]) : served.length
      return { person, purchaseId: usual?.[0]?.purchaseId ?? null, last }
    })
    .toSorted((one, other) => one.last - other.last || one.person.name.localeCompare(other.person.name))
    .map(({ last: _, ...found }) => found)
}
