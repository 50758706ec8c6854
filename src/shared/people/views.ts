import { z } from 'zod'
import { recentPurchaseView } from '../purchases/views.ts'
import { address } from '../scalars.ts'
import { accountColours } from '../wallet/account-colours.ts'

/** Somebody the user buys for or sends to. */
export const personView = z.object({
  id: z.uuid(),
  name: z.string(),
  colour: z.enum(accountColours),
  /** In international form (ITU E.164). */
  phones: z.array(z.string()),
  emails: z.array(z.string()),
  addresses: z.array(address),
})
export type PersonView = z.output<typeof personView>

/** Somebody in a file of contacts, with what is usable. */
export const contactView = personView.pick({ phones: true, emails: true, addresses: true }).extend({
  /** Null if the file gives none. */
  name: z.string().nullable(),
  /** Null if the file has none of Till's. */
  colour: z.enum(accountColours).nullable(),
  /** Whether the file's name was longer than one that Till saves. */
  isCut: z.boolean(),
  /** Those of the phone numbers that are written without a country's code, and were read as the user's own country's. */
  guessed: z.array(z.string()),
  /** The phone numbers and e-mail addresses that Till cannot use, as written. */
  unread: z.array(z.string()),
  /** The e-mail addresses that are probably mistyped. */
  mistyped: z.array(z.object({ email: z.string(), suggestion: z.string() })),
})
export type ContactView = z.output<typeof contactView>

/** Somebody in a file of contacts who cannot be saved: nothing of theirs is usable, or all of it is somebody's already. */
export const leftOutView = z.object({
  /** Null if the file gives none. */
  name: z.string().nullable(),
  /** The first number or address, as written if it is not usable; null without one. */
  to: z.string().nullable(),
  /** The names of the people whose numbers and addresses these are; none if nothing is usable. */
  owners: z.array(z.string()),
})
export type LeftOutView = z.output<typeof leftOutView>

/** Somebody whom purchases were delivered to, and how often. */
export const personSuggestionView = personView.pick({ phones: true, emails: true }).extend({
  /** Null if no product asked for the recipient's name. */
  name: z.string().nullable(),
  times: z.int(),
})
export type PersonSuggestionView = z.output<typeof personSuggestionView>

/** A person, with the product that is bought for them most, as it was bought last; null if nothing was delivered to them. */
export const boughtForView = z.object({ person: personView, usual: recentPurchaseView.nullable() })
export type BoughtForView = z.output<typeof boughtForView>
