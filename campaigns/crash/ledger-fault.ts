import SqliteDatabase from 'better-sqlite3'
import { AppError } from '../../src/shared/errors.ts'

/**
 * Commits that fail while the process goes on, from the first try of one on, for some milliseconds; with 0 only that one fails. The disk is
 * full, or another program has the file locked.
 */
export interface LedgerFault {
  readonly code: 'SQLITE_FULL' | 'SQLITE_BUSY'
  /** The commit's point, as `commit …: before`. */
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

/** Returns whether a point is where a commit can fail. */
export const isBeforeCommit = (point: string): boolean => /^commit .*: before$/.test(point)

/** The file under a ledger. */
export interface LedgerDisk {
  /** Throws SqliteError while commits fail. */
  write(point: string): void
}

/** Opens a file whose commits fail from the first on that `starts` says. */
export function openDisk({ code, ms }: FaultKind, starts: (point: string) => boolean, now: () => number): LedgerDisk {
  let since: number | null = null
  return {
    write(point) {
      const isFirst = since === null && starts(point)
      if (isFirst) since = now()
      if (isFirst || (since !== null && now() < since + ms))
        throw new SqliteDatabase.SqliteError('This commit fails', code)
    },
  }
}

/** Returns whether an error comes from a commit that failed. */
export function isLedgerFault(error: unknown): boolean {
  const thrown = error instanceof AppError ? error.cause : error
  return thrown instanceof SqliteDatabase.SqliteError && /^SQLITE_(FULL|BUSY)$/.test(thrown.code)
}
