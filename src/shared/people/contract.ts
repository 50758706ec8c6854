import { z } from 'zod'
import { nothing, type Requests } from '../contract-entry.ts'
import { accountColours } from '../wallet/account-colours.ts'
import { tableForm } from '../scalars.ts'
import { MOST_EACH } from './limits.ts'
import { boughtForView, contactView, leftOutView, personSuggestionView, personView } from './views.ts'

const people = z.array(personView)
/** The formats of a file of contacts, by the end of its name. */
export const contactFormats = ['vcf', 'csv'] as const

const password = z.string().min(1).max(1000)
/** As typed; empty ones are left out. */
const typed = z.array(z.string().max(320)).max(MOST_EACH)

/** A person as typed; whoever has an id is there already. */
const draft = z.object({
  id: z.uuid().nullable(),
  name: z.string().max(200),
  colour: z.enum(accountColours),
  phones: typed,
  emails: typed,
  addresses: typed,
})

/** The requests about the people that the user buys for or sends to. */
export const peopleRequests = {
  /** Lists all people in the order in which they were saved: a number that several have is the first one's. */
  'people.list': { input: nothing, output: people, permission: 'manager' },
  /** Adds a person, or changes the one with this id. */
  'people.save': { input: draft, output: people, permission: 'manager' },
  /** Adds people, all or none. Whoever has an id is there already, stays as named, and gets the numbers and addresses in addition. */
  'people.add': { input: z.object({ people: z.array(draft).max(5000) }), output: people, permission: 'manager' },
  /** Removes a person; returns all who are left. */
  'people.remove': { input: z.object({ id: z.uuid() }), output: people, permission: 'manager' },
  /** Lists whom purchases were delivered to at least twice, or under a name, and who is nobody yet. */
  'people.suggested': { input: nothing, output: z.array(personSuggestionView), permission: 'manager' },
  /**
   * Reads a file of contacts, vCard or CSV, without saving anybody. Returns who has a number or an address that nobody has yet, one contact
   * for each name, and who is left out; null if the file is encrypted and needs a password. Throws AppError `invalid-input` with
   * the reason `not-contacts` or `too-many-contacts`, or `wrong-password`.
   */
  'people.readFile': {
    input: z.object({ text: z.string().max(5_000_000), password: password.nullable().default(null) }),
    output: z.object({ contacts: z.array(contactView), leftOut: z.array(leftOutView) }).nullable(),
    permission: 'manager',
  },
  /**
   * Saves all people to a file that the user chooses, encrypted under a password of its own; without one, anyone can read it. Takes the
   * wallet's password. Null if they cancel. Throws AppError `locked`, `weak-password` or `wrong-password`.
   */
  'people.export': {
    input: z.object({
      format: z.enum(contactFormats),
      table: tableForm,
      filePassword: password.nullable(),
      password,
    }),
    output: z.object({ path: z.string().nullable() }),
    permission: 'manager',
  },
  /** Returns the name of the person whom a delivery of a product of a country (ISO alpha-2) reaches, as all lists name them; null if nobody. */
  'people.owner': {
    input: z.object({ to: z.string().max(320), country: z.string().max(100), productType: z.string().max(100) }),
    output: z.string().nullable(),
    permission: 'manager',
  },
  /** Lists all people, who was bought for last first, with what is usually bought for them. It is derived from purchases, and not stored. */
  'people.boughtFor': { input: nothing, output: z.array(boughtForView), permission: 'manager' },
} as const satisfies Requests
