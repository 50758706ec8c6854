import SqliteDatabase from 'better-sqlite3'
import { AppError } from '../../src/shared/errors.ts'

/**
 * Commits that fail while the process goes on, from the first time that it passes a point, for some milliseconds; with 0 only the first. The
 * disk is full, or another program has the file locked.
 */
export interface LedgerFault {
  /** With `SQLITE_IOERR` the disk is gone: nothing is read either. */
  readonly code: 'SQLITE_FULL' | 'SQLITE_BUSY' | 'SQLITE_IOERR'
  readonly at: string
  readonly ms: number
}

export type FaultKind = Omit<LedgerFault, 'at'>

/** One commit fails, those of a minute, and those of longer than a price holds. */
export const ledgerFaults: readonly [FaultKind, ...FaultKind[]] = [
  { code: 'SQLITE_FULL', ms: 0 },
  { code: 'SQLITE_BUSY', ms: 60_000 },
  { code: 'SQLITE_BUSY', ms: 0 },
  { code: 'SQLITE_FULL', ms: 60_000 },
  { code: 'SQLITE_FULL', ms: 1_800_000 },
  { code: 'SQLITE_BUSY', ms: 1_800_000 },
]

/** Nothing can be read or written for a minute, and for longer than a price holds. */
export const unreadableFaults: readonly [FaultKind, ...FaultKind[]] = [
  { code: 'SQLITE_IOERR', ms: 60_000 },
  { code: 'SQLITE_IOERR', ms: 1_800_000 },
]

/** Returns whether a point is where a commit can fail. */
export const isBeforeCommit = (point: string): boolean => /^commit .*: before$/.test(point)

/** The file under a ledger. */
export interface LedgerDisk extends WatchedDisk {
  /** Notes a point that the process passes. */
  pass(point: string): void
}

/** What a ledger asks of its file. */
export interface WatchedDisk {
  /** Throws SqliteError while commits fail. */
  write(): void
  /** Throws SqliteError while nothing can be read. */
  read(): void
}

/** Opens a file whose commits fail from the first point on that `starts` says. */
export function openDisk({ code, ms }: FaultKind, starts: (point: string) => boolean, now: () => number): LedgerDisk {
  let since: number | null = null
  let hasFailed = false
  const isFailing = (): boolean => since !== null && now() < since + ms
  return {
    pass(point) {
      if (since === null && starts(point)) since = now()
    },
    write() {
      if (since === null || (hasFailed && !isFailing())) return
      hasFailed = true
      throw new SqliteDatabase.SqliteError('This commit fails', code)
    },
    read() {
      if (code === 'SQLITE_IOERR' && isFailing()) throw new SqliteDatabase.SqliteError('This read fails', code)
    },
  }
}

/** Returns the answer; false while nothing can be read. */
export function whileReadable(answer: () => boolean): boolean {
  try {
    return answer()
  } catch (error) {
    if (isLedgerFault(error)) return false
    throw error
  }
}

/** Returns whether an error comes from a ledger that could not be written or read. */
export function isLedgerFault(error: unknown): boolean {
  const thrown = error instanceof AppError ? error.cause : error
  return thrown instanceof SqliteDatabase.SqliteError && /^SQLITE_(FULL|BUSY|IOERR)$/.test(thrown.code)
}
