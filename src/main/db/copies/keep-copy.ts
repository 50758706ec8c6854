import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { copyLedger } from './copy-ledger.ts'
import type { WritableDb } from '../connections.ts'
import { readFolder } from '../../files/read-folder.ts'
import { partOf } from '../../files/replace-file.ts'
import { syncFolder } from '../../files/sync-path.ts'

const KEPT = 10
const named = /^ledger-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})\.db$/

/** A copy of the ledger: its file and date, in epoch milliseconds. */
export interface LedgerCopy {
  readonly file: string
  readonly at: number
}

/**
 * Copies the ledger into `folder` while it is in use (SQLite's online backup), marked as a copy for the Till that opens it. Keeps the ten
 * newest, and as many with later dates than this one. Throws if the disk cannot store it, and then leaves no partial file.
 */
export async function keepCopy(ledger: WritableDb, folder: string, at: number): Promise<LedgerCopy> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const [date = '', time = ''] = new Date(at).toISOString().split('T')
  const file = join(folder, `ledger-${date}T${time.slice(0, 8).replaceAll(':', '-')}.db`)
  const part = partOf(file)
  await copyLedger(ledger, part, at)
  try {
    renameSync(part, file)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
  syncFolder(folder)
  const all = listCopies(folder)
  // Those with later dates are of a clock that was ahead, or this one's clock is behind: neither may push out the other.
  for (const some of [all.filter((one) => one.at > at), all.filter((one) => one.at <= at)])
    for (const old of some.slice(KEPT)) rmSync(old.file)
  return { file, at }
}

/** Returns the copies in a folder, newest first; ignores other file names. */
export function listCopies(folder: string): LedgerCopy[] {
  return readFolder(folder)
    .flatMap((name) => {
      const [, date, hour, minute, second] = named.exec(name) ?? []
      return date ? [{ file: join(folder, name), at: Date.parse(`${date}T${hour}:${minute}:${second}Z`) }] : []
    })
    .sort((left, right) => right.at - left.at)
}
