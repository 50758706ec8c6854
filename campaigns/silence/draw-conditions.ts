import { AppError } from '../../src/shared/errors.ts'
import type { TransactionPage } from '../../src/main/service/operations/list-transactions.ts'
import type { RegistrationOutcome } from '../../src/main/service/operations/register-spend.ts'
import { SIM_START } from '../world/clock.ts'
import type { Random } from '../world/random.ts'
import { drawLasting, drawLiar, drawNodes, drawStretch, withLie, type DrawnNetwork } from '../world/rpc/draw-network.ts'
import type { Episode } from '../world/rpc/node-faults.ts'

export const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** The length of a run. */
const RUN_MS = 5 * 24 * HOUR
/** The calm at the start of some stretches, in which the person can buy and send. */
export const CALM_MS = 5 * MINUTE

/** The chain's behaviour: whether it mines blocks, whether fees rise, and whether blocks become final. */
const chains = ['sound', 'sound', 'sound', 'stalled', 'dear', 'not-final', 'not-final', 'reorgs'] as const

const rejected = new AppError('service-rejected', 'No')
/** The service's answers to a registration; null if it accepts. */
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

/** The status that the service reports for every spend; null for the true one. */
const statuses = [null, null, 'PENDING', 'PROCESSING', 'SUCCESS', 'FAILED', 'REFUNDED', 'odd'] as const

/** The service's answers for a page of its list. */
const lists: Readonly<Record<string, (truth: TransactionPage) => TransactionPage>> = {
  true: (truth) => truth,
  down() {
    throw new AppError('service-down', 'No list')
  },
  unreadable: (truth) => ({ ...truth, transactions: [], skipped: truth.transactions.length + 1 }),
  empty: (truth) => ({ ...truth, transactions: [], totalItems: 0 }),
  'wrong-page': (truth) => ({ ...truth, currentPage: (truth.currentPage ?? 1) + 1, totalPages: 2 }),
}

/** The behaviour of the world in one stretch of time. */
export interface Stretch {
  /** Epoch milliseconds. */
  readonly from: number
  readonly until: number
  /** Whether it starts with a calm in which the person buys and sends. */
  readonly isCalmFirst: boolean
  readonly chain: (typeof chains)[number]
  readonly answer: keyof typeof answers
  readonly status: (typeof statuses)[number]
  readonly list: keyof typeof lists
  /** The offset of the machine's clock in milliseconds. */
  readonly skewMs: number
  /** What happens to the process at the start of the stretch; `crashes`: it is cut off at a point during the stretch. */
  readonly process: 'lives' | 'restarts' | 'crashes'
  /** What the person does about a question. */
  readonly person: 'waits' | 'checks' | 'speeds-up' | 'cancels'
}

/** All conditions drawn for a run. */
export interface Conditions {
  readonly stretches: readonly Stretch[]
  readonly network: DrawnNetwork
}

const pickKey = <T extends string>(random: Random, table: Readonly<Record<T, unknown>>): T =>
  random.pick(Object.keys(table) as [T, ...T[]])

/** Draws consecutive stretches until the end of the run. */
export function drawConditions(random: Random): Conditions {
  const { nodes, hasPool } = drawNodes(random)
  const stretches: Stretch[] = []
  const episodes: Episode[] = []
  const isSound = (): boolean => random.below(3) === 0
  for (let from = SIM_START + 10 * MINUTE; from < SIM_START + RUN_MS;) {
    const until = from + (1 + random.below(40)) * HOUR
    const isCalmFirst = stretches.length === 0 || random.below(3) === 0
    stretches.push({
      from,
      until,
      isCalmFirst,
      chain: random.pick(chains),
      answer: isSound() ? 'accepted' : pickKey(random, answers),
      status: isSound() ? null : random.pick(statuses),
      list: isSound() ? 'true' : pickKey(random, lists),
      skewMs: random.pick([0, 0, 0, -30 * HOUR, 30 * HOUR]),
      process: random.pick(['lives', 'lives', 'restarts', 'crashes']),
      person: random.pick(['waits', 'waits', 'checks', 'speeds-up', 'cancels']),
    })
    // Signed transactions may or may not have been mined before the nodes fail.
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

/** Alters a page of the list as the service does in a stretch. */
export function pageOf({ list }: Stretch, truth: TransactionPage): TransactionPage {
  return lists[list]?.(truth) ?? truth
}
