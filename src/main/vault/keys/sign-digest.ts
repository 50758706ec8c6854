import { secp256k1 } from '@noble/curves/secp256k1'
import type { Hex } from 'viem'
import { numberToHex } from 'viem/utils'

/** A signature of 32-byte halves, and the parity of its point. */
export interface DigestSignature {
  readonly r: Hex
  readonly s: Hex
  readonly yParity: number
}

/** Signs a 32-byte digest (ECDSA on secp256k1, RFC 6979, low s as EIP-2 asks) with a private key that never becomes text. */
export function signDigest(digest: Uint8Array, key: Uint8Array): DigestSignature {
  const { r, s, recovery } = secp256k1.sign(digest, key)
  return { r: numberToHex(r, { size: 32 }), s: numberToHex(s, { size: 32 }), yParity: recovery }
}
