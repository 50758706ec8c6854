import {
  isAddressEqual,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  serializeTransaction,
  type Address,
  type Hex,
  type TransactionSerializableEIP1559,
  type TransactionSerializedEIP1559,
} from 'viem'
import { AppError } from '../../../shared/errors.ts'

/** Signed bytes and the hash they are followed by. */
interface Bytes {
  readonly raw: Hex
  readonly hash: Hex
}

/**
 * Throws AppError `quote-refused` unless bytes are exactly `transaction`, signed by `from`. Till sends these bytes, not the plan behind
 * them.
 */
export async function assertSignedBytes(
  bytes: Bytes,
  transaction: TransactionSerializableEIP1559,
  from: Address,
): Promise<void> {
  const { r, s, yParity } = await readOwnBytes(bytes, from)
  const isSame = r && s && serializeTransaction(transaction, { r, s, yParity: yParity ?? 0 }) === bytes.raw
  if (!isSame) throw refused()
}

/** Throws AppError `quote-refused` unless `from` itself signed the bytes, for this chain and nonce: a ledger may be damaged. */
export async function assertOwnBytes(bytes: Bytes, from: Address, chainId: number, nonce: number): Promise<void> {
  const own = await readOwnBytes(bytes, from)
  if (own.chainId !== chainId || own.nonce !== nonce) throw refused()
}

async function readOwnBytes(
  { raw, hash }: Bytes,
  from: Address,
): Promise<ReturnType<typeof parseTransaction<TransactionSerializedEIP1559>>> {
  const serializedTransaction = raw as TransactionSerializedEIP1559
  const signer = await recoverTransactionAddress({ serializedTransaction }).catch(() => null)
  if (signer === null || !isAddressEqual(signer, from) || keccak256(raw) !== hash) throw refused()
  return parseTransaction(serializedTransaction)
}

function refused(): AppError {
  return new AppError('quote-refused', 'Signed bytes are not what they should be', { details: { reason: 'signature' } })
}
