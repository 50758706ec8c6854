import { createPublicClient, type PublicClient } from 'viem'
import { AppError } from '../../shared/errors.ts'
import { isNodesAnswer } from './rpc-errors.ts'
import { rpcTransport, type RpcOptions } from './rpc-transport.ts'

export interface NodesOptions extends Pick<RpcOptions, 'timeoutMs' | 'fetch' | 'timer' | 'signal'> {
  readonly chainId: number
  /** RPC addresses in the order they are trusted. */
  readonly rpcUrls: readonly string[]
  /** Milliseconds of a clock that never goes back. */
  readonly monotonic?: (() => number) | undefined
}

/** The nodes of one network; each is asked who it is before it is believed. */
export interface Nodes {
  /** How many there are, whether they answer or not. */
  readonly count: number
  /** Chain id and genesis hash, as the first node tells them. */
  instance(): Promise<string>
  /** The answer of the first node that gives one. Throws AppError where none does. */
  ask<T>(question: (client: PublicClient) => Promise<T>): Promise<T>
  /** The answers of all nodes that give one, at least one, in the nodes' order. Throws AppError where none does. */
  askAll<T>(question: (client: PublicClient) => Promise<T>): Promise<readonly [T, ...T[]]>
}

interface Node {
  readonly client: PublicClient
  readonly isFirst: boolean
  checked: { readonly instance: Promise<string>; readonly at: number } | null
  failedAt: number
}

const CHECK_EVERY_MS = 60_000
const AVOID_MS = 15_000

/** Opens the nodes of a network; none is asked yet. One that failed lately is asked last, or not at all where others answer. */
export function openNodes(options: NodesOptions): Nodes {
  const { monotonic = () => performance.now() } = options
  const nodes: Node[] = options.rpcUrls.map((url, index) => ({
    client: createPublicClient({
      transport: rpcTransport({ ...options, url }),
      cacheTime: 0,
    }),
    isFirst: index === 0,
    checked: null,
    failedAt: -Infinity,
  }))
  /** What all nodes must be: an answer from another chain would be worse than none. The first node has the say. */
  let agreed: string | null = null

  const isAvoided = (node: Node): boolean => monotonic() - node.failedAt < AVOID_MS

  function inOrder(): Node[] {
    return [...nodes.filter((node) => !isAvoided(node)), ...nodes.filter(isAvoided)]
  }

  async function readInstance({ client }: Node): Promise<string> {
    const [chainId, genesis] = await Promise.all([client.getChainId(), client.getBlock({ blockNumber: 0n })])
    if (chainId !== options.chainId) {
      throw new AppError('network-mismatch', `Expected chain ${options.chainId}, found ${chainId}`)
    }
    return `${chainId}:${genesis.hash}`
  }

  async function check(node: Node): Promise<string> {
    if (node.checked === null || monotonic() - node.checked.at > CHECK_EVERY_MS) {
      node.checked = { instance: readInstance(node), at: monotonic() }
    }
    const instance = await node.checked.instance
    if (node.isFirst || agreed === null) agreed = instance
    if (instance !== agreed) throw new AppError('network-mismatch', 'The nodes of this network are not of one chain')
    return instance
  }

  async function askOne<T>(node: Node, question: (client: PublicClient) => Promise<T>): Promise<T> {
    try {
      await check(node)
      return await question(node.client)
    } catch (error) {
      if (!isNodesAnswer(error)) {
        // Whoever comes back after a failure may be another one.
        node.checked = null
        node.failedAt = monotonic()
      }
      throw asAppError(error)
    }
  }

  async function ask<T>(question: (client: PublicClient) => Promise<T>): Promise<T> {
    let failure: unknown = null
    for (const node of inOrder()) {
      try {
        return await askOne(node, question)
      } catch (error) {
        failure ??= error
      }
    }
    throw failure ?? noNode()
  }

  async function askAll<T>(question: (client: PublicClient) => Promise<T>): Promise<readonly [T, ...T[]]> {
    const well = nodes.filter((node) => !isAvoided(node))
    const [leader, ...followers] = well.length > 0 ? well : nodes
    if (leader === undefined) throw noNode()
    // Whoever has the say speaks first, so that the others are held against it.
    await check(leader).catch(() => undefined)
    const answers = await Promise.allSettled([leader, ...followers].map((node) => askOne(node, question)))
    const [first, ...others] = answers.filter((answer) => answer.status === 'fulfilled')
    if (first) return [first.value, ...others.map(({ value }) => value)]
    throw answers.find((answer) => answer.status === 'rejected')?.reason ?? noNode()
  }

  return {
    count: nodes.length,
    ask,
    askAll,
    async instance() {
      await ask(async () => undefined)
      if (agreed === null) throw new AppError('network-unreachable', 'The network did not say who it is')
      return agreed
    },
  }
}

function noNode(): AppError {
  return new AppError('network-unreachable', 'The network has no address')
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  return new AppError('network-unreachable', 'The network did not answer as expected', { cause: error })
}
