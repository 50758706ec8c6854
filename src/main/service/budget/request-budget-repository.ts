import { z } from 'zod'
import type { ReadableDb, WritableDb } from '../../db/connections.ts'

export const requestClasses = ['registration', 'quote', 'tracking', 'browsing'] as const
/** The purpose of a request, most important first. */
export type RequestClass = (typeof requestClasses)[number]

/** A counted request, at epoch milliseconds. */
export interface CountedRequest {
  readonly at: number
  readonly requestClass: RequestClass
}

/** The limit and the wait of a 429, both counted from `at` (epoch ms). */
export interface BudgetCorrection {
  readonly at: number
  readonly loweredLimit: number
  readonly waitMs: number
  /** Consecutive 429 answers. */
  readonly strikes: number
}

const requestRows = z.array(z.object({ at: z.int(), requestClass: z.enum(requestClasses) }))
const correctionRow = z.object({ at: z.int(), lowered_limit: z.int(), wait_ms: z.int(), strikes: z.int() })

/**
 * Inserts a request at `at` (epoch ms) and returns its id; keeps the newest `keep` before it, by number and not by time, so that a wrong
 * clock cannot erase the window.
 */
export function insertRequest(
  db: WritableDb,
  scope: string,
  at: number,
  requestClass: RequestClass,
  keep: number,
): number {
  return db
    .transaction(() => {
      deleteOldRequests(db, scope, keep)
      const sql = 'INSERT INTO budget_requests (scope, at, class) VALUES (?, ?, ?)'
      return Number(db.prepare(sql).run(scope, at, requestClass).lastInsertRowid)
    })
    .immediate()
}

function deleteOldRequests(db: WritableDb, scope: string, keep: number): void {
  db.prepare(
    `DELETE FROM budget_requests WHERE scope = :scope AND id <=
       (SELECT id FROM budget_requests WHERE scope = :scope ORDER BY id DESC LIMIT 1 OFFSET :keep)`,
  ).run({ scope, keep })
}

export function deleteRequest(db: WritableDb, id: number): void {
  db.prepare('DELETE FROM budget_requests WHERE id = ?').run(id)
}

/** Returns the requests after `after` (epoch ms), oldest first. */
export function readRequests(db: ReadableDb, scope: string, after: number): CountedRequest[] {
  const sql = 'SELECT at, class AS requestClass FROM budget_requests WHERE scope = ? AND at > ? ORDER BY at'
  return requestRows.parse(db.prepare(sql).all(scope, after))
}

/** Moves requests in the future to `now`: after the clock went back they count for up to a whole window more, never less. */
export function clampToNow(db: WritableDb, scope: string, now: number): void {
  db.prepare('UPDATE budget_requests SET at = :now WHERE scope = :scope AND at > :now').run({ scope, now })
  db.prepare('UPDATE budget_corrections SET at = :now WHERE scope = :scope AND at > :now').run({ scope, now })
}

export function readCorrection(db: ReadableDb, scope: string): BudgetCorrection | null {
  const row = db
    .prepare('SELECT at, lowered_limit, wait_ms, strikes FROM budget_corrections WHERE scope = ?')
    .get(scope)
  if (row === undefined) return null
  const { at, lowered_limit, wait_ms, strikes } = correctionRow.parse(row)
  return { at, loweredLimit: lowered_limit, waitMs: wait_ms, strikes }
}

export function writeCorrection(db: WritableDb, scope: string, correction: BudgetCorrection): void {
  db.prepare(
    `INSERT INTO budget_corrections (scope, at, lowered_limit, wait_ms, strikes)
     VALUES (:scope, :at, :loweredLimit, :waitMs, :strikes)
     ON CONFLICT (scope) DO UPDATE SET at = :at, lowered_limit = :loweredLimit, wait_ms = :waitMs, strikes = :strikes`,
  ).run({ scope, ...correction })
}
