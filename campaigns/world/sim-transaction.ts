import { keccak256, parseTransaction, recoverTransactionAddress, type Address, type Hash, type Hex } from 'viem'

/** A signed transaction as a node decodes it. */
export interface SimTransaction {
  readonly hash: Hash
  readonly from: Address
  readonly nonce: number
  readonly to: Address
  readonly data: Hex
  readonly value: bigint
  readonly gas: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  readonly r: Hex
  readonly s: Hex
  readonly yParity: number
}

/** The reasons for which a node refuses signed bytes. */
export type Refusal =
  | 'already-known'
  | 'nonce-low'
  | 'nonce-gap'
  | 'replacement'
  | 'tip-low'
  | 'fee-low'
  | 'funds'
  | 'intrinsic-gas'
  | 'unreadable'

/** Signed bytes that a node refuses. */
export class RefusedBytesError extends Error {
  override readonly name = 'RefusedBytesError'
  readonly reason: Refusal

  constructor(reason: Refusal) {
    super(reason)
    this.reason = reason
  }
}

/** Recovering a sender costs more than anything else, so the same bytes are decoded once for all nodes. */
const read = new Map<Hex, Promise<SimTransaction>>()
const KEPT = 64

/** Decodes signed bytes. Throws RefusedBytesError `unreadable` if they are not an EIP-1559 transaction of this chain. */
export function readTransaction(raw: Hex, chainId: number): Promise<SimTransaction> {
  const known = read.get(raw)
  if (known) return known
  const [oldest] = read.keys()
  if (read.size >= KEPT && oldest !== undefined) read.delete(oldest)
  const transaction = parse(raw, chainId)
  read.set(raw, transaction)
  return transaction
}

async function parse(raw: Hex, chainId: number): Promise<SimTransaction> {
  const parsed = readOrNull(raw)
  if (parsed?.type !== 'eip1559' || parsed.chainId !== chainId || !parsed.to) throw new RefusedBytesError('unreadable')
  const { to, nonce = 0, data = '0x', value = 0n, gas = 0n, maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = parsed
  const { r = '0x0', s = '0x0', yParity = 0 } = parsed
  const from = await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` })
  const fees = { maxFeePerGas, maxPriorityFeePerGas }
  return { hash: keccak256(raw), from, nonce, to, data, value, gas, ...fees, r, s, yParity }
}

function readOrNull(raw: Hex): ReturnType<typeof parseTransaction> | null {
  try {
    return parseTransaction(raw)
  } catch {
    return null
  }
}

/** Returns whether a pool accepts `after` in place of `before`: at a tenth more of both fees, as in go-ethereum. */
export function isEnoughMore(before: SimTransaction, after: SimTransaction): boolean {
  return (
    after.maxFeePerGas * 10n >= before.maxFeePerGas * 11n &&
    after.maxPriorityFeePerGas * 10n >= before.maxPriorityFeePerGas * 11n
  )
}
