import { z } from 'zod'
import { errorCodes } from '../errors.ts'
import { address, decimal, time } from '../scalars.ts'
import { accountColours } from './account-colours.ts'

/** The source of an account's key: the recovery phrase, a private key, or none for a watched account. */
const accountKinds = ['phrase', 'imported', 'watched'] as const

export const accountView = z.object({
  address,
  /** Empty until the person names it. */
  name: z.string(),
  colour: z.enum(accountColours),
  kind: z.enum(accountKinds),
  /** Whether it pays purchases. */
  inUse: z.boolean(),
})
export const balanceView = z.object({
  networkKey: z.string(),
  native: decimal.nullable(),
  tokens: z.record(z.string(), decimal.nullable()),
  /** Coins reserved for signed transactions that have not settled, per token key. */
  reserved: z.record(z.string(), decimal),
  readAt: time.nullable(),
  /** The last known balance; null if it was read now, or never. Only for display, never for decisions. */
  last: z.object({ native: decimal, tokens: z.record(z.string(), decimal), readAt: time }).nullable(),
  error: z.enum(errorCodes).nullable(),
})

export type AccountView = z.output<typeof accountView>
export type LastBalance = NonNullable<BalanceView['last']>
export type BalanceView = z.output<typeof balanceView>
