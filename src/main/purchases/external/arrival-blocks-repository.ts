import type { Hash } from 'viem'
import { z } from 'zod'
import type { BlockRef } from '../../chain/chain.ts'
import type { WritableDb } from '../../db/connections.ts'
import type { Arrival } from './external-payment.ts'

const ids = z.array(z.string())

/** Stores in which block a transaction is by which coins arrived. */
export function writeArrivalBlock(db: WritableDb, hash: Hash, { number, hash: blockHash }: BlockRef, at: number): void {
  const sql = 'UPDATE external_arrivals SET block_number = ?, block_hash = ?, arrived_at = ? WHERE hash = ?'
  db.prepare(sql).run(Number(number), blockHash, at, hash)
}

/**
 * Stores that a transaction by which coins arrived is in no block any more; what a stranger sent by it is forgotten. Returns the ids of the
 * payments that changed.
 */
export function writeGone(db: WritableDb, hash: Hash, at: number): string[] {
  const foreign = `DELETE FROM external_arrivals AS a WHERE hash = ?
    AND from_address <> (SELECT from_address FROM external_payments WHERE id = a.payment_id) COLLATE NOCASE RETURNING payment_id`
  const own = 'UPDATE external_arrivals SET gone_at = ? WHERE hash = ? AND gone_at IS NULL RETURNING payment_id'
  const found = [...db.prepare(foreign).pluck().all(hash), ...db.prepare(own).pluck().all(at, hash)]
  return [...new Set(ids.parse(found))]
}

/**
 * Stores that coins which were gone arrived after all. What the user answered while they were gone was no answer about them. Returns the ids
 * of the payments that changed.
 */
export function restoreGone(db: WritableDb, { hash, ordinal, block, at }: Arrival): string[] {
  const sql = `UPDATE external_arrivals SET gone_at = NULL, block_number = :block, block_hash = NULL, arrived_at = :at,
      answered_at = iif(answered_at >= gone_at, NULL, answered_at)
    WHERE hash = :hash AND ordinal = :ordinal AND gone_at IS NOT NULL RETURNING payment_id`
  return ids.parse(
    db
      .prepare(sql)
      .pluck()
      .all({ hash, ordinal, block: Number(block), at }),
  )
}
