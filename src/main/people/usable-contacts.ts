import type { ContactView, LeftOutView, PersonView } from '../../shared/people/views.ts'
import { cleanName, numberedName, wholeName } from '../../shared/clean-name.ts'
import { AppError, type ErrorReason } from '../../shared/errors.ts'
import { isEmail } from '../../shared/is-email.ts'
import { MOST_EACH } from '../../shared/people/limits.ts'
import { nameKey } from '../../shared/people/name-key.ts'
import { tidy } from '../../shared/tidy.ts'
import { accountColours } from '../../shared/wallet/account-colours.ts'
import { readAddress } from '../chain/read/read-address.ts'
import { MOST_CONTACTS, type Contact } from './contact.ts'
import { ownersAmong } from './owner-of.ts'
import { readCsv } from './read-csv.ts'
import { isVcards, readVcards } from './read-vcards.ts'

/** As many numbers of one contact as Till reads, of each kind, to find the usable ones. */
const READ_EACH = 100
/** As many characters of an unusable number or address as a list shows. */
const LONGEST_SHOWN = 42

/**
 * Returns the contacts in a text that have a usable number or address which nobody has yet, one for each name, and who is left out.
 * Throws AppError `invalid-input` with the reason `not-contacts` if it is no file of contacts, or `too-many-contacts`.
 */
export function usableContacts(
  text: string,
  readers: ContactReaders,
  people: readonly PersonView[],
): { contacts: ContactView[]; leftOut: LeftOutView[] } {
  const found = isVcards(text) ? readVcards(text) : readCsv(text)
  if (found === null || found.length === 0) throw refused('not-contacts')
  if (found.length > MOST_CONTACTS) throw refused('too-many-contacts')
  const read = found.map((contact) => ({ contact, view: toView(contact, readers) }))
  const usable = read.filter(({ view }) => reachOf(view).length > 0)
  const named = Map.groupBy(usable, ({ contact, view }, index) =>
    view.name === null ? index : nameKey(wholeName(contact.name)),
  )
  const merged = [...named.values()].map((same) => merge(same.map(({ view }) => view)))
  const ownerOf = ownersAmong(people)
  const called = new Map(people.map((person) => [nameKey(person.name), person]))
  /** The one of that name is the owner, also of what somebody else has too. */
  function ownersOf(one: ContactView): string[] {
    const namesake = one.name === null ? undefined : called.get(nameKey(one.name))
    const isTheirs = ownersAmong(namesake ? [namesake] : [])
    return [...new Set(reachOf(one).flatMap((to) => (isTheirs(to, null) ?? ownerOf(to, null))?.name ?? []))]
  }
  const { fresh = [], known = [] } = Object.groupBy(namedApart(merged), (one) =>
    reachOf(one).some((to) => ownerOf(to, null) === null) ? 'fresh' : 'known',
  )
  const unusable = read.filter(({ view }) => reachOf(view).length === 0)
  return {
    contacts: fresh,
    leftOut: [
      ...known.map((one) => ({
        name: one.name,
        to: reachOf(one)[0] ?? null,
        owners: ownersOf(one),
      })),
      ...unusable.map(({ contact, view }) => ({ name: view.name, to: writtenIn(contact), owners: [] })),
    ],
  }
}

/** Returns the first number or address of a contact as it is written, of a length that a list can show; null without one. */
function writtenIn({ phones, emails, addresses }: Contact): string | null {
  return [...phones, ...emails, ...addresses].map(tidy).find(Boolean)?.slice(0, LONGEST_SHOWN) ?? null
}

/** What reads a typed number, and finds the e-mail address that a typed one probably means; null for none. */
export interface ContactReaders {
  readPhone(typed: string): string | null
  suggestEmail(typed: string): string | null
}

function toView(contact: Contact, { readPhone, suggestEmail }: ContactReaders): ContactView {
  const each = <T>(texts: readonly string[], read: (typed: string) => T | null): T[] =>
    texts
      .slice(0, READ_EACH)
      .flatMap((typed) => read(tidy(typed)) ?? [])
      .slice(0, MOST_EACH)
  const name = cleanName(contact.name)
  const phones = each(contact.phones, (typed) => {
    const phone = readPhone(typed)
    return phone === null ? null : { phone, isGuessed: !hasCountryCode(typed, phone) }
  })
  const emails = each(contact.emails, (typed) => (isEmail(typed) ? typed : null))
  return {
    // A number as a name may be another one than the contact's.
    name: name === '' || readPhone(name) !== null ? null : name,
    isCut: wholeName(contact.name) !== name,
    phones: phones.map(({ phone }) => phone),
    guessed: phones.flatMap(({ phone, isGuessed }) => (isGuessed ? phone : [])),
    emails,
    addresses: each(contact.addresses, (typed) => {
      const found = readAddress(typed)
      return 'problem' in found ? null : found.address
    }),
    colour: accountColours.find((colour) => colour === contact.colour.toLowerCase()) ?? null,
    unread: [
      ...each(contact.phones, (typed) => (readPhone(typed) === null ? typed.slice(0, LONGEST_SHOWN) : null)),
      ...each(contact.emails, (typed) => (isEmail(typed) ? null : typed.slice(0, LONGEST_SHOWN))),
    ],
    mistyped: emails.flatMap((email) => {
      const suggestion = suggestEmail(email)
      return suggestion === null ? [] : { email, suggestion }
    }),
  }
}

/** Returns whether a number that was read as `phone` (ITU E.164) is written with its country's code. */
function hasCountryCode(typed: string, phone: string): boolean {
  return typed.startsWith('+') || typed.replace(/\D/g, '').includes(phone.slice(1))
}

/** Returns the contacts of one name as one. */
function merge(contacts: readonly ContactView[]): ContactView {
  const all = <T>(reach: (contact: ContactView) => readonly T[]): T[] =>
    [...new Set(contacts.flatMap(reach))].slice(0, MOST_EACH)
  return {
    name: contacts[0]?.name ?? null,
    isCut: contacts[0]?.isCut ?? false,
    phones: all(({ phones }) => phones),
    emails: all(({ emails }) => emails),
    addresses: all(({ addresses }) => addresses),
    colour: contacts.find(({ colour }) => colour !== null)?.colour ?? null,
    guessed: all(({ guessed }) => guessed),
    unread: all(({ unread }) => unread),
    mistyped: contacts.flatMap(({ mistyped }) => mistyped),
  }
}

/** Returns contacts with a number behind each name that is another one's too: only the ends of their long names differed. */
function namedApart(contacts: readonly ContactView[]): ContactView[] {
  const taken = new Map<string, number>()
  return contacts.map((contact) => {
    const { name } = contact
    if (name === null) return contact
    let [own, times] = [name, taken.get(nameKey(name)) ?? 0]
    while (taken.has(nameKey(own))) own = numberedName(name, ++times)
    taken.set(nameKey(name), Math.max(times, 1)).set(nameKey(own), 1)
    return { ...contact, name: own }
  })
}

function refused(reason: ErrorReason<'invalid-input'>): AppError {
  return new AppError('invalid-input', 'These contacts cannot be read', { details: { reason } })
}

const reachOf = ({ phones, emails, addresses }: Pick<PersonView, 'phones' | 'emails' | 'addresses'>): string[] => [
  ...phones,
  ...emails,
  ...addresses,
]
