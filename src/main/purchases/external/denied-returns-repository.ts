import { z } from 'zod'
import type { ReadableDb, WritableDb } from '../../db/connections.ts'
import type { Finding } from './external-payment.ts'
import type { Return } from './pair-returns.ts'

const denials = z.array(z.object({ coins: z.string(), received: z.string() }))
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

/** Lists the received transfers that were denied to be the return of coins that arrived, by the ids (`idOf`) of both. */
export function listDenials(db: ReadableDb): ReadonlyMap<string, ReadonlySet<string>> {
  const sql = `SELECT hash || ':' || ordinal AS coins, return_hash || ':' || return_ordinal AS received FROM denied_returns`
  const byCoins = Map.groupBy(denials.parse(db.prepare(sql).all()), ({ coins }) => coins)
  return new Map([...byCoins].map(([coins, denied]) => [coins, new Set(denied.map(({ received }) => received))]))
}

/** Forgets which received transfers were denied to be the return of coins that arrived. */
export function forgetDenials(db: WritableDb, { hash, ordinal }: Coins): void {
  db.prepare('DELETE FROM denied_returns WHERE hash = ? AND ordinal = ?').run(hash, ordinal)
}
