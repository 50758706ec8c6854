import { z } from 'zod'
import { errorView } from '../error-view.ts'

/** The wallet's backup files. */
export const backupFileView = z.object({
  /** The folder where they are made once a day; null if none was chosen. */
  folder: z.string().nullable(),
  lastAt: z.iso.datetime().nullable(),
  /** The path of the last one. */
  lastFile: z.string().nullable(),
  /** Why the last attempt failed; Till retries automatically. */
  problem: errorView.nullable(),
  /** Whether there is something to lose and the last backup is too old. */
  isDue: z.boolean(),
  /** The age in days after which a backup is too old. */
  dueAfterDays: z.int(),
  /** Whether paths are typed, because this window has no file dialog. */
  typesPaths: z.boolean(),
})

/** Copies of the ledger on this machine. */
export const ledgerCopiesView = z.object({
  folder: z.string(),
  newestAt: z.iso.datetime().nullable(),
  /** Whether the last copy failed. */
  failed: z.boolean(),
})

/** What a backup file says about itself; only opening it proves that. */
export const backupFoundView = z.object({
  path: z.string(),
  madeAt: z.iso.datetime(),
  accounts: z.int(),
})

export type BackupFileView = z.output<typeof backupFileView>
export type BackupFoundView = z.output<typeof backupFoundView>
export type LedgerCopiesView = z.output<typeof ledgerCopiesView>
