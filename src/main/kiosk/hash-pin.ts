import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** The cost of one guess: scrypt's N, r and p (RFC 7914). */
export interface PinCost {
  readonly N: number
  readonly r: number
  readonly p: number
}

/** 64 MiB and about half a second, on a libuv thread. */
export const pinCost: PinCost = { N: 2 ** 16, r: 8, p: 2 }

const KEY_BYTES = 32
const SALT_BYTES = 16
const bytes = z.base64().transform((text) => Buffer.from(text, 'base64'))

const hashedPin = z.object({ N: z.int(), r: z.int(), p: z.int(), salt: bytes, hash: bytes })

/** Returns the salted hash of a PIN with its cost, as JSON text. */
export async function hashPin(pin: string, { N, r, p }: PinCost): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(pin, salt, { N, r, p })
  return JSON.stringify({ N, r, p, salt: salt.toString('base64'), hash: hash.toString('base64') })
}

/** Returns whether `pin` matches the hash. */
export async function isPin(pin: string, hashed: string): Promise<boolean> {
  const { salt, hash, ...cost } = hashedPin.parse(JSON.parse(hashed))
  return timingSafeEqual(await derive(pin, salt, cost), hash)
}

function derive(pin: string, salt: Buffer, { N, r, p }: PinCost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // The standard's 128 × N × r bytes, doubled for what else OpenSSL counts.
    scrypt(pin, salt, KEY_BYTES, { N, r, p, maxmem: 256 * N * r * p }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
