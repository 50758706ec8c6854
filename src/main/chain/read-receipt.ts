import { erc20Abi, isAddressEqual, parseEventLogs, type Hash, type PublicClient } from 'viem'
import type { Receipt, TokenTransfer } from './chain.ts'
import { readBlock } from './read-standing.ts'
import { nullIfAnswered } from './rpc-errors.ts'

/** A receipt as one node shows it. */
export interface NodeReceipt extends Omit<Receipt, 'isBacked' | 'fee'> {
  readonly fee: bigint
}

/** Whether a node's own block at a height holds a transaction: `unknown` where it has no such block, or no longer. */
export type Inclusion = 'included' | 'absent' | 'unknown'

/**
 * Reads a receipt whose block is the one at its height; null otherwise. Nodes show receipts of blocks that lost a reorganization, or that
 * are not made yet (Flashblocks). One that was pruned, or is not indexed yet, is answered with null or with an error.
 */
export async function readReceipt(client: PublicClient, hash: Hash): Promise<NodeReceipt | null> {
  const receipt = await client.getTransactionReceipt({ hash }).catch(nullIfAnswered)
  const block = receipt && (await readBlock(client, receipt.blockNumber))
  if (receipt === null || block?.hash !== receipt.blockHash) return null
  const { status, blockNumber, blockHash, gasUsed, effectiveGasPrice } = receipt
  const fee = gasUsed * effectiveGasPrice + l1FeeOf(receipt)
  return { hash, succeeded: status === 'success', blockNumber, blockHash, fee }
}

/** Reads whether the block at a height is the one a receipt names, and holds its transaction. */
export async function readInclusion(
  client: PublicClient,
  { hash, blockNumber, blockHash }: Pick<Receipt, 'hash' | 'blockNumber' | 'blockHash'>,
): Promise<Inclusion> {
  const block = await readBlock(client, blockNumber)
  if (block === null) return 'unknown'
  return block.hash === blockHash && block.transactions.includes(hash) ? 'included' : 'absent'
}

/** Reads whether the receipt of a transaction holds a transfer; `unknown` where a node shows no receipt. */
export async function readTransferInclusion(client: PublicClient, one: TokenTransfer): Promise<Inclusion> {
  const receipt = await client.getTransactionReceipt({ hash: one.hash }).catch(nullIfAnswered)
  if (receipt === null) return 'unknown'
  const transfers = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs: receipt.logs })
  const isThere = transfers.some(
    ({ address, args }) =>
      isAddressEqual(address, one.token) &&
      isAddressEqual(args.from, one.from) &&
      isAddressEqual(args.to, one.to) &&
      args.value === one.units,
  )
  return isThere && receipt.blockNumber === one.blockNumber ? 'included' : 'absent'
}

/** What a rollup took beside gas, where the receipt says so. Arbitrum's `gasUsedForL1` is inside the gas used. */
function l1FeeOf(receipt: object): bigint {
  const l1Fee: unknown = 'l1Fee' in receipt ? receipt.l1Fee : null
  return typeof l1Fee === 'string' && /^0x[0-9a-f]{1,64}$/i.test(l1Fee) ? BigInt(l1Fee) : 0n
}
