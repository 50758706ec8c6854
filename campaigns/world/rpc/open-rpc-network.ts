import type { Address } from 'viem'
import type { SimClock } from '../clock.ts'
import type { Random } from '../random.ts'
import type { SimChain } from '../sim-chain.ts'
import { addNoise } from './add-noise.ts'
import { answerRpc } from './answer-rpc.ts'
import { createBackend, type Backend } from './backend.ts'
import { lie } from './lie.ts'
import { otherChain } from './other-chain.ts'
import { isActive, type Episode, type NodeFault } from './node-faults.ts'
import { respond, type Question } from './respond.ts'
import { encodeError } from './rpc-error.ts'
import type { Limits, View } from './view.ts'
import type { ClientName } from './wordings.ts'

/** One address. All machines behind it run the same client, and each question may reach another machine. */
export interface NodeSpec {
  readonly client: ClientName
  /** One entry for each machine. */
  readonly backends: readonly Limits[]
}

export interface RpcNetworkOptions {
  readonly clock: SimClock
  readonly chain: SimChain
  /** The account whose transactions also exist on the other chain, if an address leads to one. */
  readonly account: Address
  readonly random: Random
  readonly nodes: readonly NodeSpec[]
  readonly episodes: readonly Episode[]
  /** Returns the milliseconds of an exchange. */
  readonly delay: () => number
}

/** The nodes of one chain, below RPC. Their answers may be late, incomplete or false. */
export interface RpcNetwork {
  /** One local address for each node: Till would not trust remote ones that a service names about coins. */
  readonly urls: readonly string[]
  /** Answers a POST like the web platform's `fetch`. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** How often each fault changed an answer. */
  readonly recordedFaults: ReadonlyMap<NodeFault, number>
}

/** Opens the nodes of `chain` without any sockets. */
export function openRpcNetwork(options: RpcNetworkOptions): RpcNetwork {
  const { clock, chain, random, nodes, delay } = options
  const recordedFaults = new Map<NodeFault, number>()
  const note = (kind: NodeFault): void => void recordedFaults.set(kind, (recordedFaults.get(kind) ?? 0) + 1)
  const urls = nodes.map((_, index) => `http://localhost:${8545 + index}/`)

  const isOn = (node: number, backend: number | null, kind: NodeFault): boolean =>
    isActive(options.episodes, { node, backend, kind }, clock.now(), random)

  const machinesOf = (truth: SimChain): readonly (readonly Backend[])[] =>
    nodes.map(({ client, backends }, node) =>
      backends.map((limits, index) =>
        createBackend({
          chain: truth,
          client,
          limits,
          recordFault: note,
          below: random.below,
          has: (kind) => isOn(node, index, kind),
        }),
      ),
    )
  const machines = machinesOf(chain)
  const elsewhere = machinesOf(otherChain(chain, options.account))
  const highest = nodes.map(() => 0)

  function noteSteps(node: number, view: View, method: string): void {
    if (method !== 'eth_blockNumber') return
    if (view.head.number < (highest[node] ?? 0)) note('head-back')
    highest[node] = Math.max(highest[node] ?? 0, view.head.number)
  }

  async function answerOne(node: number, { id, method, params = [] }: Question): Promise<object> {
    const has = (kind: NodeFault): boolean => isOn(node, null, kind)
    const isElsewhere = has('other-chain')
    if (isElsewhere) note('other-chain')
    const backends = (isElsewhere ? elsewhere : machines)[node] ?? []
    const view = backends[random.below(backends.length)]?.view()
    if (!view) throw new Error('A node without machines')
    noteSteps(node, view, method)
    const noise = addNoise(id, { has, recordFault: note }, random)
    if (noise !== null) return noise
    const report = (answered: object): object => ({ jsonrpc: '2.0', id, ...answered })
    try {
      return report({ result: lie(view, method, params, await answerRpc(view, method, params)) })
    } catch (error) {
      return report({ error: encodeError(error) })
    }
  }

  return {
    urls,
    recordedFaults,
    async fetch(url, init) {
      await clock.sleep(delay())
      if (init.signal?.aborted) throw new DOMException('Aborted', 'AbortError')
      const node = urls.indexOf(url)
      return respond(init, {
        clock,
        recordFault: note,
        has: (kind) => isOn(node, null, kind),
        answer: (questions) => Promise.all(questions.map((one) => answerOne(node, one))),
      })
    },
  }
}
