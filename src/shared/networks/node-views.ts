import { z } from 'zod'
import { time } from '../scalars.ts'

/**
 * What is wrong with a node. `behind`: shows old blocks; `limited`: asks for fewer requests; `other-chain`: serves another network;
 * `contradicts`: shows another block, or another outcome of a payment, than the other nodes.
 */
const nodeTroubles = ['failing', 'limited', 'other-chain', 'contradicts', 'behind'] as const

/** The source of a node's address: the person's settings, the service, or Till's list of public nodes. */
const nodeOrigins = ['own', 'service', 'public'] as const

const nodeState = {
  /** Null while it answers like the others. */
  trouble: z.enum(nodeTroubles).nullable(),
  /** Blocks behind the majority of nodes. */
  behindBy: z.int().min(0),
  /** The chain id that a node of another chain reports; null if it reports none. */
  foundChainId: z.int().nullable(),
}

/** One RPC address of a network, and its health. */
const nodeView = z.object({
  host: z.string(),
  origin: z.enum(nodeOrigins),
  since: time.nullable(),
  ...nodeState,
})

/** A node that settings add to a network, and its answer just now. */
export const addedNodeView = z.object({ chainId: z.int(), url: z.string(), ...nodeState })

/** The nodes that Till uses for one network. */
export const networkNodesView = z.object({
  chainId: z.int(),
  name: z.string(),
  nodes: z.array(nodeView),
  /** Addresses of public nodes that are not in use yet. */
  suggested: z.array(z.string()),
})

export type AddedNodeView = z.output<typeof addedNodeView>
export type NodeView = z.output<typeof nodeView>
export type NodeTrouble = (typeof nodeTroubles)[number]
export type NetworkNodesView = z.output<typeof networkNodesView>
