import type { Random } from '../random.ts'
import type { Episode, NodeFault } from './node-faults.ts'
import type { NodeSpec } from './open-rpc-network.ts'
import type { Limits } from './view.ts'
import { clientNames, type ClientName } from './wordings.ts'

/** The nodes of one run and their faults. */
export interface DrawnNetwork {
  readonly nodes: readonly NodeSpec[]
  readonly episodes: readonly Episode[]
  /** Whether transactions wait in a pool that nodes show. */
  readonly hasPool: boolean
}

const SECOND = 1_000
/** The milliseconds after which all passing faults are over. */
const NODE_TROUBLE_MS = 180 * SECOND

/** Absences, silence and noise, which may affect every node at once for a while. */
const passing: readonly [NodeFault, ...NodeFault[]] = [
  'lagging-head',
  'head-back',
  'receipt-late',
  'receipt-pruned',
  'receipt-orphaned',
  'logs-absent',
  'receipt-odd-status',
  'receipt-foreign',
  'receipt-priceless',
  'other-chain',
  'logs-range',
  'logs-too-many',
  'logs-timeout',
  'state-pruned',
  'nonce-stale',
  'pending-unsupported',
  'finalized-unsupported',
  'finalized-limited',
  'genesis-pruned',
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
  'send-dropped',
  'send-stuck',
  'send-failed',
  'send-refused',
  'tip-floor',
]

/** Faults that all nodes of a network may have permanently, and how rarely. */
const lasting: readonly (readonly [NodeFault, oneIn: number])[] = [
  ['receipt-late', 6],
  ['receipt-pruned', 16],
  ['finalized-unsupported', 8],
  ['logs-range', 8],
  ['batch-refused', 8],
  ['batch-dropped', 8],
  ['own-pool', 4],
]

/** Faults that one node may have permanently where the others do not. */
const lacking: readonly [NodeFault, ...NodeFault[]] = [
  'logs-absent',
  'genesis-pruned',
  'pending-unsupported',
  'state-pruned',
]

/** Till believes a single node, so only one of three nodes lies, and the other two answer. */
const lies: readonly [NodeFault, ...NodeFault[]] = [
  'false-chain-id',
  'false-genesis',
  'false-fee-zero',
  'false-fee-high',
  'false-balance',
  'false-receipt',
  'false-revert',
  'false-refund',
  'false-far-block',
]
/** Lies that it may tell instead if there is an escrow. */
const escrowLies: readonly [NodeFault, ...NodeFault[]] = ['false-owed', 'false-record']
const silencing: readonly NodeFault[] = [
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
  'other-chain',
]

/** Draws a network whose passing faults occur in the first minutes after `now` (epoch milliseconds). */
export function drawNetwork(random: Random, now: number): DrawnNetwork {
  const { nodes, hasPool } = drawNodes(random)
  const liar = drawLiar(random, nodes)
  const honest = [...drawPassing(random, nodes, now), ...drawLasting(random, nodes, now)]
  const episodes = withLie(random, honest, liar, now)
  return { nodes, episodes, hasPool }
}

/** Makes the dishonest node, if any, lie about an escrow in every second network. */
export function withEscrowLie(random: Random, network: DrawnNetwork): DrawnNetwork {
  if (random.below(2) === 0) return network
  const episodes = network.episodes.map((one) =>
    lies.includes(one.kind) ? { ...one, kind: random.pick(escrowLies), until: Infinity } : one,
  )
  return { ...network, episodes }
}

/** Picks the dishonest node; null if there is none, as among fewer than three. */
export function drawLiar(random: Random, nodes: readonly NodeSpec[]): number | null {
  return nodes.length >= 3 && random.below(2) === 0 ? random.below(nodes.length) : null
}

/** Adds a lie from `now` on. Beside a dishonest node, the others must answer, so their silencing faults are removed. */
export function withLie(random: Random, episodes: readonly Episode[], liar: number | null, now: number): Episode[] {
  if (liar === null) return [...episodes]
  const answering = episodes.filter(({ kind, node }) => node === liar || !silencing.includes(kind))
  return [...answering, drawLie(random, liar, answering, now)]
}

/** Returns whether no node will ever show a receipt that is some blocks old. Till may then have to ask the person. */
export function isBlind({ nodes, episodes }: Pick<DrawnNetwork, 'nodes' | 'episodes'>): boolean {
  const isPruned = (node: number): boolean =>
    episodes.some((one) => one.kind === 'receipt-pruned' && one.node === node && one.until === Infinity)
  return nodes.every((_, node) => isPruned(node))
}

/** Draws faults of nodes from `from` until `until` (epoch milliseconds), each constant or intermittent. */
export function drawStretch(random: Random, nodes: readonly NodeSpec[], from: number, until: number): Episode[] {
  return Array.from({ length: random.below(5) }, () => random.pick(passing)).flatMap((kind) => {
    const share = kind === 'other-chain' ? 1 : random.pick([1, 1, 0.5, 0.2])
    const chosen = random.below(2) === 0 ? random.below(nodes.length) : null
    return nodes.flatMap((_, node) =>
      chosen === null || node === chosen ? [{ kind, node, backend: null, from, until, share }] : [],
    )
  })
}

/** Draws the nodes of a network, without faults. */
export function drawNodes(random: Random): Pick<DrawnNetwork, 'nodes' | 'hasPool'> {
  const hasPool = random.below(5) > 0
  return { hasPool, nodes: Array.from({ length: random.pick([1, 1, 2, 3, 3]) }, () => drawNode(random, hasPool)) }
}

/**
 * Draws a lie. Two kinds pass after a while. A permanent zero balance would keep a careful wallet from paying for ever. And nobody can
 * decide between two nodes with different chains if the third has pruned block 0.
 */
function drawLie(random: Random, node: number, others: readonly Episode[], now: number): Episode {
  const lie = forEver(random.pick(lies), node, now)
  const isPruned = others.some(({ kind, until }) => kind === 'genesis-pruned' && until === Infinity)
  const passes = lie.kind === 'false-balance' || (lie.kind === 'false-genesis' && isPruned)
  return passes ? { ...lie, until: now + NODE_TROUBLE_MS } : lie
}

function drawNode(random: Random, hasPool: boolean): NodeSpec {
  const [first, ...others] = clientNames.filter((name) => name !== 'nitro')
  const client: ClientName = hasPool && first ? random.pick([first, ...others]) : 'nitro'
  return { client, backends: Array.from({ length: 1 + random.below(3) }, () => drawLimits(random)) }
}

function drawLimits(random: Random): Limits {
  return {
    lag: 1 + random.below(6),
    receiptDelay: 1 + random.below(15),
    receiptBlocks: 2 * random.below(4),
    stateBlocks: 1 + random.below(4),
    logRange: random.pick([10, 10, 50, 500, 10_000]),
    falseBalance: random.pick([0n, 1_000n]),
  }
}

function drawPassing(random: Random, nodes: readonly NodeSpec[], now: number): Episode[] {
  return Array.from({ length: 2 + random.below(7) }, () => random.pick(passing)).flatMap((kind) => {
    const from = now + random.below(120) * SECOND
    const until = Math.min(from + (5 + random.below(55)) * SECOND, now + NODE_TROUBLE_MS)
    // Nobody could pay through a balancer with only some machines on another chain.
    const share = kind === 'other-chain' ? 1 : random.pick([1, 1, 0.5, 0.2])
    const everywhere = random.below(2) === 0
    const chosen = random.below(nodes.length)
    const machine = random.below(2) === 0 ? random.below(3) : null
    return nodes.flatMap((_, node) => {
      if (everywhere) return [{ kind, node, backend: null, from, until, share }]
      return node === chosen ? [{ kind, node, backend: machine, from, until, share }] : []
    })
  })
}

/** Draws permanent faults from `now` on. */
export function drawLasting(random: Random, nodes: readonly NodeSpec[], now: number): Episode[] {
  const everywhere = lasting.flatMap(([kind, oneIn]) =>
    random.below(oneIn) === 0 ? nodes.map((_, node) => forEver(kind, node, now)) : [],
  )
  // Clients number logs differently, and no numbering is wrong.
  const numbered = random.below(4) === 0 ? [forEver('log-index', random.below(nodes.length), now)] : []
  if (nodes.length < 3 || random.below(3) > 0) return [...everywhere, ...numbered]
  return [...everywhere, ...numbered, forEver(random.pick(lacking), random.below(nodes.length), now)]
}

function forEver(kind: NodeFault, node: number, now: number): Episode {
  return { kind, node, backend: null, from: now, until: Infinity, share: 1 }
}
