export interface Day<T> {
  readonly key: string
  /** Time of the day's first entry in the list, in epoch milliseconds. */
  readonly at: number
  readonly rows: readonly T[]
}

/** Groups rows by their day, in the given order; `timeOf` returns a row's ISO time. */
export function byDay<T>(rows: readonly T[], dayKey: (at: number) => string, timeOf: (row: T) => string): Day<T>[] {
  const days: { key: string; at: number; rows: T[] }[] = []
  for (const row of rows) {
    const at = Date.parse(timeOf(row))
    const key = dayKey(at)
    const last = days.at(-1)
    if (last?.key === key) last.rows.push(row)
    else days.push({ key, at, rows: [row] })
  }
  return days
}
