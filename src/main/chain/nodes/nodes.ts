import { createPublicClient, type Hash, type PublicClient } from 'viem'
import { AppError } from '../../../shared/errors.ts'
import { systemTimer } from '../../../shared/timer.ts'
import { agreeOnGenesis, type GenesisVote } from './agree-on-genesis.ts'
import { greatest, reachedByMost } from './agree.ts'
import { assertChainId } from './assert-chain-id.ts'
import { keepsUp, lagAfter, type NodeLag } from './node-lag.ts'
import { reportOf, type NodeReport } from './node-report.ts'
import { afterFailure, healthy, type NodeHealth } from './node-rest.ts'
import { isNodesAnswer, isUnavailable } from './rpc-errors.ts'
import type { RpcOptions } from './rpc-exchange.ts'
import { rpcTransport } from './rpc-transport.ts'

export interface NodesOptions extends Pick<RpcOptions, 'fetch' | 'timer' | 'signal'> {
  /** Milliseconds for one exchange, for one question to a node, and for finding out who a node is. */
  readonly timeoutMs: number
  readonly chainId: number
  /** RPC addresses in the order they are trusted. */
  readonly rpcUrls: readonly string[]
  /** The hash of block 0 where Till knows the chain; else its nodes have to agree on one. */
  readonly genesisHash: Hash | null
  /** The hash of block 0 of the chain that was last signed for under this id; null for none. */
  readonly signedOn: Hash | null
  /** Milliseconds from a block to the next; null where nobody knows. */
  readonly blockTimeMs: number | null
  /** Milliseconds of a clock that never goes back. */
  readonly monotonic?: (() => number) | undefined
  /** A node has answered or failed: its report may have changed. */
  readonly onAsked?: (() => void) | undefined
}

/** A question to one node; `instance` is the chain it was found to be of. */
export type NodeQuestion<T> = (client: PublicClient, instance: string) => Promise<T>

/** The purpose of a question, if it changes which nodes are asked. */
type Why = 'urgent' | 'check' | 'search'

/** The nodes of one network; each is asked who it is before it is believed. */
export interface Nodes {
  /** How many there are, whether they answer or not. */
  readonly count: number
  /** Chain id and genesis hash, as Till knows them or as most nodes say. */
  instance(): Promise<string>
  /** Asks every node again which chain it is of; returns whether more than half are still of the same one. A balancer may have switched. */
  isUnchanged(): Promise<boolean>
  /**
   * The answers of all nodes that give one before the deadline, at least one, in the nodes' order. What is `urgent` goes to nodes that
   * rest as well, and a `check` to those that rest without having asked for it; a `search` is many exchanges, and has six deadlines for all
   * of them together. Throws AppError where none answers.
   */
  askAll<T>(question: NodeQuestion<T>, why?: Why): Promise<readonly [T, ...T[]]>
  /** Like `askAll`, with each answer held against the others: where `weigh` tells of a contradiction, its node's report does until it tells of none. */
  askCompared<T>(
    question: NodeQuestion<T>,
    weigh: (answers: readonly [T, ...T[]]) => readonly (boolean | null)[],
  ): Promise<readonly [T, ...T[]]>
  /** Milliseconds until the first node may be asked again, where all of them asked for a rest; 0 otherwise. */
  restMs(): number
  /** The newest block that most nodes have, of two nodes either; notes which nodes are behind it. */
  head(why?: 'check'): Promise<bigint>
  /** How each node has been doing, in the nodes' order. */
  report(): readonly NodeReport[]
}

interface Node {
  readonly url: string
  readonly client: PublicClient
  genesis: { readonly vote: Promise<GenesisVote>; readonly at: number } | null
  /** What it said last. */
  lastVote: GenesisVote
  health: NodeHealth
  lag: NodeLag
  /** Since when it contradicts the others, in epoch milliseconds; null while it does not. */
  contradictsSince: number | null
}

interface Answered<T> {
  readonly node: Node
  readonly answer: T
}

/** A node behind a balancer may be replaced by one of another chain. */
const CHECK_EVERY_MS = 60_000

/** A search takes dozens of exchanges, each with a deadline of its own. */
const SEARCH_DEADLINES = 6

/** Opens the nodes of a network; none is asked yet. One that failed lately is asked last, or not at all where others answer. */
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
  /** The hash that the nodes agreed on: a single node does not overturn it while the others are away. */
  let settled: Hash | null = options.genesisHash
  const isResting = ({ health }: Node): boolean => monotonic() < health.restUntil

  function inOrder(): Node[] {
    return [...nodes.filter((node) => !isResting(node)), ...nodes.filter(isResting)]
  }

  /** A node that asks for a rest keeps its identity: after the rest, waiting payments go first. */
  function holdsVote({ genesis, health }: Node): boolean {
    return genesis !== null && (health.isLimited || monotonic() - genesis.at <= CHECK_EVERY_MS)
  }

  function voteOf(node: Node): Promise<GenesisVote> {
    if (node.genesis === null || !holdsVote(node)) {
      const vote = before(1, readGenesis(node.client, options.chainId)).then((said) => (node.lastVote = said))
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
    const said = nodes.map(({ lastVote }) => lastVote)
    settled = agreeOnGenesis(said, nodes.length, false, null) ?? settled ?? (await hearAll())
    return settled
  }

  /** Asks the nodes which chain they are of; one that is slow holds nobody up once more than half of all agree. */
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
      // The deadline starts after the check, which waits for silent neighbours where nobody knows the chain. Each of them has a deadline.
      const instance = await check(node)
      const answer = await before(deadlines, question(node.client, instance))
      node.health = healthy
      return answer
    } catch (error) {
      if (!isNodesAnswer(error)) {
        node.health = afterFailure(node.health, error, monotonic(), Date.now())
        // After a failure another machine may answer.
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

  /** Leaves nodes alone that asked for it, even if there is no other. */
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

  /** What each node answered that gave an answer, in the nodes' order. */
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

  /** Sends no request if a node has identified itself; else the first good answer of any node counts. */
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
    const said = answersOf(heads)
    // Of two nodes, one that stands still would stop everything: no block would ever get a confirmation.
    const most = nodes.length === 2 ? greatest(said) : reachedByMost(said, nodes.length)
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
    ...{ count: nodes.length, askAll, askCompared, head, instance, isUnchanged, restMs },
    report: () => nodes.map((node) => reportOf(node, Date.now() - monotonic())),
  }
}

function answersOf<T>([first, ...others]: readonly [Answered<T>, ...Answered<T>[]]): readonly [T, ...T[]] {
  return [first.answer, ...others.map(({ answer }) => answer)]
}

/** The hash of a node's block 0, null where the node has pruned it; AppError `network-mismatch` where it is of another chain. */
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
