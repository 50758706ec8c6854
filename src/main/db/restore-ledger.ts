import { copyFileSync, existsSync, readdirSync, renameSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Backup } from './backup-ledger.ts'
import { keepAside } from './keep-aside.ts'
import { syncFolder, syncPath } from './sync-path.ts'

const RESTORING = '.restoring-'

/**
 * Puts a backup in the place of a ledger that cannot be read; what was there is kept beside it under another name. To be called while
 * no ledger is open. Returns where the old one is now. What is cut off before the copy is on the disk changes nothing; what is cut
 * off later, `finishRestore` finishes.
 */
export function restoreLedger(file: string, backup: Backup, at: number, step: () => void = () => undefined): string {
  const incoming = `${file}.incoming`
  copyFileSync(backup.file, incoming)
  step()
  syncPath(incoming)
  step()
  renameSync(incoming, `${file}${RESTORING}${at}`)
  step()
  syncFolder(dirname(file))
  finishRestore(file, step)
  return `${file}.damaged-${at}`
}

/** Finishes a restore that was cut off, to be called before the ledger is opened; there is a ledger at every moment. */
export function finishRestore(file: string, step: () => void = () => undefined): void {
  const folder = dirname(file)
  const prefix = `${basename(file)}${RESTORING}`
  for (const name of readdirSync(folder).sort()) {
    if (!name.startsWith(prefix)) continue
    const aside = `${file}.damaged-${name.slice(prefix.length)}`
    step()
    keepAside(file, aside)
    // Its log belongs to the old one alone: applied to another file it would damage that too.
    for (const suffix of ['-wal', '-shm']) {
      step()
      if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix)
    }
    syncFolder(folder)
    step()
    renameSync(join(folder, name), file)
    step()
    syncFolder(folder)
  }
}
