import { createPublicClient, toHex, type Hash, type PublicClient } from 'viem'
import { rpcTransport } from '../../main/chain/nodes/rpc/rpc-transport.ts'

/** An error that a node answers. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: number
  constructor(message: string, code = -32_000) {
    super(message)
    this.code = code
  }
}

/** Answers a method with its parameters, or throws a `Refusal`. */
export type Answerer = (method: string, params: readonly unknown[]) => unknown

/** A call to a node. */
export interface Call {
  readonly id: number
  readonly method: string
  readonly params?: readonly unknown[]
}

/** Answers the body of a request, which is one call or a batch of them. */
export function reply(body: RequestInit['body'], answer: Answerer): Response {
  function answerOne({ id, method, params = [] }: Call): object {
    try {
      return { jsonrpc: '2.0', id, result: answer(method, params) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { jsonrpc: '2.0', id, error: { code: error.code, message: error.message } }
    }
  }
  const calls = JSON.parse(body as string) as Call | Call[]
  return Response.json(Array.isArray(calls) ? calls.map(answerOne) : answerOne(calls))
}

/** Creates a client of one in-memory node; `calls` lists the methods that were called. */
export function openTestClient(answer: Answerer): { client: PublicClient; calls: string[] } {
  const calls: string[] = []
  const counted: Answerer = (method, params) => {
    calls.push(method)
    return answer(method, params)
  }
  const transport = rpcTransport({
    url: 'https://node.example',
    timeoutMs: 10_000,
    fetch: async (_, { body }) => reply(body, counted),
  })
  return { client: createPublicClient({ transport, cacheTime: 0 }), calls }
}

/** Returns the hash of a made-up block. */
export function blockHash(number: number, branch = 'a'): Hash {
  return `0x${branch}${number.toString(16).padStart(63, '0')}`
}

/** Returns a block in the format of a node. */
export function blockOf(number: number, parts: { seconds?: number; branch?: string; transactions?: unknown[] } = {}) {
  const { seconds = number, branch, transactions = [] } = parts
  return { number: toHex(number), hash: blockHash(number, branch), timestamp: toHex(seconds), transactions }
}
