import { argon2id } from 'hash-wasm'

/** Parameters of Argon2id (RFC 9106): memory in KiB, passes, lanes. */
export interface KeyCost {
  readonly memoryKiB: number
  readonly passes: number
  readonly lanes: number
}

export const standardCost: KeyCost = { memoryKiB: 256 * 1024, passes: 3, lanes: 4 }

/** Whether `cost` is at least `floor` in every parameter, so that a patched file cannot make guessing cheap. */
export function isAtLeast(cost: KeyCost, floor: KeyCost): boolean {
  return cost.memoryKiB >= floor.memoryKiB && cost.passes >= floor.passes && cost.lanes >= floor.lanes
}

/** The 32-byte key that a password stands for under `salt`; the password is normalised to NFKC first. */
export async function deriveKey(password: string, salt: Uint8Array, cost: KeyCost): Promise<Uint8Array> {
  return argon2id({
    password: password.normalize('NFKC'),
    salt,
    memorySize: cost.memoryKiB,
    iterations: cost.passes,
    parallelism: cost.lanes,
    hashLength: 32,
    outputType: 'binary',
  })
}
