import type { SimClock } from '../clock.ts'
import type { Random } from '../random.ts'
import type { SimChain } from '../sim-chain.ts'
import { answerRpc } from './answer-rpc.ts'
import { createBackend, type Backend } from './backend.ts'
import { lie } from './lie.ts'
import type { Episode, NodeFault } from './node-faults.ts'
import { answer, exchangeFaults, respondWith } from './respond.ts'
import { RpcError } from './rpc-error.ts'
import type { Limits, View } from './view.ts'
import type { ClientName } from './wordings.ts'

/** One address: whatever is behind it runs one client, and each question may reach another machine. */
export interface NodeSpec {
  readonly client: ClientName
  /** One entry for each machine. */
  readonly backends: readonly Limits[]
}

export interface RpcNetworkOptions {
  readonly clock: SimClock
  readonly chain: SimChain
  readonly random: Random
  readonly nodes: readonly NodeSpec[]
  readonly episodes: readonly Episode[]
  /** Milliseconds that an exchange takes. */
  readonly delay: () => number
}

/** The nodes of one chain, below RPC: what they say may be late, less than the truth, or none of it. */
export interface RpcNetwork {
  /** One address for each node, on this machine: what a service names elsewhere would not be trusted about coins. */
  readonly urls: readonly string[]
  /** Answers a POST as the web platform's `fetch` does. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** How often each fault changed an answer. */
  readonly met: ReadonlyMap<NodeFault, number>
}

interface Question {
  readonly id: number
  readonly method: string
  readonly params?: readonly unknown[]
}

/** Opens the nodes of `chain`; no socket is opened. */
export function openRpcNetwork(options: RpcNetworkOptions): RpcNetwork {
  const { clock, chain, random, nodes, delay } = options
  const met = new Map<NodeFault, number>()
  const note = (kind: NodeFault): void => void met.set(kind, (met.get(kind) ?? 0) + 1)
  const urls = nodes.map((_, index) => `http://localhost:${8545 + index}/`)

  const isOn = (node: number, backend: number | null, kind: NodeFault): boolean =>
    options.episodes.some(
      (one) =>
        one.kind === kind &&
        one.node === node &&
        (one.backend === null || one.backend === backend) &&
        one.from <= clock.now() &&
        clock.now() < one.until &&
        (one.share >= 1 || random.next() < one.share),
    )

  const machines: readonly (readonly Backend[])[] = nodes.map(({ client, backends }, node) =>
    backends.map((limits, index) =>
      createBackend({
        ...{ chain, client, limits, met: note, below: random.below },
        has: (kind) => isOn(node, index, kind),
      }),
    ),
  )
  const highest = nodes.map(() => 0)

  function noteSteps(node: number, view: View, method: string): void {
    if (method !== 'eth_blockNumber') return
    if (view.head.number < (highest[node] ?? 0)) note('head-back')
    highest[node] = Math.max(highest[node] ?? 0, view.head.number)
  }

  async function answerOne(node: number, { id, method, params = [] }: Question): Promise<object> {
    const has = (kind: NodeFault): boolean => isOn(node, null, kind)
    const backends = machines[node] ?? []
    const view = backends[random.below(backends.length)]?.view()
    if (!view) throw new Error('A node without machines')
    noteSteps(node, view, method)
    const tell = (answered: object): object => ({ jsonrpc: '2.0', id, ...answered })
    if (has('rate-limited-inside')) return (note('rate-limited-inside'), tell({ error: TOO_MANY }))
    if (has('odd-error')) return (note('odd-error'), tell({ error: random.pick(oddErrors) }))
    if (has('null-result')) return (note('null-result'), tell({ result: null }))
    if (has('wrong-id')) return (note('wrong-id'), { jsonrpc: '2.0', id: id + 1_000_000, result: '0x1' })
    try {
      return tell({ result: lie(view, method, params, await answerRpc(view, method, params)) })
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      const { code, message, data } = error
      return tell({ error: { code, message, ...(data !== undefined && { data }) } })
    }
  }

  async function respond(node: number, { body, signal }: RequestInit): Promise<Response> {
    const asked = JSON.parse(String(body)) as Question | Question[]
    const ends = signal ?? new AbortController().signal
    if (Array.isArray(asked) && isOn(node, null, 'batch-refused')) {
      note('batch-refused')
      return answer('batch too large', 500)
    }
    const kind = exchangeFaults.find((one) => isOn(node, null, one))
    if (kind && kind !== 'garbage' && kind !== 'dripping') return (note(kind), respondWith(kind, '', clock, ends))
    const answered = Array.isArray(asked)
      ? await Promise.all(asked.map((one) => answerOne(node, one)))
      : await answerOne(node, asked)
    const text = JSON.stringify(answered)
    return kind ? (note(kind), respondWith(kind, text, clock, ends)) : answer(text, 200)
  }

  return {
    ...{ urls, met },
    async fetch(url, init) {
      await clock.sleep(delay())
      if (init.signal?.aborted) throw new DOMException('Aborted', 'AbortError')
      return respond(urls.indexOf(url), init)
    },
  }
}

const TOO_MANY = { code: -32_005, message: 'daily request count exceeded, request rate limited' }

interface OddError {
  readonly code: number
  readonly message: string
}

/** Numbers that mean one thing in EIP-1474 and another in besu, and errors that say nothing. */
const oddErrors: readonly [OddError, ...OddError[]] = [
  { code: -32_001, message: 'Resource not found' },
  { code: -32_004, message: 'Upfront cost exceeds account balance' },
  { code: -32_005, message: 'Transaction gas limit exceeds block gas limit' },
  { code: -32_000, message: 'no backend is currently healthy to serve traffic' },
  { code: -32_603, message: 'Internal error' },
]
