import type { Hash, Client } from 'viem'
import { AppError } from '../../../shared/errors.ts'
import type { GenesisVote } from './agree/agree-on-genesis.ts'
import type { NodeLag } from './trouble/node-lag.ts'
import type { NodeHealth } from './trouble/node-rest.ts'
import type { RpcOptions } from './rpc/rpc-exchange.ts'

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
  readonly onRequest?: (() => void) | undefined
  /** The node at an address failed to answer. */
  readonly onFailed?: ((url: string, error: unknown) => void) | undefined
}

/** One node, and what Till recorded about it. */
export interface Node {
  readonly url: string
  readonly client: Client
  /** Its last identification, in progress or done; null if it has to identify itself again. */
  genesis: { readonly vote: Promise<GenesisVote>; readonly at: number } | null
  lastVote: GenesisVote
  health: NodeHealth
  lag: NodeLag
  /** Epoch milliseconds since it contradicts the others; null while it does not. */
  contradictsSince: number | null
}

/** The purpose of a question, if it changes which nodes are asked. */
export type Why = 'urgent' | 'check' | 'search'

/** Returns whether a node failed so recently that others are asked first; `now` is monotonic, as in all functions here. */
export function isResting({ health }: Node, now: number): boolean {
  return now < health.restUntil
}

/** Returns the nodes with those at rest last. */
export function restingLast(nodes: readonly Node[], now: number): Node[] {
  return [...nodes.filter((node) => !isResting(node, now)), ...nodes.filter((node) => isResting(node, now))]
}

/** Leaves nodes alone that asked for a rest, even if there is no other: throws AppError if all of them did. */
export function askable(some: readonly Node[], now: number): readonly Node[] {
  const free = some.filter((node) => !(isResting(node, now) && node.health.isLimited))
  if (free.length === 0 && some.length > 0) throw new AppError('network-unreachable', 'The network asks for a rest')
  return free
}

/** Returns the nodes to ask a question of that purpose. */
export function nodesFor(why: Why | undefined, nodes: readonly Node[], now: number): readonly Node[] {
  if (why === 'urgent') return nodes
  const well = why === 'check' ? nodes : nodes.filter((node) => !isResting(node, now))
  return askable(well.length > 0 ? well : nodes, now)
}

/** Returns the milliseconds until the first node may be asked again, if all of them asked for a rest; else 0. */
export function restOf(nodes: readonly Node[], now: number): number {
  if (nodes.length === 0) return 0
  const rests = nodes.map(({ health }) => (health.isLimited ? health.restUntil - now : 0))
  return Math.max(0, Math.min(...rests))
}
