import type { Address } from 'viem'
import { z } from 'zod'
import type { ReadableDb } from '../../db/connections.ts'
import { readIds } from '../../db/read-ids.ts'

/** The payment of the purchase `p` is final without a receipt. */
const IS_UNPROVEN = `EXISTS (SELECT 1 FROM steps u WHERE u.intent_id = p.id AND u.kind = 'pay' AND u.state = 'final'
  AND u.fee_units IS NULL)`
/** The delivery of the purchase `p` failed. */
export const IS_FAILED = "upper(p.service_status) IN ('FAILED', 'REFUNDED')"

/**
 * Lists the ids of purchases that the chain may still affect, oldest first: a pending refund, another chain, a final payment without a
 * receipt, or an open step, also of a settled purchase.
 */
export function listOnChain(db: ReadableDb): string[] {
  const rows = db
    .prepare(
      `SELECT p.id FROM purchases p
       WHERE p.id IN (SELECT intent_id FROM steps WHERE state IN ('signed', 'mined', 'confirmed'))
         OR (p.ended = 0 AND ((${IS_FAILED} AND p.refund = 'none') OR p.attention = 'chain-changed' OR ${IS_UNPROVEN}))
       ORDER BY p.created_at, p.id`,
    )
    .all()
  return readIds(rows)
}

const countRow = z.object({ count: z.int() })

/**
 * Returns how many purchases Till still works on: those without a delivery yet that ask nothing, and every payment that is not registered.
 * Such a payment may still be mined, whatever Till asks about it.
 */
export function countUnderWay(db: ReadableDb): number {
  const sql = `SELECT count(*) AS count FROM purchases p WHERE p.ended = 0 AND p.refund <> 'seen'
     AND (p.registration IN ('none', 'prepared') OR (p.registration = 'registered' AND p.attention IS NULL
       AND coalesce(upper(p.service_status), '') NOT IN ('SUCCESS', 'COMPLETED', 'FAILED', 'REFUNDED')))`
  return countRow.parse(db.prepare(sql).get()).count
}

/** Lists the ids of all open purchases, newest first. */
export function listOpen(db: ReadableDb): string[] {
  const rows = db.prepare('SELECT id FROM purchases WHERE ended = 0 ORDER BY created_at DESC, id').all()
  return readIds(rows)
}

const openRow = z.object({ id: z.string(), last_event: z.int() })

const openRows = z.array(openRow)

/**
 * Lists the open purchases without a question to the person, oldest first, with the number of their newest event, or 0 if they have none.
 */
export function listWithoutAttention(db: ReadableDb): { readonly id: string; readonly lastEvent: number }[] {
  const rows = db
    .prepare(
      `SELECT p.id, coalesce((SELECT max(e.id) FROM purchase_events e WHERE e.purchase_id = p.id), 0) AS last_event
       FROM purchases p WHERE p.ended = 0 AND p.attention IS NULL ORDER BY p.created_at, p.id`,
    )
    .all()
  return openRows.parse(rows).map(({ id, last_event }) => ({ id, lastEvent: last_event }))
}

const unregisteredRow = z.object({ id: z.string(), profile_id: z.string(), confirmed: z.int() })

/** An open purchase to register, now or once its payment is confirmed. */
export interface Unregistered {
  readonly id: string
  readonly profileId: string
  readonly isConfirmed: boolean
}

const unregisteredRows = z.array(unregisteredRow)

/** Lists the open purchases to register, oldest first. */
export function listUnregistered(db: ReadableDb): Unregistered[] {
  const rows = db
    .prepare(
      `SELECT p.id, p.profile_id, s.state IN ('confirmed', 'final') AS confirmed
       FROM purchases p JOIN steps s ON s.intent_id = p.id AND s.kind = 'pay'
       WHERE p.ended = 0 AND p.registration IN ('none', 'prepared') ORDER BY p.created_at, p.id`,
    )
    .all()
  return unregisteredRows
    .parse(rows)
    .map(({ id, profile_id, confirmed }) => ({ id, profileId: profile_id, isConfirmed: confirmed === 1 }))
}

const registeredRow = z.object({
  id: z.string(),
  profile_id: z.string(),
  from_address: z.string() as unknown as z.ZodType<Address>,
  created_at: z.int(),
})

/** An open purchase that is registered. */
export interface Registered {
  readonly id: string
  readonly profileId: string
  readonly from: Address
  /** Epoch milliseconds. */
  readonly createdAt: number
}

const registeredRows = z.array(registeredRow)

/** Lists the open purchases that are registered, oldest first. */
export function listRegistered(db: ReadableDb): Registered[] {
  const rows = db
    .prepare(
      `SELECT id, profile_id, from_address, created_at FROM purchases
       WHERE ended = 0 AND registration = 'registered' ORDER BY created_at, id`,
    )
    .all()
  return registeredRows
    .parse(rows)
    .map((row) => ({ id: row.id, profileId: row.profile_id, from: row.from_address, createdAt: row.created_at }))
}

const spendRows = z.array(z.object({ id: z.string(), spend_id: z.string() }))

/** Finds a service's and wallet's open purchases with these transaction ids; returns them by transaction id. */
export function findBySpend(
  db: ReadableDb,
  { profileId, from }: Pick<Registered, 'profileId' | 'from'>,
  transactionIds: readonly string[],
): Map<string, string> {
  const rows = db
    .prepare(
      `SELECT id, json_extract(spend, '$.transactionId') AS spend_id
       FROM purchases INDEXED BY purchases_open_spends
       WHERE ended = 0 AND registration = 'registered' AND profile_id = ? AND from_address = ?
         AND json_extract(spend, '$.transactionId') IN (SELECT value FROM json_each(?))`,
    )
    .all(profileId, from, JSON.stringify(transactionIds))
  return new Map(spendRows.parse(rows).map(({ id, spend_id }) => [spend_id, id]))
}
