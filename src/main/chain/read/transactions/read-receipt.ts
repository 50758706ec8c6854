import { erc20Abi, parseEventLogs, type Hash, type Client, type TransactionReceipt } from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import type { Receipt, TokenTransfer } from '../../chain.ts'
import { toTransfer } from '../logs/read-logs.ts'
import { readBlock } from './read-block-status.ts'
import { nullIfAnswered } from '../../nodes/rpc/rpc-errors.ts'
import { countSame } from '../../guard/same-transfer.ts'

/** A receipt as one node shows it; the fees are null if the node omits the gas price. */
export type NodeReceipt = Omit<Receipt, 'isBacked'>

/** Whether a node's own block at a height holds a transaction: `unknown` if it has no such block, or no longer. */
export type Inclusion = 'included' | 'absent' | 'unknown'

/**
 * Reads the receipt of a transaction that the block at its height holds; else null. Some nodes show receipts of blocks that lost a
 * reorganization or do not exist yet (Flashblocks), of other transactions, without a block, or without a valid status. A pruned or
 * unindexed receipt is null or an error.
 */
export async function readReceipt(client: Client, hash: Hash): Promise<NodeReceipt | null> {
  const receipt = await readMined(client, hash)
  const block = receipt && (await readBlock(client, receipt.blockNumber))
  if (receipt === null || block?.hash !== receipt.blockHash || !block.transactions.includes(hash)) return null
  const { blockNumber, blockHash } = receipt
  // Only these two tell the outcome (EIP-658), whatever the client's types promise.
  if (!['success', 'reverted'].includes(receipt.status)) return null
  return { hash, succeeded: receipt.status === 'success', blockNumber, blockHash, ...feesOf(receipt) }
}

/** Reads a node's receipt of a transaction, if it is in a block. */
async function readMined(client: Client, hash: Hash): Promise<TransactionReceipt | null> {
  const receipt = await getTransactionReceipt(client, { hash }).catch(nullIfAnswered)
  const isMined = receipt?.transactionHash === hash && typeof receipt.blockNumber === 'bigint'
  return isMined ? receipt : null
}

/** Reads whether the block at a height is the one a receipt names, and holds its transaction. */
export async function readInclusion(
  client: Client,
  { hash, blockNumber, blockHash }: Pick<Receipt, 'hash' | 'blockNumber' | 'blockHash'>,
): Promise<Inclusion> {
  const block = await readBlock(client, blockNumber)
  if (block === null) return 'unknown'
  return block.hash === blockHash && block.transactions.includes(hash) ? 'included' : 'absent'
}

/** Reads whether the block at a height holds a transaction; null if the node has no such block, or no longer. */
export async function readIsInBlock(client: Client, hash: Hash, blockNumber: bigint): Promise<boolean | null> {
  const block = await readBlock(client, blockNumber).catch(nullIfAnswered)
  return block && block.transactions.includes(hash)
}

/**
 * Reads whether the receipt of a transaction holds a transfer at least `count` times. Without a receipt, it is `absent` if the node's own
 * block lacks the transaction, else `unknown`: a receipt may be late or pruned.
 */
export async function readTransferInclusion(client: Client, one: TokenTransfer, count = 1): Promise<Inclusion> {
  const receipt = await readMined(client, one.hash)
  if (receipt === null) return (await readIsInBlock(client, one.hash, one.blockNumber)) === false ? 'absent' : 'unknown'
  const { blockNumber } = receipt
  const logs = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs: receipt.logs })
  const transfers = logs.map((log) => ({ ...toTransfer(log), hash: one.hash, blockNumber }))
  return countSame(one, transfers) >= count ? 'included' : 'absent'
}

/** Returns a transaction's cost and its L1 part, in wei; null if the node omits the price (some on BNB Smart Chain). */
function feesOf(receipt: TransactionReceipt): Pick<Receipt, 'fee' | 'l1Fee'> {
  const { gasUsed, effectiveGasPrice }: Partial<TransactionReceipt> = receipt
  if (typeof gasUsed !== 'bigint' || typeof effectiveGasPrice !== 'bigint') return { fee: null, l1Fee: null }
  const l1Fee = l1FeeOf(receipt)
  return { fee: gasUsed * effectiveGasPrice + l1Fee, l1Fee }
}

/** Returns the rollup's fee in addition to gas, if the receipt has it. Arbitrum's `gasUsedForL1` is included in the gas used. */
function l1FeeOf(receipt: object): bigint {
  const l1Fee: unknown = 'l1Fee' in receipt ? receipt.l1Fee : null
  return typeof l1Fee === 'string' && /^0x[0-9a-f]{1,64}$/i.test(l1Fee) ? BigInt(l1Fee) : 0n
}
