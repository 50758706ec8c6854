import { z } from 'zod'
import { time } from '../scalars.ts'

/**
 * What is wrong with a node: `behind` shows old blocks, `limited` asks to be left alone, `other-chain` is of another network, `contradicts`
 * shows another block or another end of a payment than the other nodes.
 */
export const nodeTroubles = ['failing', 'limited', 'other-chain', 'contradicts', 'behind'] as const

/** Where a node's address comes from: the person's settings, the service, or Till's list of public nodes. */
export const nodeOrigins = ['own', 'service', 'public'] as const

const nodeState = {
  /** Null while it answers as the others do. */
  trouble: z.enum(nodeTroubles).nullable(),
  /** Blocks behind most other nodes. */
  behindBy: z.int().min(0),
  /** The chain that a node of another one says it is of; null where it does not say. */
  foundChainId: z.int().nullable(),
}

/** One RPC address of a network, and how it has been doing. */
export const nodeView = z.object({
  host: z.string(),
  origin: z.enum(nodeOrigins),
  since: time.nullable(),
  ...nodeState,
})

/** A node that settings add to a network, and how it answered just now. */
export const addedNodeView = z.object({ chainId: z.int(), url: z.string(), ...nodeState })

/** The nodes that Till asks about one network. */
export const networkNodesView = z.object({
  chainId: z.int(),
  name: z.string(),
  nodes: z.array(nodeView),
  /** Addresses of public nodes that are not asked yet. */
  suggested: z.array(z.string()),
})

export type AddedNodeView = z.output<typeof addedNodeView>
export type NodeView = z.output<typeof nodeView>
export type NodeTrouble = (typeof nodeTroubles)[number]
export type NetworkNodesView = z.output<typeof networkNodesView>
