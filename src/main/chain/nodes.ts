import { BaseError, HttpRequestError, TimeoutError, createPublicClient, http, type PublicClient } from 'viem'
import { AppError } from '../../shared/errors.ts'

export interface NodesOptions {
  readonly chainId: number
  /** RPC addresses in the order they are trusted. */
  readonly rpcUrls: readonly string[]
  /** Milliseconds for one question to one node. */
  readonly timeoutMs: number
}

/** The nodes of one network, asked in order until one answers. */
export interface Nodes {
  /** Chain id and genesis hash, as the first node tells them. */
  instance(): Promise<string>
  /** The answer of the first node that gives one; each is asked who it is before it is believed. Throws AppError. */
  ask<T>(question: (client: PublicClient) => Promise<T>): Promise<T>
}

interface Node {
  readonly client: PublicClient
  readonly isFirst: boolean
  checked: { readonly instance: Promise<string>; readonly at: number } | null
  failedAt: number
}

const CHECK_EVERY_MS = 60_000
const AVOID_MS = 15_000

/** Opens the nodes of a network; none is asked yet. One that failed lately is asked last. */
export function openNodes(options: NodesOptions): Nodes {
  const nodes: Node[] = options.rpcUrls.map((url, index) => ({
    client: createPublicClient({
      transport: http(url, { timeout: options.timeoutMs, retryCount: 0 }),
      cacheTime: 0,
    }),
    isFirst: index === 0,
    checked: null,
    failedAt: -AVOID_MS,
  }))
  /** What all nodes must be: an answer from another chain would be worse than none. The first node has the say. */
  let agreed: string | null = null

  function inOrder(): Node[] {
    const isAvoided = (node: Node): boolean => performance.now() - node.failedAt < AVOID_MS
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
    if (node.checked === null || performance.now() - node.checked.at > CHECK_EVERY_MS) {
      node.checked = { instance: readInstance(node), at: performance.now() }
    }
    const instance = await node.checked.instance
    if (node.isFirst || agreed === null) agreed = instance
    if (instance !== agreed) throw new AppError('network-mismatch', 'The nodes of this network are not of one chain')
    return instance
  }

  async function ask<T>(question: (client: PublicClient) => Promise<T>): Promise<T> {
    let failure: AppError | null = null
    for (const node of inOrder()) {
      try {
        await check(node)
        return await question(node.client)
      } catch (error) {
        if (!isNodesAnswer(error)) {
          // Whoever comes back after a failure may be another one.
          node.checked = null
          node.failedAt = performance.now()
        }
        failure ??= asAppError(error)
      }
    }
    throw failure ?? new AppError('network-unreachable', 'The network has no address')
  }

  return {
    ask,
    async instance() {
      await ask(async () => undefined)
      if (agreed === null) throw new AppError('network-unreachable', 'The network did not say who it is')
      return agreed
    },
  }
}

/** Whether a node itself answered, with an error or with something else than was asked for, as opposed to not being reached. */
export function isNodesAnswer(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  return error.walk((cause) => cause instanceof HttpRequestError || cause instanceof TimeoutError) === null
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  return new AppError('network-unreachable', 'The network did not answer as expected', { cause: error })
}
