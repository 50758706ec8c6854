import SqliteDatabase from 'better-sqlite3'

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

/** The file under a ledger. */
export interface LedgerDisk {
  /** Throws SqliteError while commits fail. */
  write(point: string): void
}

/** Opens a file whose commits fail as `fault` says; null: never. */
export function openDisk(fault: LedgerFault | null, now: () => number): LedgerDisk {
  let since: number | null = null
  return {
    write(point) {
      if (fault === null) return
      const isFirst = since === null && point === fault.at
      if (isFirst) since = now()
      if (isFirst || (since !== null && now() < since + fault.ms))
        throw new SqliteDatabase.SqliteError('This commit fails', fault.code)
    },
  }
}

/** Returns whether an error is a commit's that failed. */
export function isLedgerFault(error: unknown): boolean {
  return error instanceof SqliteDatabase.SqliteError && /^SQLITE_(FULL|BUSY)$/.test(error.code)
}
