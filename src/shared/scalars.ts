import { z } from 'zod'

// In views amounts are exact decimal strings, times ISO 8601 in UTC, unknown values null (never 0).

export const decimal = z.string().regex(/^\d+(\.\d+)?$/)

export const signedDecimal = z.string().regex(/^-?\d+(\.\d+)?$/)

export const time = z.iso.datetime()

/** An address in hex, in any case of letters. */
export const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)

/** The hash of a transaction or block, in small letters. */
export const hash = z.string().regex(/^0x[0-9a-f]{64}$/)

/** A path of the app's own origin that main serves (`/image/…`), or null where there is no picture. */
export const picture = z.string().startsWith('/image/').nullable()

/** A chain as its ID and the hash of its genesis block: two chains may share an ID. */
export const chainInstance = z.string().regex(/^\d{1,16}:0x[0-9a-f]{64}$/)
