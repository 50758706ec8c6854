import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Span } from '../../../shared/periods.ts'
import type { ReadableDb, WritableDb } from '../../db/connections.ts'

const shiftRow = z
  .object({
    number: z.int(),
    currency: z.string(),
    float: z.string(),
    opened_at: z.int(),
    closed_at: z.int().nullable(),
    counted: z.string().nullable(),
  })
  .transform(({ opened_at: openedAt, closed_at: closedAt, ...row }) => ({ ...row, openedAt, closedAt }))

/** A shift, from its float to the counted drawer. Amounts are decimals in its currency, times epoch milliseconds. */
export type Shift = z.output<typeof shiftRow>

const columns = 'number, currency, float, opened_at, closed_at, counted'

/** Returns the open shift; null if none is open. */
export function readOpenShift(db: ReadableDb): Shift | null {
  const row = db.prepare(`SELECT ${columns} FROM shifts WHERE closed_at IS NULL`).get()
  return row === undefined ? null : shiftRow.parse(row)
}

export function readShift(db: ReadableDb, number: number): Shift | null {
  const row = db.prepare(`SELECT ${columns} FROM shifts WHERE number = ?`).get(number)
  return row === undefined ? null : shiftRow.parse(row)
}

const listedRows = z.array(shiftRow.and(z.object({ expected: z.string().nullable(), note: z.string().nullable() })))

/** A shift with what its last count expected, and its note; null before the first count, or as long as counts were not stored. */
export type ListedShift = z.output<typeof listedRows>[number]

/** Returns a page of all shifts, newest first. */
export function listShifts(db: ReadableDb, offset: number, limit: number): ListedShift[] {
  const sql = `
    SELECT ${columns}, o.expected, o.note
    FROM shifts LEFT JOIN shift_counts o ON o.rowid = (SELECT max(rowid) FROM shift_counts WHERE shift = number)
    ORDER BY number DESC LIMIT ? OFFSET ?`
  return listedRows.parse(db.prepare(sql).all(limit, offset))
}

const numbers = z.array(z.int())

/** Returns the numbers of the shifts opened in a span of time, oldest first. */
export function readShiftsOpened(db: ReadableDb, { from, to }: Span): number[] {
  const sql = 'SELECT number FROM shifts WHERE opened_at >= ? AND opened_at < ? ORDER BY number'
  return numbers.parse(db.prepare(sql).pluck().all(from, to))
}

export function countShifts(db: ReadableDb): number {
  return db.prepare('SELECT count(*) FROM shifts').pluck().get() as number
}

/** Opens a shift; returns false if one is open already. */
export function insertShift(db: WritableDb, currency: string, float: string, openedAt: number): boolean {
  const insert = db.prepare('INSERT INTO shifts (currency, float, opened_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING')
  return insert.run(currency, float, openedAt).changes === 1
}

export function closeShift(db: WritableDb, number: number, counted: string, closedAt: number): void {
  db.prepare('UPDATE shifts SET counted = ?, closed_at = ? WHERE number = ? AND closed_at IS NULL').run(
    counted,
    closedAt,
    number,
  )
}

const chainCheckRow = z
  .object({ checked_at: z.int(), payments: z.int(), on_chain: z.int() })
  .transform(({ checked_at: at, on_chain: found, payments }) => ({ at, payments, found }))

/** How many payments of a shift's sales its networks' nodes showed, of how many, and when (epoch milliseconds). */
export type ChainCheck = z.output<typeof chainCheckRow>

/** Reads the last check of a shift's payments; null before the first. */
export function readChainCheck(db: ReadableDb, shift: number): ChainCheck | null {
  const row = db.prepare('SELECT checked_at, payments, on_chain FROM shift_chain_checks WHERE shift = ?').get(shift)
  return row === undefined ? null : chainCheckRow.parse(row)
}

/** Stores a check of a shift's payments, replacing the previous one. */
export function writeChainCheck(db: WritableDb, shift: number, check: ChainCheck): void {
  db.prepare(
    `INSERT OR REPLACE INTO shift_chain_checks (shift, checked_at, payments, on_chain)
     VALUES (:shift, :at, :payments, :found)`,
  ).run({ shift, ...check })
}

const moveRow = z
  .object({
    at: z.int(),
    clerk_id: z.string().nullable(),
    clerk: z.string().nullable(),
    direction: z.enum(['in', 'out']),
    amount: z.string(),
    reason: z.string(),
  })
  .transform(({ clerk_id: clerkId, clerk: by, ...row }) => ({ ...row, clerkId, by }))

/** Cash put in or taken out without a sale, with the clerk's name; null is the manager. */
export type CashMove = z.output<typeof moveRow>

const moveRows = z.array(moveRow)

export function readMoves(db: ReadableDb, shift: number): CashMove[] {
  const rows = db
    .prepare(
      `SELECT m.at, m.clerk_id, c.name AS clerk, m.direction, m.amount, m.reason
       FROM cash_moves m LEFT JOIN clerks c ON c.id = m.clerk_id WHERE m.shift = ? ORDER BY m.at, m.rowid`,
    )
    .all(shift)
  return moveRows.parse(rows)
}

const datedMoves = z.array(
  z.object({
    currency: z.string(),
    clerk: z.string().nullable(),
    by: z.string().nullable(),
    direction: z.enum(['in', 'out']),
    amount: z.string(),
  }),
)

/** A move of cash in its currency, by the clerk of this id and name; null is the manager. */
export type DatedMove = z.output<typeof datedMoves>[number]

/** Returns the moves of cash in a span of time, oldest first. */
export function readMovesWithin(db: ReadableDb, { from, to }: Span): DatedMove[] {
  const sql = `
    SELECT h.currency, m.clerk_id AS clerk, c.name AS "by", m.direction, m.amount
    FROM cash_moves m JOIN shifts h ON h.number = m.shift LEFT JOIN clerks c ON c.id = m.clerk_id
    WHERE m.at >= ? AND m.at < ? ORDER BY m.at, m.rowid`
  return datedMoves.parse(db.prepare(sql).all(from, to))
}

export interface NewMove extends Pick<CashMove, 'at' | 'direction' | 'amount' | 'reason'> {
  readonly shift: number
  /** The clerk's id; null is the manager. */
  readonly clerk: string | null
}

export function insertMove(db: WritableDb, move: NewMove): void {
  db.prepare(
    `INSERT INTO cash_moves (id, shift, clerk_id, at, direction, amount, reason)
     VALUES (:id, :shift, :clerk, :at, :direction, :amount, :reason)`,
  ).run({ id: randomUUID(), ...move })
}
