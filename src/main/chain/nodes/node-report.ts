import type { NodeTrouble } from '../../../shared/networks/node-views.ts'
import type { NodeLag } from './node-lag.ts'
import type { NodeHealth } from './node-rest.ts'

/** How a node has been doing. */
export interface NodeReport {
  readonly url: string
  /** Null while it answers as the others do, or was never asked. */
  readonly trouble: NodeTrouble | null
  /** Epoch milliseconds; null without trouble. */
  readonly since: number | null
  /** Blocks behind most others; 0 where it is not, or fails. */
  readonly behindBy: number
  /** The chain that a node of another one says it is of; null where it does not say. */
  readonly foundChainId: number | null
}

/** What is noted of a node. */
interface Noted {
  readonly url: string
  readonly health: NodeHealth
  readonly lag: NodeLag
  /** Epoch milliseconds; null while it does not contradict the others. */
  readonly contradictsSince: number | null
}

/** Returns what to say of a node; `monotonicAt` is the epoch time at which its health's clock stood at 0. */
export function reportOf({ url, health, lag, contradictsSince }: Noted, monotonicAt: number): NodeReport {
  if (health.failingSince !== null) {
    const trouble = health.isOther ? 'other-chain' : health.isLimited ? 'limited' : 'failing'
    return { url, trouble, since: monotonicAt + health.failingSince, behindBy: 0, foundChainId: health.foundChainId }
  }
  if (contradictsSince !== null) {
    return { url, trouble: 'contradicts', since: contradictsSince, behindBy: 0, foundChainId: null }
  }
  const trouble = lag.since === null ? null : 'behind'
  return { url, trouble, since: lag.since, behindBy: lag.blocks, foundChainId: null }
}
