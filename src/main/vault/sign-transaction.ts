import { secp256k1 } from '@noble/curves/secp256k1'
import type { TransactionSerializableEIP1559 } from 'viem'
import { keccak256, numberToHex, serializeTransaction } from 'viem/utils'
import type { SignedTransaction } from './vault-messages.ts'

/** Signs a transaction (EIP-1559, EIP-155's chain id, RFC 6979, low s) with a private key that never becomes text. */
export function signTransaction(transaction: TransactionSerializableEIP1559, key: Uint8Array): SignedTransaction {
  const whole = { ...transaction, type: 'eip1559' } as const
  const { r, s, recovery } = secp256k1.sign(keccak256(serializeTransaction(whole), 'bytes'), key)
  const raw = serializeTransaction(whole, {
    r: numberToHex(r, { size: 32 }),
    s: numberToHex(s, { size: 32 }),
    yParity: recovery,
  })
  return { raw, hash: keccak256(raw) }
}
