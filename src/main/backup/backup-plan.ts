import { createHmac } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { syncFolder } from '../db/sync-path.ts'

/** What this machine knows of a wallet's backups. It is the machine's own: the ledger, which travels in them, does not hold it. */
const planSchema = z.strictObject({
  wallet: z.uuid(),
  /** Tells the wallet's records key from another one. */
  keyCheck: z.string().regex(/^[0-9a-f]{64}$/),
  /** Since when this machine has the wallet, in epoch milliseconds, as far as it knows. */
  since: z.int(),
  /** Where a person wants them; null for nowhere. */
  folder: z.string().nullable(),
  /** The last one that was verified. */
  last: z.strictObject({ at: z.int(), file: z.string() }).nullable(),
})
export type BackupPlan = z.output<typeof planSchema>

/** The plan in a file; null where there is none, or it can't be read: then a new one is created, and the person asked again. */
export function readPlan(path: string): BackupPlan | null {
  try {
    return planSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
}

/** Replaces the plan in one step that survives a crash. */
export function writePlan(path: string, plan: BackupPlan): void {
  const next = `${path}.next`
  writeFileSync(next, JSON.stringify(plan, null, 2), { mode: 0o600, flush: true })
  renameSync(next, path)
  syncFolder(dirname(path))
}

/** What stands for a wallet's records key without telling it. */
export function keyCheckOf(recordsKey: Uint8Array, wallet: string): string {
  return createHmac('sha256', recordsKey).update(`till records key of ${wallet}`).digest('hex')
}
