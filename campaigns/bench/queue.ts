import { runQueue, type QueueFigures } from '../queue/run-queue.ts'

const HOUR_MS = 60 * 60_000
/** Customers per power cut. */
const CUT_EVERY = 7
/** The most customers that the service's rate limit allows in two hours, mistakes, typing errors and power cuts included. */
const MAX_SERVED = 80
const MAX_GROWTH_PERCENT = 5

/** Figures of two hours of selling for cash with power cuts, and of two without, with the same customers. */
export interface QueueBenchFigures extends Omit<QueueFigures, 'heaps'> {
  /** The same without a power cut: one process all day. */
  readonly uncut: Pick<
    QueueFigures,
    'sales' | 'delivered' | 'lost' | 'double' | 'cashDifference' | 'answered429' | 'ok'
  >
  /** Megabytes after forced collections at the end of the first and of the second hour. */
  readonly heapMb: Readonly<Record<'cut' | 'uncut', readonly number[]>>
  readonly heapGrownPercent: Readonly<Record<'cut' | 'uncut', number>>
}

/**
 * Serves `customers` in two hours on a simulated clock. `ok` requires that every sale is right, enough customers are served,
 * every cut happened, and the heap grew by less than 5 %.
 */
export async function benchQueue(customers: number, seed = 7): Promise<QueueBenchFigures> {
  const hours = { customers, seed, ms: 2 * HOUR_MS, measureAt: [HOUR_MS, 2 * HOUR_MS] }
  const cuts = Math.ceil(customers / CUT_EVERY) - 1
  const { heaps, ...cut } = await runQueue({ ...hours, cuts, failures: 0 })
  const { heaps: uncutHeaps, ...uncut } = await runQueue({ ...hours, cuts: 0, failures: 0 })
  const grown = { cut: grownPercent(heaps), uncut: grownPercent(uncutHeaps) }
  const wanted = Math.min(MAX_SERVED, 0.8 * customers)
  const { sales, delivered, lost, double, cashDifference, answered429, ok } = uncut
  return {
    ...cut,
    uncut: { sales, delivered, lost, double, cashDifference, answered429, ok },
    heapMb: { cut: heaps.map(toMb), uncut: uncutHeaps.map(toMb) },
    heapGrownPercent: grown,
    ok:
      cut.ok &&
      ok &&
      cut.cuts === cuts &&
      Math.min(cut.sales, sales) >= wanted &&
      Object.values(grown).every((percent) => percent < MAX_GROWTH_PERCENT),
  }
}

const toMb = (bytes: number): number => bytes / 1e6

function grownPercent([first = NaN, second = NaN]: readonly number[]): number {
  return (second / first - 1) * 100
}
