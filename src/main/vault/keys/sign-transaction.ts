import type { TransactionSerializableEIP1559, Hex } from 'viem'
import { keccak256, serializeTransaction, numberToHex } from 'viem/utils'
import type { SignedTransaction } from '../process/vault-messages.ts'
import { secp256k1 } from '@noble/curves/secp256k1'

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

/** Signs a transaction (EIP-1559, which carries EIP-155's chain id) with a private key that never becomes text. */
export function signTransaction(transaction: TransactionSerializableEIP1559, key: Uint8Array): SignedTransaction {
  const whole = { ...transaction, type: 'eip1559' } as const
  const raw = serializeTransaction(whole, signDigest(keccak256(serializeTransaction(whole), 'bytes'), key))
  return { raw, hash: keccak256(raw) }
}
