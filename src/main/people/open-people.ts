import { randomUUID } from 'node:crypto'
import type { Address } from 'viem'
import type { RequestArgument } from '../../shared/contract.ts'
import { cleanName } from '../../shared/clean-name.ts'
import { AppError, type ErrorReason } from '../../shared/errors.ts'
import { isEmail } from '../../shared/is-email.ts'
import type { PersonSuggestionView, PersonView } from '../../shared/people/views.ts'
import type { TableForm } from '../../shared/sales/export.ts'
import { tidy } from '../../shared/tidy.ts'
import { readAddress } from '../chain/read/read-address.ts'
import type { WritableDb } from '../db/connections.ts'
import type { Sealer } from '../db/seal.ts'
import { MOST_EACH } from '../../shared/people/limits.ts'
import { nameKey } from '../../shared/people/name-key.ts'
import type { contactFormats } from '../../shared/people/contract.ts'
import { ownersAmong, type OwnerOf } from './owner-of.ts'
import { removePersonBox } from './people-repository.ts'
import { readPeople, writePerson } from './sealed-person.ts'
import { suggestPeople, usualPurchases, type Served } from './served.ts'
import { usableContacts } from './usable-contacts.ts'
import { writeCsv, writeVcards } from './write-contacts.ts'

export interface PeopleOptions {
  readonly ledger: WritableDb
  readonly sealer: Sealer
  isLocked(): boolean
  /** Returns a phone number in international form (ITU E.164), a national one of `country` or the user's own; null if it is none. */
  readPhone(typed: string, country?: string): string | null
  /** Returns the e-mail address that a typed one probably means; null if it is probably right. */
  suggestEmail(email: string): string | null
}

/** The people that the user buys for or sends to. */
export interface People {
  /** Lists them in the order in which they were saved: what several have is the first one's. */
  list(): PersonView[]
  /** Returns a function that finds the person whom a delivery or coins went to. */
  owners(): OwnerOf
  /** Returns each address of a person, with the person's name. */
  named(): { readonly name: string; readonly address: Address }[]
  /**
   * Adds or changes a person. Throws AppError `locked`; `invalid-input` for an empty name, or with the reason for a number, an e-mail address
   * or an address that is none; `not-allowed` if another person has the address, or a name that looks the same; `not-found`.
   */
  save(person: RequestArgument<'people.save'>): PersonView[]
  /** Adds people, all or none. Whoever has an id is there already, and gets the new numbers and addresses. Throws AppError like `save`. */
  add(people: RequestArgument<'people.add'>['people']): PersonView[]
  /** Throws AppError `locked` or `not-found`. */
  remove(id: string): PersonView[]
  /** Returns the contacts in a file's text that are not people yet. Throws AppError `invalid-input` if there are none. */
  readFile(text: string): ReturnType<typeof usableContacts>
  /** Returns the text of a file with all people. Throws AppError `locked`. */
  fileOf(format: (typeof contactFormats)[number], table: TableForm): string
  /** Returns whom to save, by deliveries, newest first. */
  suggested(deliveries: readonly Delivery[]): PersonSuggestionView[]
  /** Lists people, who was bought for last first, with the purchase of what is usually bought for them, by deliveries, newest first. */
  boughtFor(deliveries: readonly Delivery[]): ReturnType<typeof usualPurchases>
}

/** To whom a product of a country was delivered. */
export interface Delivery extends Pick<Served, 'purchaseId' | 'sku' | 'name'> {
  readonly country: string | null
  /** The product's. */
  readonly type: string
  /** As it was sent. */
  readonly to: string
}

type Typed = Omit<RequestArgument<'people.save'>, 'id'>

const MOST = 1000

/** Opens the people; only an unlocked Till changes them, because payments rely on them, or puts all of them into a file. */
export function openPeople(options: PeopleOptions): People {
  const { ledger, isLocked, readPhone } = options

  const list = (): PersonView[] => readPeople(options)

  function assertUnlocked(): void {
    if (isLocked()) throw new AppError('locked', 'Till is locked')
  }

  const read = ({ name, colour, phones, emails, addresses }: Typed): Omit<PersonView, 'id'> => ({
    name: cleanName(name),
    colour,
    phones: readEach(phones, (typed) => readPhone(typed) ?? refuse('not-a-phone')),
    emails: readEach(emails, (typed) => (isEmail(typed) ? typed : refuse('not-an-email'))),
    addresses: readEach(addresses, (typed) => {
      const found = readAddress(typed)
      return 'problem' in found ? refuse(found.problem) : found.address
    }),
  })

  function write(changed: readonly PersonView[], all: readonly PersonView[]): void {
    assertDistinct(changed, [...all.filter(({ id }) => !changed.some((one) => one.id === id)), ...changed])
    ledger.transaction(() => {
      for (const person of changed) writePerson(options, person)
    })()
  }

  const servedBy = (deliveries: readonly Delivery[]): Served[] =>
    deliveries.flatMap((delivery) => toServed(delivery, readPhone))

  return {
    list,
    owners: () => ownersAmong(list()),
    named: () => list().flatMap(({ name, addresses }) => addresses.map((address) => ({ name, address }))),
    save({ id, ...typed }) {
      assertUnlocked()
      const all = list()
      if (id !== null && !all.some((one) => one.id === id)) throw gone()
      write([{ id: id ?? randomUUID(), ...read(typed) }], all)
      return list()
    },
    add(people) {
      assertUnlocked()
      const all = list()
      const changed = people.map(({ id, ...typed }) => {
        const known = id === null ? null : all.find((one) => one.id === id)
        if (known === undefined) throw gone()
        return known === null ? { id: randomUUID(), ...read(typed) } : joined(known, read(typed))
      })
      write(changed, all)
      return list()
    },
    remove(id) {
      assertUnlocked()
      if (!removePersonBox(ledger, id)) throw gone()
      return list()
    },
    readFile: (text) => usableContacts(text, options, list()),
    fileOf(format, table) {
      assertUnlocked()
      return textOf(list(), format, table)
    },
    suggested: (deliveries) => suggestPeople(servedBy(deliveries), list()),
    boughtFor: (deliveries) => usualPurchases(servedBy(deliveries), list()),
  }
}

function textOf(people: readonly PersonView[], format: (typeof contactFormats)[number], table: TableForm): string {
  const named = people.toSorted((one, other) => one.name.localeCompare(other.name))
  return format === 'vcf' ? writeVcards(named) : writeCsv(named, table)
}

/**
 * Returns a delivery with its number in international form; none if it went to neither a number nor an e-mail address. Only a top-up goes to
 * a national number; the digits of another product may be a player's.
 */
function toServed({ to, country, type, ...delivery }: Delivery, readPhone: PeopleOptions['readPhone']): Served[] {
  if (isEmail(to)) return [{ ...delivery, kind: 'email', to: to.toLowerCase() }]
  if (type !== 'topup' && !to.startsWith('+')) return []
  const phone = readPhone(to, country ?? undefined)
  return phone === null ? [] : [{ ...delivery, kind: 'phone', to: phone }]
}

/** Returns a person with the numbers and addresses of another one too. */
function joined(person: PersonView, other: Omit<PersonView, 'id'>): PersonView {
  return {
    ...person,
    phones: [...new Set([...person.phones, ...other.phones])],
    emails: [...new Set([...person.emails, ...other.emails])],
    addresses: [...new Set([...person.addresses, ...other.addresses])],
  }
}

/** Reads each text that is not empty, once. */
function readEach<T>(texts: readonly string[], read: (typed: string) => T): T[] {
  const typed = texts.map(tidy).filter((text) => text !== '')
  return [...new Set(typed.map(read))]
}

/** Throws unless people are complete and differ from all others in name and addresses: a payment must name the one it goes to. */
function assertDistinct(changed: readonly PersonView[], all: readonly PersonView[]): void {
  const names = Map.groupBy(all, ({ name }) => nameKey(name))
  const owners = Map.groupBy(
    all.flatMap(({ addresses }) => addresses),
    (address) => address,
  )
  for (const { name, phones, emails, addresses } of changed) {
    if (name === '') throw new AppError('invalid-input', 'A name is needed')
    if ((names.get(nameKey(name))?.length ?? 0) > 1) throw notAllowed('name-taken')
    if (addresses.some((own) => (owners.get(own)?.length ?? 0) > 1)) throw notAllowed('recipient-known')
    if (Math.max(phones.length, emails.length, addresses.length) > MOST_EACH) throw notAllowed('person-full')
  }
  if (all.length > MOST) throw notAllowed('too-many-recipients')
}

function refuse(reason: ErrorReason<'invalid-input'>): never {
  throw new AppError('invalid-input', 'A number or an address is not valid', { details: { reason } })
}

function notAllowed(reason: ErrorReason<'not-allowed'>): AppError {
  return new AppError('not-allowed', 'This person cannot be saved', { details: { reason } })
}

function gone(): AppError {
  return new AppError('not-found', 'There is no such person')
}
