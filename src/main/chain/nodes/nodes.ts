import { createClient } from 'viem'
import { getBlockNumber } from 'viem/actions'
import { systemTimer } from '../../../shared/timer.ts'
import { greatest, reachedByMajority } from './agree/agree.ts'
import { createNodeAsker, noNode, type Answered, type NodeQuestion } from './ask-nodes.ts'
import { createDeadline } from './rpc/deadline.ts'
import { createNodeIdentities } from './agree/identify-nodes.ts'
import { keepsUp, lagAfter } from './trouble/node-lag.ts'
import { reportOf, type NodeReport } from './trouble/node-report.ts'
import { healthy } from './trouble/node-rest.ts'
import { askable, restingLast, restOf, type Node, type NodesOptions, type Why } from './node.ts'
import { rpcTransport } from './rpc/rpc-transport.ts'

/** The nodes of one network; each is identified before it is believed. */
export interface Nodes {
  /** How many there are, including silent ones. */
  readonly count: number
  /** Returns chain id and genesis hash, as Till knows them or as most nodes say. */
  instance(): Promise<string>
  /** Asks every node again for its chain; returns whether more than half still serve the same one. A load balancer may have switched. */
  isUnchanged(): Promise<boolean>
  /**
   * Returns the answers that arrive before the deadline, at least one, in the nodes' order. An `urgent` question goes to resting nodes too,
   * a `check` to those that rest without having asked for it. A `search` takes many exchanges, and has six deadlines for all of them
   * together. Throws AppError if no node answers.
   */
  askAll<T>(question: NodeQuestion<T>, why?: Why): Promise<readonly [T, ...T[]]>
  /** Like `askAll`, but compares the answers: if `compare` finds a contradiction, the node's report shows it until `compare` finds none. */
  askCompared<T>(
    question: NodeQuestion<T>,
    compare: (answers: readonly [T, ...T[]]) => readonly (boolean | null)[],
  ): Promise<readonly [T, ...T[]]>
  /** Returns the milliseconds until the first node may be asked again, if all of them asked for a rest; else 0. */
  restMs(): number
  /** Returns the newest block that most nodes have, or that either of two nodes has; records which nodes are behind. */
  head(why?: 'check'): Promise<bigint>
  /** Returns each node's health, in the nodes' order. */
  report(): readonly NodeReport[]
}

/** Opens the nodes of a network without asking any. A node that failed recently is asked last, or not at all if others answer. */
export function openNodes(options: NodesOptions): Nodes {
  const { monotonic = () => performance.now(), timer = systemTimer } = options
  const nodes = options.rpcUrls.map((url) => createNode(options, url))
  const before = createDeadline(timer, options.timeoutMs)
  const identities = createNodeIdentities(options, nodes, monotonic, before)
  const { askOne, askEach } = createNodeAsker(options, nodes, identities, monotonic, before)

  const askAll: Nodes['askAll'] = async (question, why) => answersOf(await askEach(question, why))

  /** Sends no request if a node has identified itself; else takes the first valid answer of any node. */
  async function instance(): Promise<string> {
    const identified = nodes.filter(identities.isIdentified)
    const known = await Promise.any(identified.map(identities.identify)).catch(() => null)
    if (known !== null) return known
    const now = monotonic()
    const asking = askable(restingLast(nodes, now), now).map((node) => askOne(node, itsInstance))
    try {
      return await Promise.any(asking)
    } catch (error) {
      throw error instanceof AggregateError ? (error.errors[0] ?? noNode()) : error
    }
  }

  return {
    count: nodes.length,
    askAll,
    async askCompared(question, compare) {
      const each = await askEach(question)
      const answers = answersOf(each)
      noteContradictions(each, compare(answers))
      return answers
    },
    async head(why) {
      const heads = await askEach((client) => getBlockNumber(client), why)
      const answers = answersOf(heads)
      // With two nodes, a stalled one would stop everything: no block would ever get a confirmation.
      const most = nodes.length === 2 ? greatest(answers) : reachedByMajority(answers, nodes.length)
      for (const { node, answer } of heads) node.lag = lagAfter(node.lag, answer, most, options.blockTimeMs, Date.now())
      return most
    },
    instance,
    async isUnchanged() {
      const before = await instance()
      for (const node of nodes) if (!node.health.isLimited) node.genesis = null
      const found = await askAll(itsInstance)
      return found.filter((one) => one === before).length * 2 > nodes.length
    },
    restMs: () => restOf(nodes, monotonic()),
    report: () => nodes.map((node) => reportOf(node, Date.now() - monotonic())),
  }
}

function createNode(options: NodesOptions, url: string): Node {
  return {
    url,
    client: createClient({ transport: rpcTransport({ ...options, url }), cacheTime: 0 }),
    genesis: null,
    lastVote: undefined,
    health: healthy,
    lag: keepsUp,
    contradictsSince: null,
  }
}

const itsInstance: NodeQuestion<string> = (_, instance) => Promise.resolve(instance)

function noteContradictions(each: readonly Answered<unknown>[], weighed: readonly (boolean | null)[]): void {
  for (const [index, contradicts] of weighed.entries()) {
    const node = each[index]?.node
    if (node && contradicts !== null) node.contradictsSince = contradicts ? (node.contradictsSince ?? Date.now()) : null
  }
}

function answersOf<T>([first, ...others]: readonly [Answered<T>, ...Answered<T>[]]): readonly [T, ...T[]] {
  return [first.answer, ...others.map(({ answer }) => answer)]
}
