import { isAddress, type Address } from 'viem'
import { z } from 'zod'
import { errorCodes } from '../errors.ts'
import { decimal, time } from '../scalars.ts'
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
export const balanceView = z.object({
  networkKey: z.string(),
  native: decimal.nullable(),
  tokens: z.record(z.string(), decimal.nullable()),
  /** Coins set aside for what was signed and has not settled, per token key. */
  reserved: z.record(z.string(), decimal),
  readAt: time.nullable(),
  /** What was held when it could last be read; null where it was read now, or never. Nothing is decided on it. */
  last: z.object({ native: decimal, tokens: z.record(z.string(), decimal), readAt: time }).nullable(),
  error: z.enum(errorCodes).nullable(),
})

export type AccountView = z.output<typeof accountView>
export type LastBalance = NonNullable<BalanceView['last']>
export type BalanceView = z.output<typeof balanceView>
