import type { Hash, Client } from 'viem'
import { getBlock } from 'viem/actions'
import { AppError } from '../../../../shared/errors.ts'
import { agreeOnGenesis, type GenesisVote } from './agree-on-genesis.ts'
import { assertChainId } from './assert-chain-id.ts'
import type { Deadline } from '../rpc/deadline.ts'
import { isResting, type Node, type NodesOptions } from '../node.ts'
import { isUnavailable } from '../rpc/rpc-errors.ts'

/** Finds out which chain the nodes of a network serve. */
export interface NodeIdentities {
  /** Returns a node's chain, identified again if that was long ago. Throws AppError `network-mismatch` if it is not the network's. */
  identify(node: Node): Promise<string>
  /** Returns whether a node need not identify itself again yet. */
  isIdentified(node: Node): boolean
}

/** A load balancer may replace a node by one of another chain. */
const CHECK_EVERY_MS = 60_000

/** Creates the identities of a network's nodes; none is asked before it is needed. */
export function createNodeIdentities(
  options: Pick<NodesOptions, 'chainId' | 'genesisHash' | 'signedOn'>,
  nodes: readonly Node[],
  monotonic: () => number,
  before: Deadline,
): NodeIdentities {
  /** The hash the nodes agreed on: a single node cannot overturn it while the others are away. */
  let settled: Hash | null = options.genesisHash

  /** A node that asks for a rest keeps its identity: after the rest, pending payments go first. */
  function isIdentified({ genesis, health }: Node): boolean {
    return genesis !== null && (health.isLimited || monotonic() - genesis.at <= CHECK_EVERY_MS)
  }

  function voteOf(node: Node): Promise<GenesisVote> {
    if (node.genesis === null || !isIdentified(node)) {
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

  function hearAll(): Promise<Hash> {
    const now = monotonic()
    const hearing = nodes.filter((node) => node.genesis !== null || !isResting(node, now)).map(voteOf)
    return firstAgreement(hearing, nodes.length, options.signedOn)
  }

  return {
    isIdentified,
    async identify(node) {
      const vote = await voteOf(node)
      const genesis = await genesisHash()
      if (typeof vote === 'string' && vote !== genesis) throw notOneChain()
      return `${options.chainId}:${genesis}`
    },
  }
}

/** Returns the hash that the nodes agree on; a slow one delays nothing once more than half of all agree. Throws AppError if they do not agree. */
async function firstAgreement(
  hearing: readonly Promise<GenesisVote>[],
  nodeCount: number,
  signedOn: Hash | null,
): Promise<Hash> {
  const votes: GenesisVote[] = []
  const majority = new Promise<Hash>((resolve) => {
    const count = (vote: GenesisVote): void => {
      votes.push(vote)
      const agreed = agreeOnGenesis(votes, nodeCount, votes.length === hearing.length, signedOn)
      if (agreed !== null) resolve(agreed)
    }
    for (const heard of hearing) heard.then(count, () => count(undefined))
  })
  const agreed = await Promise.race([majority, Promise.allSettled(hearing).then(() => null)])
  if (agreed !== null) return agreed
  if (votes.every((vote) => typeof vote !== 'string')) {
    throw new AppError('network-unreachable', 'No node shows block 0')
  }
  throw notOneChain()
}

/** Returns the hash of a node's block 0, or null if the node pruned it; throws AppError `network-mismatch` if it serves another chain. */
async function readGenesis(client: Client, expected: number): Promise<GenesisVote> {
  const [, genesis] = await Promise.all([
    assertChainId(client, expected),
    getBlock(client, { blockNumber: 0n }).catch((error: unknown) => {
      if (isUnavailable(error)) return null
      throw error
    }),
  ])
  return genesis?.hash ?? null
}

function notOneChain(): AppError {
  return new AppError('network-mismatch', 'The nodes of this network are not of one chain')
}
