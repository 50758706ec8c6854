import { z } from 'zod'

const idRows = z.array(z.object({ id: z.string() }))

/** Returns the ids of rows that have a column `id`. */
export function readIds(rows: unknown): string[] {
  return idRows.parse(rows).map(({ id }) => id)
}
