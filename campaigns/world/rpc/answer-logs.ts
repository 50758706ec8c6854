import type { Address, Hash, Hex } from 'viem'
import type { SimBlock } from '../sim-chain.ts'
import type { SimLog } from '../sim-state.ts'
import { hex, logsIn } from './encode.ts'
import { findBlock, findByHash } from './find-block.ts'
import { numberLogs } from './number-logs.ts'
import { lateLogs } from './refusals.ts'
import { RpcError } from './rpc-error.ts'
import type { View } from './view.ts'

/** A filter as JSON-RPC writes it. */
export interface LogFilter {
  readonly address?: Address | readonly Address[]
  readonly topics?: readonly (Hex | readonly Hex[] | null)[]
  readonly fromBlock?: string
  readonly toBlock?: string
  readonly blockHash?: Hash
}

/** Answers `eth_getLogs` up to this machine's head, or throws the error of a range that is too wide for it. */
export function answerLogs(view: View, filter: LogFilter): readonly object[] {
  const blocks = blocksOf(view, filter)
  const logs = blocks.flatMap((block) => logsIn(block).filter((log) => isWanted(filter, log)))
  if (logs.length > 0 && view.has('logs-absent')) {
    view.recordFault('logs-absent')
    return []
  }
  const [first, last] = [blocks.at(0)?.number ?? 0, blocks.at(-1)?.number ?? 0]
  if (logs.length > 0 && blocks.length > FEW_BLOCKS && view.has('logs-too-many')) {
    view.recordFault('logs-too-many')
    const range = `[${hex(first)}, ${hex(first + FEW_BLOCKS - 1)}]`
    throw new RpcError(-32_005, `query returned more than 10000 results. Try with this block range ${range}.`)
  }
  if (view.has('logs-timeout')) {
    view.recordFault('logs-timeout')
    throw lateLogs()
  }
  if (blocks.length > view.limits.logRange && view.has('logs-range')) {
    view.recordFault('logs-range')
    throw wordRange(view, first, last)
  }
  return numberLogs(view, logs)
}

const FEW_BLOCKS = 4

function blocksOf(view: View, { blockHash, fromBlock = 'latest', toBlock = 'latest' }: LogFilter): readonly SimBlock[] {
  if (blockHash !== undefined) {
    const block = findByHash(view, blockHash)
    if (block === null) throw new RpcError(-32_000, 'unknown block')
    return [block]
  }
  const { head, chain, client } = view
  const first = heightOf(view, fromBlock)
  const last = heightOf(view, toBlock)
  if (first > last) throw new RpcError(-32_602, 'invalid block range params')
  // Other clients silently answer what they have.
  if (last > head.number && client === 'geth') {
    throw new RpcError(-32_602, 'block range extends beyond current head block')
  }
  return chain.blocks().slice(first, Math.min(last, head.number) + 1)
}

function heightOf(view: View, name: string): number {
  if (name.startsWith('0x')) return Number(name)
  const block = findBlock(view, name)
  if (block === null) throw new RpcError(-32_000, 'unknown block')
  return block.number
}

/** Uses the providers' wordings, as `ponder` collects them (`getLogsRetryHelper.ts`). */
function wordRange({ limits: { logRange }, client }: View, first: number, last: number): RpcError {
  const until = hex(first + logRange - 1)
  switch (client) {
    case 'geth':
      return new RpcError(
        -32_600,
        `Under the Free tier plan, you can make eth_getLogs requests with up to a ${logRange} block range. Based on your parameters, this block range should work: [${hex(first)}, ${until}]`,
      )
    case 'reth':
      return new RpcError(-32_602, `query exceeds max block range ${logRange}`)
    case 'besu':
      return new RpcError(-32_005, 'Requested range exceeds maximum RPC range limit')
    case 'nethermind':
      return new RpcError(
        -32_000,
        'Block range limit exceeded. See more details at https://docs.chainstack.com/docs/limits',
      )
    case 'erigon':
      return new RpcError(-32_602, `range ${last - first} exceeds limit of ${logRange}`)
    case 'nitro':
      return new RpcError(-32_701, `maximum block range: ${logRange}`)
  }
}

/** Returns whether a filter matches a log, regardless of its block. */
export function isWanted({ address, topics = [] }: LogFilter, log: SimLog): boolean {
  const addresses = address === undefined ? null : [address].flat()
  const isEqual = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase()
  if (addresses && !addresses.some((one) => isEqual(one, log.address))) return false
  return topics.every((wanted, index) => {
    const topic = log.topics[index]
    return wanted === null || (topic !== undefined && [wanted].flat().some((one) => isEqual(one, topic)))
  })
}
