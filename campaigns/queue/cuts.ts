import { ledgerFaults, type FaultKind } from '../crash/ledger-fault.ts'
import type { Random } from '../world/random.ts'

/** The point of that name that Till passes, or the nth point of any name. */
type PointMoment = { readonly name: CutName } & ({ readonly at: RegExp } | { readonly points: number })

/** The moment of a power cut: at a point, or after a while. */
export type Moment = PointMoment | { readonly name: CutName; readonly ms: number }

/**
 * `afterCash` right after taking the cash; `signed` but not sent; `sent`; `unregistered` but paid; `unheard` if registered but the answer
 * lost;
 * at any point; at any time.
 */
export type CutName = 'afterCash' | 'signed' | 'sent' | 'unregistered' | 'unheard' | 'anyPoint' | 'anyTime'

const POINTS_OF_A_SALE = 120
const SALE_MS = 90_000

const anyTime = (random: Random): Moment => ({ name: 'anyTime', ms: random.below(SALE_MS) })
const moments: readonly ((random: Random) => Moment)[] = [
  () => ({ name: 'afterCash', at: /^commit sales: after$/ }),
  () => ({ name: 'signed', at: /^commit signed: after$/ }),
  () => ({ name: 'unregistered', at: /^service\.registerSpend.*before$/ }),
  (random) => ({ name: 'anyPoint', points: 1 + random.below(POINTS_OF_A_SALE) }),
  () => ({ name: 'sent', at: /^chain\.send.*after$/ }),
  () => ({ name: 'unheard', at: /^service\.registerSpend.*after$/ }),
  anyTime,
]

/** Plans the power cuts, by the number of the customer who is at the counter or was just there. */
export function planCuts(cuts: number, customers: number, random: Random): ReadonlyMap<number, Moment> {
  const numbers = spread(cuts, customers, random)
  return new Map(numbers.map((number, cut) => [number, (moments[cut % moments.length] ?? anyTime)(random)]))
}

/** Commits that fail, from the nth after a customer comes. */
export interface DiskFailure {
  readonly commit: number
  readonly fault: FaultKind
}

const COMMITS_OF_A_SALE = 24

/** Plans the commits that fail, by the number of the customer. */
export function planFailures(failures: number, customers: number, random: Random): ReadonlyMap<number, DiskFailure> {
  return new Map(
    spread(failures, customers, random).map((number) => [
      number,
      { commit: 1 + random.below(COMMITS_OF_A_SALE), fault: random.pick(ledgerFaults) },
    ]),
  )
}

/** Spreads numbers evenly over the customers. */
function spread(count: number, customers: number, random: Random): number[] {
  return Array.from({ length: count }, (_, number) => Math.floor((number + random.next()) * (customers / count)))
}

/** Waits for the moment of a cut. */
export interface Cutter {
  arm(moment: PointMoment): void
  disarm(): void
  /** Returns whether this point is the moment. */
  isNow(point: string): boolean
}

/** Creates one that is not armed. */
export function createCutter(): Cutter {
  let waits: PointMoment | null = null
  let left = 0
  function matches(point: string): boolean {
    if (waits === null) return false
    if ('at' in waits) return waits.at.test(point)
    left -= 1
    return left <= 0
  }
  return {
    arm(moment) {
      waits = moment
      if ('points' in moment) left = moment.points
    },
    disarm: () => void (waits = null),
    isNow(point) {
      const isIt = matches(point)
      if (isIt) waits = null
      return isIt
    },
  }
}
