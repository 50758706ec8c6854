import { randomBytes } from 'node:crypto'
import { argon2id } from 'hash-wasm'
import { z } from 'zod'

/** Parameters of Argon2id (RFC 9106): memory in KiB, passes, lanes. */
export interface KeyCost {
  readonly memoryKiB: number
  readonly passes: number
  readonly lanes: number
}

export const kdfSchema = z
  .strictObject({
    name: z.literal('argon2id'),
    memoryKiB: z.int().max(4 * 1024 * 1024),
    passes: z.int().positive().max(100),
    lanes: z.int().positive().max(64),
    salt: z.string().regex(/^[0-9a-f]{32}$/),
  })
  .refine(({ memoryKiB, lanes }) => memoryKiB >= 8 * lanes)

/** How a vault's key is derived from its password. */
export type Kdf = z.output<typeof kdfSchema>

export const standardCost: KeyCost = { memoryKiB: 256 * 1024, passes: 3, lanes: 4 }

/** Returns derivation parameters for a new password, with a new salt. */
export function drawKdf({ memoryKiB, passes, lanes }: KeyCost): Kdf {
  return { name: 'argon2id', memoryKiB, passes, lanes, salt: randomBytes(16).toString('hex') }
}

/** Returns whether `cost` is at least `floor` in every parameter, so that a modified file cannot make guessing cheap. */
export function isAtLeast(cost: KeyCost, floor: KeyCost): boolean {
  return cost.memoryKiB >= floor.memoryKiB && cost.passes >= floor.passes && cost.lanes >= floor.lanes
}

/** The maximum cost of opening a foreign file on this machine; Till never writes a more costly one. */
const MOST: KeyCost = { memoryKiB: 1024 * 1024, passes: 16, lanes: 16 }

/** Returns whether deriving a key stays within that cost. */
export const isAffordable = (kdf: Kdf): boolean => isAtLeast(MOST, kdf)

/** Derives the 32-byte key from a password (UTF-8). */
export async function deriveKey(password: Uint8Array, kdf: Kdf): Promise<Uint8Array> {
  return argon2id({
    password,
    salt: Buffer.from(kdf.salt, 'hex'),
    memorySize: kdf.memoryKiB,
    iterations: kdf.passes,
    parallelism: kdf.lanes,
    hashLength: 32,
    outputType: 'binary',
  })
}
