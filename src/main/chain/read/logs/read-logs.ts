import { BaseError, erc20Abi, getAbiItem, isHash, type Address, type Hash, type Log, type Client } from 'viem'
import { getBlockNumber, getLogs } from 'viem/actions'
import type { LoggedApproval, TokenTransfer } from '../../chain.ts'
import { afterAnswer, afterRefusal, type LogRange } from './log-range.ts'

const transferEvent = getAbiItem({ abi: erc20Abi, name: 'Transfer' })
type TransferLog = Log<bigint, number, false, typeof transferEvent, true>
const approvalEvent = getAbiItem({ abi: erc20Abi, name: 'Approval' })

/** Reads the token transfers to or from an account in a block range, both ends included. */
export async function readTransfers(
  client: Client,
  tokens: readonly Address[],
  args: { readonly to: Address } | { readonly from: Address },
  fromBlock: bigint,
  toBlock: bigint,
): Promise<readonly TokenTransfer[]> {
  const logs = await inFilters(tokens, (address) =>
    inRanges(client, fromBlock, toBlock, (from, to) =>
      getLogs(client, { address, event: transferEvent, args, fromBlock: from, toBlock: to, strict: true }),
    ),
  )
  return logs.map(toTransfer)
}

/** Converts the log of a token transfer. */
export function toTransfer({ transactionHash, logIndex, address, args, blockNumber }: TransferLog): TokenTransfer {
  return {
    hash: toHash(transactionHash),
    logIndex,
    token: address,
    from: args.from,
    to: args.to,
    units: args.value,
    blockNumber,
  }
}

/** Some nodes write capital letters. Throws for an invalid hash. */
function toHash(text: string): Hash {
  const hash = text.toLowerCase()
  if (!isHash(hash)) throw new BaseError('The node names no hash')
  return hash
}

/** Reads the approvals an account gave in a block range, both ends included. */
export async function readApprovals(
  client: Client,
  tokens: readonly Address[],
  owner: Address,
  fromBlock: bigint,
  toBlock: bigint,
): Promise<readonly LoggedApproval[]> {
  const logs = await inFilters(tokens, (address) =>
    inRanges(client, fromBlock, toBlock, (from, to) =>
      getLogs(client, { address, event: approvalEvent, args: { owner }, fromBlock: from, toBlock: to, strict: true }),
    ),
  )
  return logs.map(({ transactionHash, address: token, args: { spender } }) => ({
    hash: toHash(transactionHash),
    token,
    spender,
  }))
}

/** geth refuses more than 1,000 addresses in one filter (eth/filters/api.go). */
const TOKENS_AT_ONCE = 500

/**
 * Reads the logs of tokens, with as many tokens per filter as nodes accept. Returns none without a token: an empty filter would match every
 * contract.
 */
async function inFilters<T>(
  tokens: readonly Address[],
  read: (address: Address[]) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const found: T[] = []
  for (let first = 0; first < tokens.length; first += TOKENS_AT_ONCE) {
    found.push(...(await read(tokens.slice(first, first + TOKENS_AT_ONCE))))
  }
  return found
}

/** Log ranges of nodes that refused more. */
const ranges = new WeakMap<Client, LogRange>()

/**
 * Reads as many blocks at once as a node answers. Fails if the node has not reached the last block: it would silently return fewer logs.
 */
async function inRanges<T>(
  client: Client,
  fromBlock: bigint,
  toBlock: bigint,
  read: (from: bigint, to: bigint) => Promise<readonly T[]>,
): Promise<T[]> {
  const head = await getBlockNumber(client)
  if (head < toBlock) throw new BaseError(`The node is at block ${head}, before ${toBlock}`)
  const found: T[] = []
  let from = fromBlock
  while (from <= toBlock) {
    const size = ranges.get(client)?.blocks ?? toBlock - from + 1n
    const to = from + size - 1n < toBlock ? from + size - 1n : toBlock
    const blocks = to - from + 1n
    try {
      found.push(...(await read(from, to)))
      const range = ranges.get(client)
      if (range) ranges.set(client, afterAnswer(range, blocks))
      from = to + 1n
    } catch (error) {
      const smaller = afterRefusal(ranges.get(client), error, blocks)
      if (smaller === null) throw error
      ranges.set(client, smaller)
    }
  }
  return found
}
