import { AppError } from '../../src/shared/errors.ts'
import type { TransactionPage } from '../../src/main/service/operations/list-transactions.ts'
import type { RegistrationOutcome } from '../../src/main/service/operations/register-spend.ts'
import { SIM_START } from '../world/clock.ts'
import type { Random } from '../world/random.ts'
import { drawLasting, drawLiar, drawNodes, drawStretch, withLie, type DrawnNetwork } from '../world/rpc/draw-network.ts'
import type { Episode } from '../world/rpc/node-faults.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
/** How long a run lasts. */
export const RUN_MS = 5 * 24 * HOUR
/** A stretch that begins calm is sound for so long, so that something can be bought and sent. */
export const CALM_MS = 5 * MINUTE

/** What the chain does: blocks are made or not, take what pays too little or not, and become final or not. */
const chains = ['sound', 'sound', 'sound', 'stalled', 'dear', 'not-final', 'not-final', 'reorgs'] as const

const rejected = new AppError('service-rejected', 'No')
/** How the service answers a registration; null where it takes it. */
export const answers = {
  accepted: null,
  down: unclear('service-down', 503),
  silent: unclear('service-timeout', null),
  offline: { outcome: 'not-sent', error: new AppError('offline', 'Gone') },
  duplicate: { outcome: 'duplicate', error: new AppError('service-rejected', 'Duplicate') },
  retry: { outcome: 'retry-spend', error: new AppError('service-rejected', 'Retry the spend') },
  forbidden: { outcome: 'refused', error: new AppError('service-forbidden', 'No') },
  limited: {
    outcome: 'refused',
    error: new AppError('service-rate-limited', 'Wait', { details: { until: SIM_START + 6 * RUN_MS } }),
  },
  rejected: { outcome: 'rejected', status: 400, code: null, message: 'No', fields: {}, error: rejected },
} as const satisfies Readonly<Record<string, RegistrationOutcome | null>>

function unclear(code: 'service-down' | 'service-timeout', status: number | null): RegistrationOutcome {
  const error = new AppError(code, 'Not now')
  return { outcome: 'unclear', error, ...(status === null ? {} : { answer: { status, text: '{}' } }) }
}

/** What the service says of every spend; null for the truth. */
const statuses = [null, null, 'PENDING', 'PROCESSING', 'SUCCESS', 'FAILED', 'REFUNDED', 'odd'] as const

/** How the service answers for a page of its list. */
const lists: Readonly<Record<string, (truth: TransactionPage) => TransactionPage>> = {
  true: (truth) => truth,
  down() {
    throw new AppError('service-down', 'No list')
  },
  unreadable: (truth) => ({ ...truth, transactions: [], skipped: truth.transactions.length + 1 }),
  empty: (truth) => ({ ...truth, transactions: [], totalItems: 0 }),
  'wrong-page': (truth) => ({ ...truth, currentPage: (truth.currentPage ?? 1) + 1, totalPages: 2 }),
}

/** What the world does in one stretch of time. */
export interface Stretch {
  /** Epoch milliseconds. */
  readonly from: number
  readonly until: number
  /** Whether it begins with a calm in which something is bought and sent. */
  readonly isCalmFirst: boolean
  readonly chain: (typeof chains)[number]
  readonly answer: keyof typeof answers
  readonly status: (typeof statuses)[number]
  readonly list: keyof typeof lists
  /** How far the machine's clock is off, in milliseconds. */
  readonly skewMs: number
  /** What becomes of the process as the stretch begins; `crash`: it is cut off at a point of the stretch. */
  readonly process: 'lives' | 'restarts' | 'crashes'
  /** What the person does about a question. */
  readonly person: 'waits' | 'checks' | 'speeds-up' | 'cancels'
}

/** Everything that is drawn of a run. */
export interface Weather {
  readonly stretches: readonly Stretch[]
  readonly network: DrawnNetwork
}

const pickKey = <T extends string>(random: Random, table: Readonly<Record<T, unknown>>): T =>
  random.pick(Object.keys(table) as [T, ...T[]])

/** Draws stretches that follow one another until the run is over. */
export function drawWeather(random: Random): Weather {
  const { nodes, hasPool } = drawNodes(random)
  const stretches: Stretch[] = []
  const episodes: Episode[] = []
  const isSound = (): boolean => random.below(3) === 0
  for (let from = SIM_START + 10 * MINUTE; from < SIM_START + RUN_MS;) {
    const until = from + (1 + random.below(40)) * HOUR
    const isCalmFirst = stretches.length === 0 || random.below(3) === 0
    stretches.push({
      ...{ from, until, isCalmFirst, chain: random.pick(chains) },
      answer: isSound() ? 'accepted' : pickKey(random, answers),
      status: isSound() ? null : random.pick(statuses),
      list: isSound() ? 'true' : pickKey(random, lists),
      skewMs: random.pick([0, 0, 0, -30 * HOUR, 30 * HOUR]),
      process: random.pick(['lives', 'lives', 'restarts', 'crashes']),
      person: random.pick(['waits', 'waits', 'checks', 'speeds-up', 'cancels']),
    })
    // What was signed may or may not have reached a block before the nodes fail.
    const calm = isCalmFirst ? random.pick([10_000, CALM_MS]) : 0
    if (!isSound()) episodes.push(...drawStretch(random, nodes, from + calm, until))
    if (random.below(6) === 0)
      episodes.push(...nodes.map((_, node): Episode => ({ ...silent, node, from: from + calm, until })))
    from = until
  }
  const lasting = drawLasting(random, nodes, SIM_START)
  const all = withLie(random, [...episodes, ...lasting], drawLiar(random, nodes), SIM_START)
  return { stretches, network: { nodes, episodes: all, hasPool } }
}

const silent = { kind: 'unavailable', backend: null, share: 1 } as const

/** Answers a page of the list as the service does in a stretch. */
export function pageOf({ list }: Stretch, truth: TransactionPage): TransactionPage {
  return lists[list]?.(truth) ?? truth
}
