import type { Hash } from 'viem'
import { z } from 'zod'
import type { ReadableDb, WritableDb } from '../../db/connections.ts'
import type { Finding } from './external-payment.ts'

const ids = z.array(z.string())
const blockNumber = z.int().nullable()

/** Returns whether a transaction pays a purchase. */
export function isPaymentOf(db: ReadableDb, purchaseId: string, hash: Hash): boolean {
  return (
    db.prepare('SELECT 1 FROM signed_transactions WHERE intent_id = ? AND hash = ?').get(purchaseId, hash) !== undefined
  )
}

/** Returns the block that a purchase's payment was last seen in; null while that is in none. */
export function readPaymentBlock(db: ReadableDb, purchaseId: string): bigint | null {
  const row = db.prepare("SELECT block_number FROM steps WHERE intent_id = ? AND kind = 'pay'").pluck().get(purchaseId)
  const block = blockNumber.parse(row ?? null)
  return block === null ? null : BigInt(block)
}

/** Returns whether another payment that is awaited has an open question about an arrival: it is asked about once. */
export function isAskedElsewhere(
  db: ReadableDb,
  paymentId: string,
  { hash, ordinal }: Pick<Finding, 'hash' | 'ordinal'>,
): boolean {
  const sql = `SELECT 1 FROM external_arrivals a JOIN external_payments p ON p.id = a.payment_id
    WHERE a.hash = :hash AND a.ordinal = :ordinal AND a.payment_id <> :paymentId
      AND a.answered_at IS NULL AND a.gone_at IS NULL AND a.reason <> 'unclear' AND p.ended IS NULL`
  return db.prepare(sql).get({ hash, ordinal, paymentId }) !== undefined
}

/** Removes questions of payments that were made, where another payment that is awaited asks about the same; returns their ids. */
export function dropOvertaken(db: WritableDb): string[] {
  const sql = `DELETE FROM external_arrivals AS a WHERE a.answered_at IS NULL
    AND (SELECT ended FROM external_payments WHERE id = a.payment_id) = 'paid'
    AND EXISTS (SELECT 1 FROM external_arrivals b JOIN external_payments p ON p.id = b.payment_id
      WHERE b.hash = a.hash AND b.ordinal = a.ordinal AND b.payment_id <> a.payment_id
        AND b.answered_at IS NULL AND p.ended IS NULL)
    RETURNING payment_id`
  return ids.parse(db.prepare(sql).pluck().all())
}

/** Returns whether the account sent something for a payment that the user has not answered for. */
export function isAskedAbout(db: ReadableDb, paymentId: string): boolean {
  const sql = `SELECT 1 FROM external_arrivals
    WHERE payment_id = ? AND reason <> 'other-sender' AND answered_at IS NULL AND gone_at IS NULL LIMIT 1`
  return db.prepare(sql).get(paymentId) !== undefined
}
