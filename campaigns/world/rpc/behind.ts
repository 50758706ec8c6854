import { hex } from './encode.ts'
import type { Question } from './respond.ts'

/** The block heights that a machine knows. */
export interface Heads {
  readonly latest: number
  readonly finalized: number
}

/** An answer as JSON-RPC writes it. */
export interface Answer {
  readonly id: number
  readonly result?: unknown
  readonly error?: unknown
}

/** The index of the block parameter of each method. */
const blockParameters: Readonly<Record<string, number>> = {
  eth_getBlockByNumber: 0,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
  eth_call: 1,
  eth_estimateGas: 1,
  eth_simulateV1: 1,
  eth_feeHistory: 1,
}

/** Replaces the block names of a question with heights that a machine of `heads` knows; null for a block that it does not have. */
export function askBehind(question: Question, heads: Heads): Question | null {
  const { method, params = [] } = question
  if (method === 'eth_getLogs') return { ...question, params: [boundRange(params[0], heads)] }
  const index = blockParameters[method]
  if (index === undefined) return question
  const name = params[index] ?? 'latest'
  if (typeof name !== 'string') return question
  const height = heightOf(name, heads)
  return height > heads.latest ? null : { ...question, params: params.with(index, hex(height)) }
}

function heightOf(name: string, { latest, finalized }: Heads): number {
  if (name === 'earliest') return 0
  if (name === 'finalized' || name === 'safe') return finalized
  return name === 'latest' || name === 'pending' ? latest : Number(name)
}

function boundRange(given: unknown, heads: Heads): unknown {
  const filter = given as { blockHash?: string; fromBlock?: string; toBlock?: string }
  if (filter.blockHash !== undefined) return filter
  const bound = (name = 'latest'): string => hex(Math.min(heightOf(name, heads), heads.latest))
  return { ...filter, fromBlock: bound(filter.fromBlock), toBlock: bound(filter.toBlock) }
}

/** Hides what is newer than a machine's head from an answer to a question without a block number. */
export function hideNewer({ method }: Question, answer: Answer, { latest }: Heads): Answer {
  if (method === 'eth_blockNumber') return { ...answer, result: hex(latest) }
  if (method === 'eth_getLogs' && Array.isArray(answer.result)) {
    return { ...answer, result: answer.result.filter((log) => (heightIn(log) ?? 0) <= latest) }
  }
  return (heightIn(answer.result) ?? 0) > latest ? { ...answer, result: null } : answer
}

/** Reads the height of the block in an answer; null if it has none. */
export function heightIn(result: unknown): number | null {
  if (typeof result !== 'object' || result === null) return null
  const { number, blockNumber = number } = result as { number?: unknown; blockNumber?: unknown }
  return typeof blockNumber === 'string' ? Number(blockNumber) : null
}
