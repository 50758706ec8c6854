import { z } from 'zod'
import type { BlockRef } from '../../chain/chain.ts'
import type { WritableDb } from '../../db/connections.ts'
import type { Arrival } from './external-payment.ts'

const ids = z.array(z.string())

type Coins = Pick<Arrival, 'hash' | 'ordinal'>

/** Stores in which block coins arrived. */
export function writeArrivalBlock(db: WritableDb, coins: Coins, { number, hash }: BlockRef, at: number): void {
  const sql =
    'UPDATE external_arrivals SET block_number = ?, block_hash = ?, arrived_at = ? WHERE hash = ? AND ordinal = ?'
  db.prepare(sql).run(Number(number), hash, at, coins.hash, coins.ordinal)
}

/**
 * Stores that coins which arrived are in no block any more; a stranger's are forgotten. Returns the ids of the payments that changed.
 */
export function writeGone(db: WritableDb, { hash, ordinal }: Coins, at: number): string[] {
  const foreign = `DELETE FROM external_arrivals AS a WHERE hash = ? AND ordinal = ?
    AND from_address <> (SELECT from_address FROM external_payments WHERE id = a.payment_id) COLLATE NOCASE RETURNING payment_id`
  const own = `UPDATE external_arrivals SET gone_at = ? WHERE hash = ? AND ordinal = ? AND gone_at IS NULL
    RETURNING payment_id`
  const found = [...db.prepare(foreign).pluck().all(hash, ordinal), ...db.prepare(own).pluck().all(at, hash, ordinal)]
  return [...new Set(ids.parse(found))]
}

/**
 * Stores that coins which were gone arrived after all. What the user answered while they were gone, or of another amount, was no answer
 * about them. Returns the ids of the payments that changed.
 */
export function restoreGone(db: WritableDb, { hash, ordinal, units, block, at }: Arrival): string[] {
  const sql = `UPDATE external_arrivals SET gone_at = NULL, block_number = :block, block_hash = NULL, arrived_at = :at,
      answered_at = iif(answered_at >= gone_at OR units <> :units, NULL, answered_at)
    WHERE hash = :hash AND ordinal = :ordinal AND gone_at IS NOT NULL RETURNING payment_id`
  return ids.parse(
    db
      .prepare(sql)
      .pluck()
      .all({ hash, ordinal, units: units.toString(), block: Number(block), at }),
  )
}
