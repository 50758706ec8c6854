import type { TransactionSerializableEIP1559 } from 'viem'
import { keccak256, serializeTransaction } from 'viem/utils'
import { signDigest } from './sign-digest.ts'
import type { SignedTransaction } from '../process/vault-messages.ts'

/** Signs a transaction (EIP-1559, which carries EIP-155's chain id) with a private key that never becomes text. */
export function signTransaction(transaction: TransactionSerializableEIP1559, key: Uint8Array): SignedTransaction {
  const whole = { ...transaction, type: 'eip1559' } as const
  const raw = serializeTransaction(whole, signDigest(keccak256(serializeTransaction(whole), 'bytes'), key))
  return { raw, hash: keccak256(raw) }
}
