import type { PersonView } from '../../../shared/people/views.ts'
import { nameKey } from '../../../shared/people/name-key.ts'

/** Where somebody can be reached. */
export interface Reach<Address extends string = string> {
  readonly phones: readonly string[]
  readonly emails: readonly string[]
  readonly addresses: readonly Address[]
}

/** Returns who is here under a name, or under one that looks the same; null if nobody is. */
export function personCalled(people: readonly PersonView[], name: string): PersonView | null {
  if (name.trim() === '') return null
  return people.find((person) => nameKey(person.name) === nameKey(name)) ?? null
}

/** Returns the numbers and addresses that a person does not have yet. */
export function newFor<Address extends string>(
  known: Reach,
  { phones, emails, addresses }: Reach<Address>,
): Reach<Address> {
  return {
    phones: phones.filter((phone) => !known.phones.includes(phone)),
    emails: emails.filter((email) => !known.emails.includes(email)),
    addresses: addresses.filter((address) => !known.addresses.includes(address)),
  }
}
