import { isAddress, type Address } from 'viem'
import { z } from 'zod'
import { accountColours } from './account-colours.ts'

export const addressView = z.custom<Address>(
  (value) => typeof value === 'string' && isAddress(value, { strict: false }),
)

/** Where an account's key comes from: the wallet's words, a key of its own, or none, where it is only watched. */
export const accountKinds = ['words', 'imported', 'watched'] as const

export const accountView = z.object({
  address: addressView,
  /** '' until the person names it. */
  name: z.string(),
  colour: z.enum(accountColours),
  kind: z.enum(accountKinds),
  /** Purchases are paid from this one. */
  inUse: z.boolean(),
})
export type AccountView = z.output<typeof accountView>
