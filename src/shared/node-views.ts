import { z } from 'zod'
import { time } from './views.ts'

/** What is wrong with a node: `behind` shows old blocks, `limited` asks to be left alone, `other-chain` is of another network. */
export const nodeTroubles = ['failing', 'limited', 'other-chain', 'behind'] as const

/** One RPC address of a network, and how it has been doing. */
export const nodeView = z.object({
  host: z.string(),
  /** Whether the person named it, and not the service. */
  isOwn: z.boolean(),
  /** Null while it answers as the others do. */
  trouble: z.enum(nodeTroubles).nullable(),
  since: time.nullable(),
  /** Blocks behind most other nodes. */
  behindBy: z.int().min(0),
})

/** The nodes that Till asks about one network. */
export const networkNodesView = z.object({
  chainId: z.int(),
  name: z.string(),
  nodes: z.array(nodeView),
  /** Addresses of public nodes that are not asked yet. */
  suggested: z.array(z.string()),
})

export type NodeView = z.output<typeof nodeView>
export type NodeTrouble = (typeof nodeTroubles)[number]
export type NetworkNodesView = z.output<typeof networkNodesView>
