import type { NodeTrouble } from '../../../../shared/networks/node-views.ts'
import type { NodeLag } from './node-lag.ts'
import type { NodeHealth } from './node-rest.ts'

/** A node's health, as reported to the user. */
export interface NodeReport {
  readonly url: string
  /** Null while it agrees with the others, or was never asked. */
  readonly trouble: NodeTrouble | null
  /** Epoch milliseconds; null without trouble. */
  readonly since: number | null
  /** Blocks behind most others; 0 if it keeps up or fails. */
  readonly behindBy: number
  /** The chain id the node claims, if it is another chain's; null if it does not say. */
  readonly foundChainId: number | null
}

/** What Till recorded about a node. */
interface Noted {
  readonly url: string
  readonly health: NodeHealth
  readonly lag: NodeLag
  /** Epoch milliseconds; null while it does not contradict the others. */
  readonly contradictsSince: number | null
}

/** Returns a node's report; `monotonicAt` is the epoch time at which its health's clock was 0. */
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
