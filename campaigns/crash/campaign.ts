import { waysToPay } from './external/other-wallet.ts'
import { createRandom, type Random } from '../world/random.ts'
import type { NodeFault } from '../world/rpc/node-faults.ts'
import type { WorkerPool } from './worker-pool.ts'
import { isBeforeCommit, ledgerFaults, unreadableFaults, type FaultKind, type LedgerFault } from './ledger-fault.ts'
import type { Outcome, Plan } from './run.ts'

export interface Report {
  readonly runs: number
  /** Different points at which the app was cut off. */
  readonly points: number
  /** Points, and pairs of a point and one in the recovery after it, at which the app was not cut off. */
  readonly uncovered: number
  readonly lost: number
  readonly doublePaid: number
  readonly unexplained: number
  readonly unresolved: number
  /** Runs that ended with a question of Till about what did not settle. */
  readonly asked: number
  /** Kinds of node faults that changed an answer. */
  readonly nodeFaults: number
  /** The number of runs in which each of them did. */
  readonly faultRuns: Readonly<Partial<Record<NodeFault, number>>>
}

export interface CampaignSize {
  readonly runs: number
  readonly seed: number
  /** Whether to skip the planned cuts. */
  readonly isRandom?: boolean
}

type Scenario = Omit<Plan, 'cuts'>
type Kind = Pick<Plan, 'shape' | 'fails' | 'help' | 'escrowFault' | 'external'>

/**
 * Cuts the app off in every scenario:
 * - at every point it passes;
 * - at every such point, where the ledger is lost as well;
 * - not at all, but every commit fails, once and for a while: the disk is full, or the file locked; and before and after every commit nothing
 *   can be read for a while;
 * - at every such point and every point of the recovery after it;
 * - with the rest of `runs`, at random points while chain and service misbehave and some ledgers forget.
 * With `isRandom` it skips the planned cuts. Calls `onNotable` with every run that failed or ended with a question.
 */
export async function runCampaign(
  pool: WorkerPool,
  { runs, seed, isRandom = false }: CampaignSize,
  onNotable: (plan: Plan, outcome: Outcome) => void,
): Promise<Report> {
  const total = { lost: 0, doublePaid: 0, unexplained: 0, unresolved: 0, asked: 0 }
  const points = new Set<string>()
  const faultRuns: Partial<Record<NodeFault, number>> = {}
  let [done, uncovered] = [0, 0]

  async function run(plans: Plan[], then: (plan: Plan, outcome: Outcome) => void): Promise<void> {
    const affordable = plans.splice(0, runs - done)
    uncovered += plans.length
    done += affordable.length
    await pool.run(affordable, (plan, outcome) => {
      for (const cut of plan.cuts) points.add(`${courseOf(plan)} ${cut}`)
      for (const kind of ['lost', 'doublePaid', 'unexplained', 'unresolved', 'asked'] as const)
        total[kind] += outcome[kind]
      for (const fault of outcome.nodeFaults) faultRuns[fault] = (faultRuns[fault] ?? 0) + 1
      if (isFailure(outcome) || outcome.asked > 0) onNotable(plan, outcome)
      then(plan, outcome)
    })
  }

  const firsts: Plan[] = []
  const seconds: Plan[] = []
  await run(
    scenarios(seed).map((scenario) => ({ ...scenario, cuts: [] })),
    (plan, { passedPoints: [only] }) => {
      const points = [...(only ?? [])].filter((point) => !plan.escrowFault || isOfClaim(point))
      for (const point of points) firsts.push({ ...plan, cuts: [point] })
    },
  )
  const known = [...new Set(firsts.flatMap(({ cuts }) => cuts))]
  const order = createRandom(seed)
  if (!isRandom) await runPlanned()
  if (done < runs) {
    const plans = Array.from({ length: runs - done }, () => drawPlan(order, known))
    await run(plans, () => undefined)
  }
  return { runs: done, points: points.size, uncovered, ...total, nodeFaults: Object.keys(faultRuns).length, faultRuns }

  async function runPlanned(): Promise<void> {
    const countUnreached = (_: Plan, { reached }: Outcome): void => void (reached || uncovered++)
    const collectSeconds = (plan: Plan, { passedPoints: [, recovery], reached }: Outcome): void => {
      if (!reached) uncovered++
      // An escrow purchase is paid like a router purchase up to the claim. Only the random runs cut claims and other wallets' payments twice.
      if (plan.shape === 'escrow' || plan.external) return
      for (const point of recovery ?? []) seconds.push({ ...plan, cuts: [...plan.cuts, point] })
    }
    const forgetful = firsts.filter(({ help }) => help === null).map((one): Plan => ({ ...one, forgets: 'everything' }))
    // Up to where it differs, a scenario equals a delivered purchase of its shape: a small campaign leaves those points out.
    const delivered = new Set(firsts.filter(isDelivered).map(pairOf))
    const isRepeated = (plan: Plan): boolean => !isDelivered(plan) && delivered.has(pairOf(plan))
    await run(
      firsts.filter((plan) => !isRepeated(plan)),
      collectSeconds,
    )
    await run(onePerPair(forgetful), countUnreached)
    const commits = onePerPair(firsts.filter(({ cuts: [cut = ''] }) => cut.startsWith('commit')))
    const written = commits.filter(({ cuts: [cut = ''] }) => isBeforeCommit(cut))
    // A small campaign affords the first three.
    const faults = [...ledgerFaults.slice(0, 2), ...unreadableFaults, ...ledgerFaults.slice(2)]
    const plansOf = ({ code }: FaultKind): Plan[] => (code === 'SQLITE_IOERR' ? commits : written)
    const failing = faults.flatMap((fault) => plansOf(fault).map((plan) => withLedgerFault(plan, fault)))
    await run(failing, () => undefined)
    await run(firsts.filter(isRepeated), collectSeconds)
    await run(shuffled(onePerPair(seconds), order), countUnreached)
  }
}

/** Draws a run with cuts at some of the `known` points while chain and service misbehave; in one of four commits fail. */
function drawPlan(random: Random, known: readonly string[]): Plan {
  const pick = ([first, ...others]: readonly string[]): string => {
    if (first === undefined) throw new Error('No point was passed')
    return random.pick([first, ...others])
  }
  const cuts = Array.from({ length: 1 + random.below(5) }, () => pick(known))
  const wild = { seed: random.below(2 ** 31), ...random.pick(kinds), trouble: true, cuts }
  const ledgerFault = random.below(4) === 0 ? drawLedgerFault() : null
  if (wild.help !== null || random.below(2) === 0) return { ...wild, ledgerFault, forgets: null }
  return { ...wild, ledgerFault, forgets: random.below(4) === 0 ? 'everything' : { since: pick(known) } }

  function drawLedgerFault(): LedgerFault {
    if (random.below(3) === 0) return { ...random.pick(unreadableFaults), at: pick(known) }
    return { ...random.pick(ledgerFaults), at: pick(known.filter(isBeforeCommit)) }
  }
}

const kinds: readonly [Kind, ...Kind[]] = [
  { shape: 'transfer', fails: false, help: null },
  { shape: 'transfer', fails: 'treasury', help: null },
  { shape: 'router', fails: false, help: null },
  { shape: 'router', fails: 'treasury', help: null },
  { shape: 'transfer', fails: 'elsewhere', help: null },
  { shape: 'router', fails: 'elsewhere', help: null },
  { shape: 'transfer', fails: 'parts', help: null },
  { shape: 'router', fails: 'parts', help: null },
  { shape: 'transfer', fails: false, help: 'speed-up' },
  { shape: 'router', fails: false, help: 'speed-up' },
  { shape: 'transfer', fails: false, help: 'cancel' },
  { shape: 'router', fails: false, help: 'cancel' },
  { shape: 'escrow', fails: false, help: null },
  { shape: 'escrow', fails: 'claim', help: null },
  { shape: 'escrow', fails: 'claim-sum', help: null },
  { shape: 'escrow', fails: 'claim', help: null, escrowFault: 'outrun' },
  { shape: 'escrow', fails: 'claim', help: null, escrowFault: 'reorged' },
  { shape: 'escrow', fails: 'claim-sum', help: null, escrowFault: 'grows' },
  { shape: 'escrow', fails: 'claim-sum', help: null, escrowFault: 'upgraded' },
  ...waysToPay.map((external) => ({ shape: 'transfer', fails: false, help: null, external }) as const),
]

/** Up to the claim, a run with a fault equals any other of its shape. */
const isOfClaim = (point: string): boolean => point.includes('claim')

function scenarios(seed: number): Scenario[] {
  return kinds.map((kind) => ({ ...kind, seed, trouble: false, forgets: null }))
}

/** Returns whether a run lost or paid anything wrongly, or never ended. */
export function isFailure({ lost, doublePaid, unexplained, unresolved, unforeseen }: Outcome): boolean {
  return lost + doublePaid + unexplained + unresolved + unforeseen.length > 0
}

const isDelivered = ({ fails, help, external }: Kind): boolean =>
  fails === false && help === null && (external ?? 'exact') === 'exact'

/** Returns a run in which the disk fails where another is cut off. */
function withLedgerFault({ cuts: [at = ''], ...plan }: Plan, fault: FaultKind): Plan {
  return { ...plan, cuts: [], ledgerFault: { ...fault, at } }
}

/** Names the course that scenarios share up to where they differ. */
const courseOf = ({ shape, external }: Kind): string => (external ? 'external' : shape)

const pairOf = (plan: Plan): string => JSON.stringify([courseOf(plan), plan.cuts])

/** Keeps one plan for the same two points in several scenarios of a shape. Sorts the plans, since benches finish in any order. */
function onePerPair(plans: readonly Plan[]): Plan[] {
  const pairs = new Map<string, Plan>()
  for (const plan of plans.toSorted(compare)) {
    const pair = pairOf(plan)
    if (!pairs.has(pair)) pairs.set(pair, plan)
  }
  return [...pairs.values()]
}

function compare(left: Plan, right: Plan): number {
  // A plan without a fault comes first.
  const [one, other] = [left, right].map((plan) => JSON.stringify([plan.escrowFault ?? '', plan]))
  if (one === undefined || other === undefined) return 0
  return one < other ? -1 : one > other ? 1 : 0
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  const order = list.map((one) => ({ one, at: random.next() }))
  return order.sort((left, right) => left.at - right.at).map(({ one }) => one)
}
