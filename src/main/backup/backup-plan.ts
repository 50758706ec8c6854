import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { replaceFile } from '../files/replace-file.ts'

/** What this machine knows of a wallet's backups. It belongs to the machine, so it is not in the ledger, which backups contain. */
const planSchema = z.strictObject({
  wallet: z.uuid(),
  /** Identifies the wallet's records key. */
  keyCheck: z.string().regex(/^[0-9a-f]{64}$/),
  /** Since when this machine has had the wallet, as far as it knows, in epoch milliseconds. */
  since: z.int(),
  /** The folder the user chose; null for none. */
  folder: z.string().nullable(),
  /** The last verified backup. */
  last: z.strictObject({ at: z.int(), file: z.string() }).nullable(),
})
export type BackupPlan = z.output<typeof planSchema>

/** Reads a plan; returns null if it is missing or unreadable. Then a new one is created, and the user is asked again. */
export function readPlan(path: string): BackupPlan | null {
  try {
    return planSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
}

/** Replaces the plan atomically, even in a crash. */
export function writePlan(path: string, plan: BackupPlan): void {
  replaceFile(path, JSON.stringify(plan, null, 2))
}

/** Returns a value that identifies a wallet's records key without revealing it. */
export function keyCheckOf(recordsKey: Uint8Array, wallet: string): string {
  return createHmac('sha256', recordsKey).update(`till records key of ${wallet}`).digest('hex')
}
