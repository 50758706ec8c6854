import { existsSync, readdirSync, renameSync, linkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { LedgerCopy } from './keep-copy.ts'
import { replaceByCopy } from '../../files/replace-file.ts'
import { syncFolder } from '../../files/sync-path.ts'

const RESTORING = '.restoring-'

/**
 * Replaces an unreadable ledger with a copy, and keeps the old one under another name, which it returns. No ledger may be open. An
 * interruption before the copy is on the disk changes nothing; `finishRestore` completes a later one.
 */
export function restoreLedger(file: string, copy: LedgerCopy, at: number, step: () => void = () => undefined): string {
  replaceByCopy(`${file}${RESTORING}${at}`, copy.file, step)
  finishRestore(file, step)
  return `${file}.damaged-${at}`
}

/** Completes an interrupted restore, before the ledger is opened; a ledger exists at every moment. */
export function finishRestore(file: string, step: () => void = () => undefined): void {
  const folder = dirname(file)
  const prefix = `${basename(file)}${RESTORING}`
  for (const name of readdirSync(folder).sort()) {
    const at = name.startsWith(prefix) ? name.slice(prefix.length) : ''
    // Anything longer is a copy that was interrupted.
    if (!/^\d+$/.test(at)) continue
    const aside = `${file}.damaged-${at}`
    step()
    preserveFile(file, aside)
    // The old WAL belongs only to the old file: applied to another one it would damage that too.
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

/** Gives a file a second name, by a hard link, or by a copy if the disk has no links. Does nothing if that name exists. */
export function preserveFile(file: string, aside: string): void {
  if (!existsSync(file) || existsSync(aside)) return
  try {
    linkSync(file, aside)
  } catch {
    replaceByCopy(aside, file)
  }
}
