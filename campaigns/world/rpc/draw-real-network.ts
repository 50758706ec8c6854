import type { Random } from '../random.ts'
import type { Episode, NodeFault } from './node-faults.ts'
import type { RealNetworkOptions } from './open-real-network.ts'
import { clientNames } from './wordings.ts'

/** Faults that an address in front of a real node can have for some exchanges. */
export const realNodeFaults = [
  'lagging-head',
  'receipt-late',
  'logs-absent',
  'finalized-unsupported',
  'simulate-unsupported',
  'batch-refused',
  'batch-dropped',
  'rate-limited',
  'rate-limited-until',
  'rate-limited-inside',
  'rate-limited-json',
  'forbidden',
  'forbidden-json',
  'unavailable',
  'html',
  'empty-body',
  'null-result',
  'wrong-id',
  'odd-error',
  'garbage',
  'dripping',
  'silence',
  'huge',
  'send-failed',
  'already-known',
] as const satisfies readonly [NodeFault, ...NodeFault[]]

/** Faults whose exchanges last as long as the caller waits. */
const slow: readonly NodeFault[] = ['dripping', 'silence', 'huge']

/** Roughly the number of exchanges of a purchase with each node. */
const WITHIN_EXCHANGES = 30

/** Draws two or three addresses with passing faults. Faults of sending last, since each payment is sent only once. */
export function drawRealNetwork(random: Random): Pick<RealNetworkOptions, 'nodes' | 'episodes'> {
  const nodes = Array.from({ length: 2 + random.below(2) }, () => ({
    client: random.pick(clientNames),
    lag: 1 + random.below(3),
    receiptDelay: 1 + random.below(4),
  }))
  const episodes = nodes.flatMap((_, node) => Array.from({ length: 3 + random.below(4) }, () => drawOne(random, node)))
  return { nodes, episodes }
}

function drawOne(random: Random, node: number): Episode {
  const kind = random.pick(realNodeFaults)
  const from = random.below(WITHIN_EXCHANGES)
  const until = from + (slow.includes(kind) ? 1 : 1 + random.below(6))
  const isOfSending = kind === 'send-failed' || kind === 'already-known'
  return { kind, node, backend: null, share: 1, ...(isOfSending ? { from: 0, until: Infinity } : { from, until }) }
}
