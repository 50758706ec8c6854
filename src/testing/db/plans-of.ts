import { vi } from 'vitest'
import { z } from 'zod'
import type { WritableDb } from '../../main/db/connections.ts'

const plan = z.array(z.object({ detail: z.string() }))

/** Returns how SQLite would run the statements that `work` prepares. */
export function plansOf(db: WritableDb, work: () => void): string[] {
  const prepared = vi.spyOn(db, 'prepare')
  work()
  const statements = prepared.mock.calls.map(([sql]) => sql)
  prepared.mockRestore()
  return statements
    .flatMap((sql) => {
      const names = [...new Set(sql.match(/[@:][a-z]\w*/gi))].map((name) => [name.slice(1), null] as const)
      return plan.parse(db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(Object.fromEntries(names)))
    })
    .map(({ detail }) => detail)
}
