import { createPublicClient, type Hash, type PublicClient } from 'viem'
import { AppError } from '../../../shared/errors.ts'
import { systemTimer } from '../../../shared/timer.ts'
import { agreeOnGenesis, type GenesisVote } from './agree-on-genesis.ts'
import { greatest, reachedByMajority } from './agree.ts'
import { assertChainId } from './assert-chain-id.ts'
import { keepsUp, lagAfter, type NodeLag } from './node-lag.ts'
import { reportOf, type NodeReport } from './node-report.ts'
import { afterFailure, healthy, type NodeHealth } from './node-rest.ts'
import { isNodesAnswer, isUnavailable } from './rpc-errors.ts'
import type { RpcOptions } from './rpc-exchange.ts'
import { rpcTransport } from './rpc-transport.ts'

export interface NodesOptions extends Pick<RpcOptions, 'fetch' | 'timer' | 'signal'> {
  /** Milliseconds for one exchange, for one question to a node, and for identifying a node. */
  readonly timeoutMs: number
  readonly chainId: number
  /** RPC addresses in order of trust. */
  readonly rpcUrls: readonly string[]
  /** The hash of block 0 if Till knows the chain; else its nodes have to agree on one. */
  readonly genesisHash: Hash | null
  /** The hash of block 0 of the chain last signed for under this id; null for none. */
  readonly signedOn: Hash | null
  /** Milliseconds between two blocks; null if unknown. */
  readonly blockTimeMs: number | null
  /** A monotonic clock, in milliseconds. */
  readonly monotonic?: (() => number) | undefined
  /** Called after a node answered or failed: its report may have changed. */
  readonly onAsked?: (() => void) | undefined
  /** The node at an address failed to answer. */
  readonly onFailed?: ((url: string, error: unknown) => void) | undefined
}

/** A question to one node; `instance` is the chain it identified as. */
export type NodeQuestion<T> = (client: PublicClient, instance: string) => Promise<T>

/** The purpose of a question, if it changes which nodes are asked. */
type Why = 'urgent' | 'check' | 'search'

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
  /** Like `askAll`, but compares the answers: if `weigh` finds a contradiction, the node's report shows it until `weigh` finds none. */
  askCompared<T>(
    question: NodeQuestion<T>,
    weigh: (answers: readonly [T, ...T[]]) => readonly (boolean | null)[],
  ): Promise<readonly [T, ...T[]]>
  /** Returns the milliseconds until the first node may be asked again, if all of them asked for a rest; else 0. */
  restMs(): number
  /** Returns the newest block that most nodes have, or that either of two nodes has; records which nodes are behind. */
  head(why?: 'check'): Promise<bigint>
  /** Returns each node's health, in the nodes' order. */
  report(): readonly NodeReport[]
}

interface Node {
  readonly url: string
  readonly client: PublicClient
  genesis: { readonly vote: Promise<GenesisVote>; readonly at: number } | null
  lastVote: GenesisVote
  health: NodeHealth
  lag: NodeLag
  /** Epoch milliseconds since it contradicts the others; null while it does not. */
  contradictsSince: number | null
}

interface Answered<T> {
  readonly node: Node
  readonly answer: T
}

/** A load balancer may replace a node by one of another chain. */
const CHECK_EVERY_MS = 60_000

/** A search takes dozens of exchanges, each with its own deadline. */
const SEARCH_DEADLINES = 6

/** Opens the nodes of a network without asking any. A node that failed recently is asked last, or not at all if others answer. */
export function openNodes(options: NodesOptions): Nodes {
  const { monotonic = () => performance.now(), timer = systemTimer } = options
  const nodes = options.rpcUrls.map((url): Node => ({
    url,
    client: createPublicClient({ transport: rpcTransport({ ...options, url }), cacheTime: 0 }),
    genesis: null,
    lastVote: undefined,
    health: healthy,
    lag: keepsUp,
    contradictsSince: null,
  }))
  /** The hash the nodes agreed on: a single node cannot overturn it while the others are away. */
  let settled: Hash | null = options.genesisHash
  const isResting = ({ health }: Node): boolean => monotonic() < health.restUntil

  function inOrder(): Node[] {
    return [...nodes.filter((node) => !isResting(node)), ...nodes.filter(isResting)]
  }

  /** A node that asks for a rest keeps its identity: after the rest, pending payments go first. */
  function holdsVote({ genesis, health }: Node): boolean {
    return genesis !== null && (health.isLimited || monotonic() - genesis.at <= CHECK_EVERY_MS)
  }

  function voteOf(node: Node): Promise<GenesisVote> {
    if (node.genesis === null || !holdsVote(node)) {
      const vote = before(1, readGenesis(node.client, options.chainId)).then((answers) => (node.lastVote = answers))
      const genesis = { vote, at: monotonic() }
      node.genesis = genesis
      vote.catch(() => {
        if (node.genesis === genesis) node.genesis = null
      })
    }
    return node.genesis.vote
  }

  async function genesisHash(): Promise<Hash> {
    if (options.genesisHash !== null) return options.genesisHash
    const answers = nodes.map(({ lastVote }) => lastVote)
    settled = agreeOnGenesis(answers, nodes.length, false, null) ?? settled ?? (await hearAll())
    return settled
  }

  /** Asks the nodes for their chain; a slow one delays nothing once more than half of all agree. */
  async function hearAll(): Promise<Hash> {
    const votes: GenesisVote[] = []
    const hearing = nodes.filter((node) => node.genesis !== null || !isResting(node)).map(voteOf)
    const majority = new Promise<Hash>((resolve) => {
      const count = (vote: GenesisVote): void => {
        votes.push(vote)
        const agreed = agreeOnGenesis(votes, nodes.length, votes.length === hearing.length, options.signedOn)
        if (agreed !== null) resolve(agreed)
      }
      for (const heard of hearing) heard.then(count, () => count(undefined))
    })
    const agreed = await Promise.race([majority, Promise.allSettled(hearing).then(() => null)])
    if (agreed !== null) return agreed
    if (votes.every((vote) => typeof vote !== 'string')) {
      throw new AppError('network-unreachable', 'No node shows block 0')
    }
    throw new AppError('network-mismatch', 'The nodes of this network are not of one chain')
  }

  async function check(node: Node): Promise<string> {
    const vote = await voteOf(node)
    const genesis = await genesisHash()
    if (typeof vote === 'string' && vote !== genesis) {
      throw new AppError('network-mismatch', 'The nodes of this network are not of one chain')
    }
    return `${options.chainId}:${genesis}`
  }

  async function askOne<T>(node: Node, question: NodeQuestion<T>, deadlines = 1): Promise<T> {
    try {
      // The deadline starts after the check, which waits for silent neighbours if the chain is unknown. Each of them has its own deadline.
      const instance = await check(node)
      const answer = await before(deadlines, question(node.client, instance))
      node.health = healthy
      return answer
    } catch (error) {
      if (!isNodesAnswer(error)) {
        options.onFailed?.(node.url, error)
        node.health = afterFailure(node.health, error, monotonic(), Date.now())
        // After a failure another machine may answer at this address.
        if (!node.health.isLimited) node.genesis = null
      }
      throw asAppError(error)
    } finally {
      options.onAsked?.()
    }
  }

  function before<T>(deadlines: number, work: Promise<T>): Promise<T> {
    let cancel = (): void => undefined
    const late = new Promise<never>((_, reject) => {
      cancel = timer(deadlines * options.timeoutMs, () =>
        reject(new AppError('network-unreachable', 'A node took too long')),
      )
    })
    return Promise.race([work, late]).finally(() => cancel())
  }

  /** Leaves nodes alone that asked for a rest, even if there is no other. */
  function askable(some: readonly Node[]): readonly Node[] {
    const free = some.filter((node) => !(isResting(node) && node.health.isLimited))
    if (free.length === 0 && some.length > 0) throw new AppError('network-unreachable', 'The network asks for a rest')
    return free
  }

  function toAsk(why: Why | undefined): readonly Node[] {
    if (why === 'urgent') return nodes
    const well = why === 'check' ? nodes : nodes.filter((node) => !isResting(node))
    return askable(well.length > 0 ? well : nodes)
  }

  /** Returns the answer of each node that gave one, in the nodes' order. */
  async function askEach<T>(question: NodeQuestion<T>, why?: Why): Promise<readonly [Answered<T>, ...Answered<T>[]]> {
    const asked = toAsk(why).map(async (node) => {
      const answer = await askOne(node, question, why === 'search' ? SEARCH_DEADLINES : 1)
      return { node, answer }
    })
    const answers = await Promise.allSettled(asked)
    const [first, ...others] = answers.filter((answer) => answer.status === 'fulfilled')
    if (first) return [first.value, ...others.map(({ value }) => value)]
    throw answers.find((answer) => answer.status === 'rejected')?.reason ?? noNode()
  }

  async function askAll<T>(question: NodeQuestion<T>, why?: Why): Promise<readonly [T, ...T[]]> {
    return answersOf(await askEach(question, why))
  }

  async function askCompared<T>(
    question: NodeQuestion<T>,
    weigh: (answers: readonly [T, ...T[]]) => readonly (boolean | null)[],
  ): Promise<readonly [T, ...T[]]> {
    const each = await askEach(question)
    const answers = answersOf(each)
    for (const [index, contradicts] of weigh(answers).entries()) {
      const node = each[index]?.node
      if (node && contradicts !== null)
        node.contradictsSince = contradicts ? (node.contradictsSince ?? Date.now()) : null
    }
    return answers
  }

  /** Sends no request if a node has identified itself; else takes the first valid answer of any node. */
  async function instance(): Promise<string> {
    const known = await Promise.any(nodes.filter(holdsVote).map(check)).catch(() => null)
    if (known !== null) return known
    const asked = askable(inOrder()).map((node) => askOne(node, (_, found) => Promise.resolve(found)))
    try {
      return await Promise.any(asked)
    } catch (error) {
      throw error instanceof AggregateError ? (error.errors[0] ?? noNode()) : error
    }
  }

  async function isUnchanged(): Promise<boolean> {
    const before = await instance()
    for (const node of nodes) if (!node.health.isLimited) node.genesis = null
    const found = await askAll((_, one) => Promise.resolve(one))
    return found.filter((one) => one === before).length * 2 > nodes.length
  }

  async function head(why?: 'check'): Promise<bigint> {
    const heads = await askEach((client) => client.getBlockNumber(), why)
    const answers = answersOf(heads)
    // With two nodes, a stalled one would stop everything: no block would ever get a confirmation.
    const most = nodes.length === 2 ? greatest(answers) : reachedByMajority(answers, nodes.length)
    for (const { node, answer } of heads) node.lag = lagAfter(node.lag, answer, most, options.blockTimeMs, Date.now())
    return most
  }

  function restMs(): number {
    if (nodes.length === 0) return 0
    const now = monotonic()
    const rests = nodes.map((node) => (node.health.isLimited ? node.health.restUntil - now : 0))
    return Math.max(0, Math.min(...rests))
  }

  return {
    count: nodes.length,
    askAll,
    askCompared,
    head,
    instance,
    isUnchanged,
    restMs,
    report: () => nodes.map((node) => reportOf(node, Date.now() - monotonic())),
  }
}

function answersOf<T>([first, ...others]: readonly [Answered<T>, ...Answered<T>[]]): readonly [T, ...T[]] {
  return [first.answer, ...others.map(({ answer }) => answer)]
}

/** Returns the hash of a node's block 0, or null if the node pruned it; throws AppError `network-mismatch` if it serves another chain. */
async function readGenesis(client: PublicClient, expected: number): Promise<GenesisVote> {
  const [, genesis] = await Promise.all([
    assertChainId(client, expected),
    client.getBlock({ blockNumber: 0n }).catch((error: unknown) => {
      if (isUnavailable(error)) return null
      throw error
    }),
  ])
  return genesis?.hash ?? null
}

function noNode(): AppError {
  return new AppError('network-unreachable', 'The network has no address')
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  return new AppError('network-unreachable', 'The network did not answer as expected', { cause: error })
}
