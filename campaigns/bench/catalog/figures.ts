/** Median and 95th percentile of measurements in milliseconds. */
export interface Spread {
  readonly p50: number
  readonly p95: number
}

export function spreadOf(measured: readonly number[]): Spread {
  const sorted = [...measured].sort((a, b) => a - b)
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
  return { p50: at(0.5), p95: at(0.95) }
}

export function median(measured: readonly number[]): number {
  return spreadOf(measured).p50
}

/** Returns the milliseconds that `work` takes. */
export function timed(work: () => unknown): number {
  const from = performance.now()
  work()
  return performance.now() - from
}

/** Returns the least of several measurements of each of `items`, which leaves out disturbances by the machine. */
export function bestOf<T>(rounds: number, items: readonly T[], work: (item: T) => unknown): number[] {
  const best = items.map(() => Infinity)
  for (let round = 0; round < rounds; round++) {
    for (const [index, item] of items.entries())
      best[index] = Math.min(
        best[index] ?? Infinity,
        timed(() => work(item)),
      )
  }
  return best
}
