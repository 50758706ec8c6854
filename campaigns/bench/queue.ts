import { runQueue, type QueueFigures } from '../queue/run-queue.ts'

const HOUR_MS = 60 * 60_000
const CUTS = 14
const MOST_GROWTH_PERCENT = 5

/** Two hours of selling for cash with power cuts, and two without, by the same customers. */
export interface QueueBenchFigures extends Omit<QueueFigures, 'heaps'> {
  /** The same without a cut: one process all day. */
  readonly uncut: Pick<
    QueueFigures,
    'sales' | 'delivered' | 'lost' | 'double' | 'cashDifference' | 'answered429' | 'ok'
  >
  /** Megabytes after forced collections at the end of the first and of the second hour. */
  readonly heapMb: Readonly<Record<'cut' | 'uncut', readonly number[]>>
  readonly heapGrownPercent: Readonly<Record<'cut' | 'uncut', number>>
}

/** Serves `customers` who come through two hours of a turned clock; `ok` where all is right and the heap grew by less than 5 %. */
export async function benchQueue(customers: number, seed = 7): Promise<QueueBenchFigures> {
  const hours = { customers, seed, ms: 2 * HOUR_MS, measureAt: [HOUR_MS, 2 * HOUR_MS] }
  const { heaps, ...cut } = await runQueue({ ...hours, cuts: CUTS })
  const { heaps: uncutHeaps, ...uncut } = await runQueue({ ...hours, cuts: 0 })
  const grown = { cut: grownPercent(heaps), uncut: grownPercent(uncutHeaps) }
  const { sales, delivered, lost, double, cashDifference, answered429, ok } = uncut
  return {
    ...cut,
    uncut: { sales, delivered, lost, double, cashDifference, answered429, ok },
    heapMb: { cut: heaps.map(toMb), uncut: uncutHeaps.map(toMb) },
    heapGrownPercent: grown,
    ok: cut.ok && ok && Object.values(grown).every((percent) => percent < MOST_GROWTH_PERCENT),
  }
}

const toMb = (bytes: number): number => bytes / 1e6

function grownPercent([first = NaN, second = NaN]: readonly number[]): number {
  return (second / first - 1) * 100
}
