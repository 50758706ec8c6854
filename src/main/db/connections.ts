import type { Database } from 'better-sqlite3'

declare const canRead: unique symbol
declare const canWrite: unique symbol

/** A read-only statement. */
export interface ReadStatement {
  get(...values: unknown[]): unknown
  all(...values: unknown[]): unknown[]
  iterate(...values: unknown[]): IterableIterator<unknown>
  /** Makes each row the value of its first column. */
  pluck(): ReadStatement
  /** Makes each row the array of its values. */
  raw(): ReadStatement
}

/** An open database for functions that read: it has no way to write. */
export interface ReadableDb {
  readonly [canRead]: true
  prepare(sql: string): ReadStatement
}

/** An open database for functions that write. A read-only connection never has this type. */
export type WritableDb = Database & ReadableDb & { readonly [canWrite]: true }
