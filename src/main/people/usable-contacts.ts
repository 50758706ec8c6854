import type { ContactView, PersonView } from '../../shared/people/views.ts'
import { cleanName } from '../../shared/clean-name.ts'
import { AppError } from '../../shared/errors.ts'
import { isEmail } from '../../shared/is-email.ts'
import { readAddress } from '../chain/read/read-address.ts'
import type { Contact } from './contact.ts'
import { readCsv } from './read-csv.ts'
import { isVcards, readVcards } from './read-vcards.ts'

/** As many as a request adds. */
const MOST = 1000
/** As many as a person may have of each. */
const MOST_EACH = 20

/**
 * Returns the contacts in a text that have a usable number or address and are not people yet, and how many have none. Throws AppError
 * `invalid-input` with the reason `not-contacts` if it is no file of contacts.
 */
export function usableContacts(
  text: string,
  readPhone: (typed: string) => string | null,
  people: readonly PersonView[],
): { contacts: ContactView[]; unusable: number } {
  const found = isVcards(text) ? readVcards(text) : readCsv(text)
  if (found === null || found.length === 0)
    throw new AppError('invalid-input', 'There are no contacts', { details: { reason: 'not-contacts' } })
  const read = found.map((contact) => toView(contact, readPhone))
  const usable = read.filter((one) => reachOf(one).length > 0)
  const known = new Set(people.flatMap(reachOf))
  return {
    contacts: usable.filter((one) => reachOf(one).some((to) => !known.has(to))).slice(0, MOST),
    unusable: read.length - usable.length,
  }
}

function toView(contact: Contact, readPhone: (typed: string) => string | null): ContactView {
  const each = <T>(texts: readonly string[], read: (typed: string) => T | null): T[] =>
    [...new Set(texts.flatMap((typed) => read(typed) ?? []))].slice(0, MOST_EACH)
  return {
    name: cleanName(contact.name) || null,
    phones: each(contact.phones, readPhone),
    emails: each(contact.emails, (typed) => (isEmail(typed) ? typed : null)),
    addresses: each(contact.addresses, (typed) => {
      const found = readAddress(typed)
      return 'problem' in found ? null : found.address
    }),
  }
}

const reachOf = ({ phones, emails, addresses }: Pick<PersonView, 'phones' | 'emails' | 'addresses'>): string[] => [
  ...phones,
  ...emails,
  ...addresses,
]
