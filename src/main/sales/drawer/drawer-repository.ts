import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Piece } from '../../../shared/sales/denominations.ts'
import type { ReadableDb, WritableDb } from '../../db/connections.ts'

const countRows = z.array(
  z.object({
    at: z.int(),
    by: z.string().nullable(),
    amount: z.string(),
    expected: z.string(),
    entries: z.int(),
    note: z.string().nullable(),
  }),
)

/**
 * A count of a drawer by a clerk; null is the manager. `expected` and `entries`, the number of sales, refunds and moves, are the shift's at
 * that time. `note` says why there is a difference.
 */
export type Count = z.output<typeof countRows>[number]

/** Returns the counts of a shift, oldest first. */
export function readCounts(db: ReadableDb, shift: number): Count[] {
  const sql = `
    SELECT o.at, c.name AS "by", o.amount, o.expected, o.entries, o.note
    FROM shift_counts o LEFT JOIN clerks c ON c.id = o.clerk_id WHERE o.shift = ? ORDER BY o.rowid`
  return countRows.parse(db.prepare(sql).all(shift))
}

export interface NewCount extends Omit<Count, 'by' | 'note'> {
  readonly shift: number
  /** The clerk's id; null is the manager. */
  readonly clerk: string | null
  /** Null for one total. */
  readonly pieces: readonly Piece[] | null
}

export function insertCount(db: WritableDb, { pieces, ...count }: NewCount): void {
  db.prepare(
    `INSERT INTO shift_counts (id, shift, clerk_id, at, amount, expected, entries, pieces)
     VALUES (:id, :shift, :clerk, :at, :amount, :expected, :entries, :pieces)`,
  ).run({ id: randomUUID(), ...count, pieces: pieces && JSON.stringify(pieces) })
}

/** Writes the note of a shift's last count, or removes it if it is empty; returns false unless this user counted. Null is the manager. */
export function writeCountNote(db: WritableDb, shift: number, clerk: string | null, note: string): boolean {
  const sql = `
    UPDATE shift_counts SET note = nullif(:note, '')
    WHERE rowid = (SELECT max(rowid) FROM shift_counts WHERE shift = :shift) AND clerk_id IS :clerk`
  return db.prepare(sql).run({ shift, clerk, note }).changes === 1
}

const openingRows = z.array(
  z.object({ at: z.int(), clerkId: z.string().nullable(), by: z.string().nullable(), reason: z.string() }),
)

/** An opening of the drawer without a sale, by a clerk; null is the manager. */
export type Opening = z.output<typeof openingRows>[number]

/** Returns the openings of a shift, oldest first. */
export function readOpenings(db: ReadableDb, shift: number): Opening[] {
  const sql = `
    SELECT o.at, o.clerk_id AS clerkId, c.name AS "by", o.reason
    FROM drawer_openings o LEFT JOIN clerks c ON c.id = o.clerk_id WHERE o.shift = ? ORDER BY o.rowid`
  return openingRows.parse(db.prepare(sql).all(shift))
}

export interface NewOpening extends Pick<Opening, 'at' | 'reason'> {
  readonly shift: number
  /** The clerk's id; null is the manager. */
  readonly clerk: string | null
}

export function insertOpening(db: WritableDb, opening: NewOpening): void {
  db.prepare(
    'INSERT INTO drawer_openings (id, shift, clerk_id, at, reason) VALUES (:id, :shift, :clerk, :at, :reason)',
  ).run({ id: randomUUID(), ...opening })
}
