import type { Client } from 'viem'
import { AppError } from '../../../shared/errors.ts'
import type { Deadline } from './rpc/deadline.ts'
import type { NodeIdentities } from './agree/identify-nodes.ts'
import { nodesFor, type Node, type NodesOptions, type Why } from './node.ts'
import { afterFailure, healthy } from './trouble/node-rest.ts'
import { isNodesAnswer } from './rpc/rpc-errors.ts'

/** A question to one node; `instance` is the chain it identified as. */
export type NodeQuestion<T> = (client: Client, instance: string) => Promise<T>

/** A node's answer. */
export interface Answered<T> {
  readonly node: Node
  readonly answer: T
}

/** Asks nodes that have identified themselves, and records their health. */
export interface NodeAsker {
  /** Returns one node's answer. Throws AppError if it fails or takes longer than its deadlines. */
  askOne<T>(node: Node, question: NodeQuestion<T>, deadlines?: number): Promise<T>
  /** Returns the answer of each node that gave one, in the nodes' order. Throws AppError if none did. */
  askEach<T>(question: NodeQuestion<T>, why?: Why): Promise<readonly [Answered<T>, ...Answered<T>[]]>
}

/** A search takes dozens of exchanges, each with its own deadline. */
const SEARCH_DEADLINES = 6

/** Creates the asker of a network's nodes. */
export function createNodeAsker(
  { onFailed, onRequest }: Pick<NodesOptions, 'onFailed' | 'onRequest'>,
  nodes: readonly Node[],
  identities: NodeIdentities,
  monotonic: () => number,
  before: Deadline,
): NodeAsker {
  function noteFailure(node: Node, error: unknown): void {
    onFailed?.(node.url, error)
    node.health = afterFailure(node.health, error, monotonic(), Date.now())
    // After a failure another machine may answer at this address.
    if (!node.health.isLimited) node.genesis = null
  }

  async function askOne<T>(node: Node, question: NodeQuestion<T>, deadlines = 1): Promise<T> {
    try {
      // The deadline starts after the check, which waits for silent neighbours if the chain is unknown. Each of them has its own deadline.
      const instance = await identities.identify(node)
      const answer = await before(deadlines, question(node.client, instance))
      node.health = healthy
      return answer
    } catch (error) {
      if (!isNodesAnswer(error)) noteFailure(node, error)
      throw asAppError(error)
    } finally {
      onRequest?.()
    }
  }

  return {
    askOne,
    async askEach(question, why) {
      const asking = nodesFor(why, nodes, monotonic()).map(async (node) => {
        const answer = await askOne(node, question, why === 'search' ? SEARCH_DEADLINES : 1)
        return { node, answer }
      })
      const answers = await Promise.allSettled(asking)
      const [first, ...others] = answers.filter((answer) => answer.status === 'fulfilled')
      if (first) return [first.value, ...others.map(({ value }) => value)]
      throw answers.find((answer) => answer.status === 'rejected')?.reason ?? noNode()
    },
  }
}

/** Returns the AppError for a network without nodes. */
export function noNode(): AppError {
  return new AppError('network-unreachable', 'The network has no address')
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  return new AppError('network-unreachable', 'The network did not answer as expected', { cause: error })
}
