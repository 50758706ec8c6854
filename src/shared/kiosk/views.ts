import { z } from 'zod'
import { accountColours } from '../wallet/account-colours.ts'
import { userRoles } from './roles.ts'

/** The format of a clerk's PIN. */
export const pinPattern = /^\d{4,8}$/

const clerkView = z.object({
  id: z.uuid(),
  name: z.string(),
  colour: z.enum(accountColours),
  /** Whether too many wrong PINs locked the clerk out; only a new PIN from the manager ends that. */
  lockedOut: z.boolean(),
})

/** A clerk as the start screen and the settings list them. */
export const listedClerkView = clerkView.extend({
  /** When they last signed in here; null if that is not known. */
  lastSignedInAt: z.iso.datetime().nullable(),
})

/** Whether this register is in shop mode, and its current user. */
export const kioskView = z.object({
  on: z.boolean(),
  role: z.enum(userRoles),
  /** The clerk signed in; null for anyone else. */
  clerk: clerkView.nullable(),
})

/** Wrong PINs typed for a clerk, not yet seen by the manager. */
export const wrongPinsView = clerkView
  .pick({ id: true, name: true })
  .extend({ count: z.int(), lastAt: z.iso.datetime() })

export type WrongPinsView = z.output<typeof wrongPinsView>
export type ClerkView = z.output<typeof clerkView>
export type ListedClerkView = z.output<typeof listedClerkView>
export type KioskView = z.output<typeof kioskView>
