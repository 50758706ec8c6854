import { randomUUID } from 'node:crypto'
import type { Address } from 'viem'
import type { RequestArgument } from '../../shared/contract.ts'
import { cleanName } from '../../shared/clean-name.ts'
import { AppError, type ErrorReason } from '../../shared/errors.ts'
import { isEmail } from '../../shared/is-email.ts'
import type { PersonView } from '../../shared/people/views.ts'
import { readAddress } from '../chain/read/read-address.ts'
import type { WritableDb } from '../db/connections.ts'
import type { Sealer } from '../db/seal.ts'
import { removePersonBox } from './people-repository.ts'
import { readPeople, writePerson } from './sealed-person.ts'

export interface PeopleOptions {
  readonly ledger: WritableDb
  readonly sealer: Sealer
  isLocked(): boolean
  /** Returns a typed phone number in international form (ITU E.164); null if it is none. */
  readPhone(typed: string): string | null
}

/** The people that the user buys for or sends to. */
export interface People {
  /** Lists them by name. */
  list(): PersonView[]
  /** Returns each address of a person, with the person's name. */
  named(): { readonly name: string; readonly address: Address }[]
  /**
   * Adds or changes a person. Throws AppError `locked`; `invalid-input` for an empty name, or with the reason for a number, an e-mail address
   * or an address that is none; `not-allowed` if another person has the name or the address; `not-found`.
   */
  save(person: RequestArgument<'people.save'>): PersonView[]
  /** Throws AppError `locked` or `not-found`. */
  remove(id: string): PersonView[]
}

const MOST = 1000

/** Opens the people; only an unlocked Till changes them, because payments rely on them. */
export function openPeople(options: PeopleOptions): People {
  const { ledger, isLocked, readPhone } = options

  const list = (): PersonView[] => readPeople(options).toSorted((one, other) => one.name.localeCompare(other.name))

  function mayChange(): void {
    if (isLocked()) throw new AppError('locked', 'Till is locked')
  }

  return {
    list,
    named: () => readPeople(options).flatMap(({ name, addresses }) => addresses.map((address) => ({ name, address }))),
    save({ id, name: typedName, colour, phones, emails, addresses }) {
      mayChange()
      const all = readPeople(options)
      if (id !== null && !all.some((one) => one.id === id)) throw gone()
      const person = {
        id: id ?? randomUUID(),
        name: cleanName(typedName),
        colour,
        phones: readEach(phones, (typed) => readPhone(typed) ?? refuse('not-a-phone')),
        emails: readEach(emails, (typed) => (isEmail(typed) ? typed : refuse('not-an-email'))),
        addresses: readEach(addresses, (typed) => {
          const read = readAddress(typed)
          return 'problem' in read ? refuse(read.problem) : read.address
        }),
      }
      assertDistinct(
        person,
        all.filter((one) => one.id !== id),
      )
      writePerson(options, person)
      return list()
    },
    remove(id) {
      mayChange()
      if (!removePersonBox(ledger, id)) throw gone()
      return list()
    },
  }
}

/** Reads each text that is not empty, once. */
function readEach<T>(texts: readonly string[], read: (typed: string) => T): T[] {
  const typed = texts.map((text) => text.trim()).filter((text) => text !== '')
  return [...new Set(typed.map(read))]
}

/** Throws unless a person differs from all others in name and addresses: a payment must name the one it goes to. */
function assertDistinct({ name, addresses }: PersonView, others: readonly PersonView[]): void {
  if (name === '') throw new AppError('invalid-input', 'A name is needed')
  if (others.some((one) => one.name.toLowerCase() === name.toLowerCase())) throw notAllowed('name-taken')
  if (others.some((one) => one.addresses.some((own) => addresses.includes(own)))) throw notAllowed('recipient-known')
  if (others.length >= MOST) throw notAllowed('too-many-recipients')
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
