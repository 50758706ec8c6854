import { z } from 'zod'

/** What keeps a backup file from being made. */
export const backupProblems = ['folder-gone', 'read-only', 'disk-full', 'not-verified', 'no-key', 'failed'] as const
export type BackupProblem = (typeof backupProblems)[number]

/** The wallet's backup files. */
export const backupFileView = z.object({
  /** Where they are made once a day; null where nobody chose. */
  folder: z.string().nullable(),
  lastAt: z.iso.datetime().nullable(),
  /** The last one's path. */
  lastFile: z.string().nullable(),
  /** Why the last try failed; it is tried again by itself. */
  problem: z.enum(backupProblems).nullable(),
  /** There is something to lose, and it has been too long. */
  isDue: z.boolean(),
  /** How long that is. */
  dueAfterDays: z.int(),
  /** Whether paths are typed, since this window has no dialog to choose them in. */
  typesPaths: z.boolean(),
})
export type BackupFileView = z.output<typeof backupFileView>

/** What a backup file says of itself; only opening it proves that. */
export const backupFoundView = z.object({
  path: z.string(),
  madeAt: z.iso.datetime(),
  accounts: z.int(),
})
export type BackupFoundView = z.output<typeof backupFoundView>
