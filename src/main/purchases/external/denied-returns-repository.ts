import { z } from 'zod'
import type { ReadableDb, WritableDb } from '../../db/connections.ts'
import type { Finding } from './external-payment.ts'
import type { Return } from './pair-returns.ts'

const ids = z.array(z.string())
type Coins = Pick<Finding, 'hash' | 'ordinal'>

/** Stores that a received transfer is not the return of coins that arrived. */
export function denyReturnBy(db: WritableDb, { hash, ordinal }: Coins, by: Pick<Return, 'hash' | 'ordinal'>): void {
  db.prepare('INSERT INTO denied_returns VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING').run(
    hash,
    ordinal,
    by.hash,
    by.ordinal,
  )
}

/** Returns the ids (`idOf`) of the received transfers that were denied to be the return of coins that arrived. */
export function listDenials(db: ReadableDb, { hash, ordinal }: Coins): ReadonlySet<string> {
  const sql = "SELECT return_hash || ':' || return_ordinal FROM denied_returns WHERE hash = ? AND ordinal = ?"
  return new Set(ids.parse(db.prepare(sql).pluck().all(hash, ordinal)))
}

/** Forgets which received transfers were denied to be the return of coins that arrived. */
export function forgetDenials(db: WritableDb, { hash, ordinal }: Coins): void {
  db.prepare('DELETE FROM denied_returns WHERE hash = ? AND ordinal = ?').run(hash, ordinal)
}
