import { copyFileSync, existsSync, renameSync } from 'node:fs'
import type { Backup } from './backup-ledger.ts'

/**
 * Puts a backup in the place of a ledger that can not be read; what was there is kept beside it under another name. To be called while
 * no ledger is open. Answers where the old one is now.
 */
export function restoreLedger(file: string, backup: Backup, at: number): string {
  const aside = `${file}.damaged-${at}`
  const incoming = `${file}.incoming`
  copyFileSync(backup.file, incoming)
  // Its log belongs to the old one alone: applied to another file it would damage that too.
  for (const suffix of ['', '-wal', '-shm']) if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix)
  renameSync(incoming, file)
  return aside
}
