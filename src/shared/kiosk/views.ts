import { z } from 'zod'
import { accountColours } from '../wallet/account-colours.ts'
import { roles } from './roles.ts'

/** Digits by which a clerk is known. */
export const pinPattern = /^\d{4,8}$/

export const clerkView = z.object({
  id: z.uuid(),
  name: z.string(),
  colour: z.enum(accountColours),
  /** After too many wrong PINs only a new one, given by the manager, lets them in. */
  lockedOut: z.boolean(),
})

/** Whether this is a till in a shop, and who stands at it. */
export const kioskView = z.object({
  on: z.boolean(),
  role: z.enum(roles),
  /** The clerk at the till; null for anybody else. */
  clerk: clerkView.nullable(),
})

/** Wrong PINs typed for a clerk that the manager has not seen yet. */
export const wrongPinsView = clerkView
  .pick({ id: true, name: true })
  .extend({ count: z.int(), lastAt: z.iso.datetime() })

export type WrongPinsView = z.output<typeof wrongPinsView>
export type ClerkView = z.output<typeof clerkView>
export type KioskView = z.output<typeof kioskView>
