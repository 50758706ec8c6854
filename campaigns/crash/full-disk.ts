import SqliteDatabase from 'better-sqlite3'

/** When a disk is full: from the first try of a commit on, for some milliseconds; with 0 only that commit fails. */
export interface FullDisk {
  /** The commit's point, as `commit …: before`. */
  readonly at: string
  readonly ms: number
}

/** The disk under a ledger. */
export interface Disk {
  /** Throws SqliteError `SQLITE_FULL` while the disk is full. */
  write(point: string): void
}

/** Opens a disk that is full when `full` says; null: it never is. */
export function openDisk(full: FullDisk | null, now: () => number): Disk {
  let since: number | null = null
  return {
    write(point) {
      if (full === null) return
      const isFirst = since === null && point === full.at
      if (isFirst) since = now()
      if (isFirst || (since !== null && now() < since + full.ms))
        throw new SqliteDatabase.SqliteError('database or disk is full', 'SQLITE_FULL')
    },
  }
}

/** Returns whether an error says that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof SqliteDatabase.SqliteError && error.code === 'SQLITE_FULL'
}
