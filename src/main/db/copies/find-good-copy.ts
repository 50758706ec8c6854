import { listCopies, type LedgerCopy } from './keep-copy.ts'
import { assertVersionKnown, UnknownVersionError } from '../migration.ts'
import { ledgerMigrations } from '../migrations/ledger.ts'
import { versionOf } from '../open-database.ts'
import { openToRead, type ReadingConnection } from '../open-to-read.ts'

/**
 * Returns the newest copy in a folder that this Till can read completely; null if there is none. One whose date is after `now` (epoch
 * milliseconds) comes from a clock that was ahead: it is newer than the others only if it goes on where the newest of them ends. Throws
 * UnknownVersionError if all readable ones have unknown versions: Till must not continue without them.
 */
export function findGoodCopy(folder: string, now: number): LedgerCopy | null {
  const unknown: UnknownVersionError[] = []
  const isGood = ({ file }: LedgerCopy): boolean => {
    try {
      return isWhole(file)
    } catch (error) {
      if (error instanceof UnknownVersionError) unknown.push(error)
      return false
    }
  }
  const all = listCopies(folder)
  const ahead = all.find((one) => one.at > now && isGood(one))
  const dated = all.find((one) => one.at <= now && isGood(one))
  if (ahead !== undefined && dated !== undefined) return goesOn(ahead.file, dated.file) ? ahead : dated
  const found = ahead ?? dated ?? null
  if (found === null && unknown[0] !== undefined) throw unknown[0]
  return found
}

function read<T>(file: string, ask: (copy: ReadingConnection) => T): T {
  const copy = openToRead(file)
  try {
    return ask(copy)
  } finally {
    copy.close()
  }
}

function isWhole(file: string): boolean {
  return read(file, (copy) => {
    const version = versionOf(copy)
    assertVersionKnown(file, version, ledgerMigrations)
    return version > 0 && copy.prepare('SELECT quick_check FROM pragma_quick_check').pluck().get() === 'ok'
  })
}

/** Returns whether a copy contains the last event of another's purchases, and later ones. */
function goesOn(later: string, earlier: string): boolean {
  const eventAt = 'SELECT id, purchase_id, at, event FROM purchase_events'
  const last = read(earlier, (copy) => copy.prepare(`${eventAt} ORDER BY id DESC LIMIT 1`).get()) as
    { readonly id: number } | undefined
  return read(later, (copy) => {
    const hasMore = copy.prepare('SELECT 1 FROM purchase_events WHERE id > ?').get(last?.id ?? 0) !== undefined
    const same = last && copy.prepare(`${eventAt} WHERE id = ?`).get(last.id)
    return hasMore && JSON.stringify(same) === JSON.stringify(last)
  })
}
