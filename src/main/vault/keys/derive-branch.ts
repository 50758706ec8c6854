import { createHmac } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1'
import { HARDENED_OFFSET, HDKey } from '@scure/bip32'

const path = [44 + HARDENED_OFFSET, 60 + HARDENED_OFFSET, HARDENED_OFFSET, 0]

/**
 * Derives the branch m/44'/60'/0'/0 of a seed (BIP-32, BIP-44). HDKey's own derivation leaves copies of the parent keys; this overwrites
 * them.
 */
export function deriveBranch(seed: Uint8Array): HDKey {
  let node: Buffer = createHmac('sha512', 'Bitcoin seed').update(seed).digest()
  for (const index of path) {
    const child = deriveChild(node, index)
    node.fill(0)
    node = child
  }
  const branch = new HDKey({
    privateKey: Uint8Array.from(node.subarray(0, 32)),
    chainCode: Uint8Array.from(node.subarray(32)),
  })
  node.fill(0)
  return branch
}

/** Returns a child key and its chain code, 64 bytes, from its parent's. */
function deriveChild(node: Buffer, index: number): Buffer {
  const key = node.subarray(0, 32)
  const data = Buffer.alloc(37)
  data.set(index >= HARDENED_OFFSET ? key : secp256k1.getPublicKey(key, true), index >= HARDENED_OFFSET ? 1 : 0)
  data.writeUInt32BE(index, 33)
  const child = createHmac('sha512', node.subarray(32)).update(data).digest()
  data.fill(0)
  const sum = (toNumber(key) + toNumber(child)) % secp256k1.CURVE.n
  for (let word = 0; word < 4; word++)
    child.writeBigUInt64BE((sum >> BigInt(64 * (3 - word))) & 0xffff_ffff_ffff_ffffn, 8 * word)
  return child
}

/** Converts the first 32 bytes without an intermediate text. */
function toNumber(bytes: Buffer): bigint {
  return [0, 8, 16, 24].reduce((sum, at) => (sum << 64n) | bytes.readBigUInt64BE(at), 0n)
}
