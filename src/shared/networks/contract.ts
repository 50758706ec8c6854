import { z } from 'zod'
import { networkNodesView } from './node-views.ts'
import { networkView } from './views.ts'
import { nothing, type Requests } from '../contract-entry.ts'

/** Requests about networks. */
export const networkRequests = {
  /** Returns the state of each network's nodes; with `fresh`, asks each for its newest block first. */
  'networks.nodes': {
    input: z.object({ fresh: z.boolean() }),
    output: z.array(networkNodesView),
    permission: 'manager',
  },

  /** Lists the networks of the service, each with its tokens. */
  'networks.list': { input: nothing, output: z.array(networkView), permission: 'clerk' },
} as const satisfies Requests
