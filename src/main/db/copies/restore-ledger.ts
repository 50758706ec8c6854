import { existsSync, linkSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { LedgerCopy } from './keep-copy.ts'
import { replaceByCopy } from '../../files/replace-file.ts'
import { syncFolder } from '../../files/sync-path.ts'

const RESTORING = '.restoring-'

/**
 * Replaces an unreadable ledger with a copy, and keeps the old one as `.damaged-…`. No ledger may be open. An interruption before the copy
 * is on the disk changes nothing; `finishRestore` completes a later one.
 */
export function restoreLedger(file: string, copy: LedgerCopy, at: number, step: () => void = () => undefined): void {
  replaceByCopy(`${file}${RESTORING}${at}`, copy.file, step)
  finishRestore(file, step)
}

/** Completes an interrupted restore, before the ledger is opened; a ledger exists at every moment. */
export function finishRestore(file: string, step: () => void = () => undefined): void {
  const folder = dirname(file)
  const prefix = `${basename(file)}${RESTORING}`
  for (const name of readdirSync(folder).sort()) {
    const at = name.startsWith(prefix) ? name.slice(prefix.length) : ''
    // Anything longer is a copy that was interrupted.
    if (!/^\d+$/.test(at)) continue
    step()
    const aside = preserveFile(file, `${file}.damaged-${at}`)
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

/**
 * Gives a file a second name, by a hard link, or by a copy if the disk has no links. Returns that name: `aside`, or one like it if another
 * file has that, as after an attempt that failed and a ledger that was put back since. Does nothing if the file has it already.
 */
export function preserveFile(file: string, aside: string, link: (from: string, to: string) => void = linkSync): string {
  if (!existsSync(file)) return aside
  let name = aside
  for (let number = 2; existsSync(name); number++) {
    if (isSame(file, name)) return name
    name = `${aside}.${number}`
  }
  try {
    link(file, name)
  } catch {
    replaceByCopy(name, file)
  }
  return name
}

/** Returns whether two paths name one file, or equal ones where the disk has no links. */
function isSame(one: string, other: string): boolean {
  const [left, right] = [one, other].map((path) => statSync(path, { bigint: true }))
  if (left?.ino === right?.ino && left?.dev === right?.dev) return true
  return left?.size === right?.size && readFileSync(one).equals(readFileSync(other))
}
