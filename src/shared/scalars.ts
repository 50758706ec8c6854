import type { Address, Hash } from 'viem'
import { z } from 'zod'
import { locales } from './app/locales.ts'

// In views, amounts are exact decimal strings, times are ISO 8601 in UTC, and unknown values are null (never 0).

/** A decimal number as text: a maximum limits its characters, not the number. */
export const decimal = z.string().regex(/^\d+(\.\d+)?$/)

export const signedDecimal = z.string().regex(/^-?\d+(\.\d+)?$/)

/** An amount of money in a currency (ISO 4217). */
export const money = z.object({ currency: z.string(), amount: decimal })
export type MoneyView = z.output<typeof money>

export const time = z.iso.datetime()

/** An address in hex, in upper or lower case. */
export const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/) as unknown as z.ZodType<Address, string>

const HASH = /^0x[0-9a-f]{64}$/

/** The hash of a transaction or block, in lower case. */
export const hash = z.string().regex(HASH) as unknown as z.ZodType<Hash, string>

/** Returns whether a text is the hash of a transaction or block, in lower case. */
export function isHash(text: string): text is Hash {
  return HASH.test(text)
}

/** Units of a coin as decimal text, parsed to a bigint. */
export const units = z.string().regex(/^\d+$/).transform(BigInt)

/** The page's language, in which a saved file is named. */
export const language = z.enum(locales)

/** See `TableForm`. */
export const tableForm = z.object({ language, decimalSign: z.enum([',', '.']) })

/** A path of the app's own origin that main serves (`/image/…`); null for no picture. */
export const picture = z.string().startsWith('/image/').nullable()

/** A chain by its ID and the hash of its genesis block, because two chains may share an ID. */
export const chainInstance = z.string().regex(/^\d{1,16}:0x[0-9a-f]{64}$/)
