import type { Address, Hash } from 'viem'
import { z } from 'zod'
import { arrivalReasons } from '../../../shared/external/arrival-reasons.ts'
import { address, hash, units } from '../../../shared/scalars.ts'
import type { ReadableDb, WritableDb } from '../../db/connections.ts'
import { jsonField } from '../../db/json-field.ts'
import { frozenTermsSchema, termsToJson } from '../purchase-record.ts'
import type { Arrival, ExternalPayment, Finding } from './external-payment.ts'

const row = z.object({
  id: z.uuid(),
  asked_at: z.int(),
  counted_at: z.int(),
  profile_id: z.string(),
  chain_instance: z.string(),
  from_address: address,
  retry_of: z.string().nullable(),
  draft_id: z.string().nullable(),
  replaces: z.string().nullable(),
  terms: z.string().transform((text) => frozenTermsSchema.parse(JSON.parse(text))),
  delivery: z.instanceof(Uint8Array),
  since_block: z.int(),
  since_time: z.int(),
  nonce: z.int(),
  next_block: z.int(),
  ended: z.enum(['paid', 'stopped']).nullable(),
  ended_at: z.int().nullable(),
  ended_block: z.int().nullable(),
  looked_out_at: z.int().nullable(),
})
const rows = z.array(row)
const ids = z.array(z.string())
const time = z.int().optional()
const likenesses = z.array(z.object({ likeness: z.string(), count: z.int() }))

function toPayment(one: z.output<typeof row>): ExternalPayment {
  return {
    id: one.id,
    askedAt: one.asked_at,
    countedAt: one.counted_at,
    profileId: one.profile_id,
    chainInstance: one.chain_instance,
    from: one.from_address,
    repeatOf: one.retry_of,
    draftId: one.draft_id,
    replaces: one.replaces,
    terms: one.terms,
    sealedDelivery: one.delivery,
    sinceBlock: BigInt(one.since_block),
    sinceTime: one.since_time,
    nonce: one.nonce,
    nextBlock: BigInt(one.next_block),
    ended: one.ended,
    endedAt: one.ended_at,
    endedBlock: one.ended_block === null ? null : BigInt(one.ended_block),
    lookedOutAt: one.looked_out_at,
  }
}

/** Stores a payment before anyone is asked to make it. */
export function insertExternal(
  db: WritableDb,
  payment: Omit<ExternalPayment, 'nextBlock' | 'ended' | 'endedAt' | 'endedBlock' | 'lookedOutAt'>,
): void {
  db.prepare(
    `INSERT INTO external_payments (id, asked_at, counted_at, profile_id, chain_instance, from_address, retry_of, draft_id,
       replaces, terms, delivery, since_block, since_time, nonce, next_block)
     VALUES (:id, :askedAt, :countedAt, :profileId, :chainInstance, :from, :repeatOf, :draftId, :replaces, :text, :sealedDelivery, :since,
       :sinceTime, :nonce, :since + 1)`,
  ).run({
    ...payment,
    text: termsToJson(payment.terms),
    since: Number(payment.sinceBlock),
  })
}

/** Returns when another wallet was asked to pay for a purchase, in epoch milliseconds; null if none was. Damaged terms do not matter. */
export function readAskedAt(db: ReadableDb, id: string): number | null {
  const at = db.prepare('SELECT asked_at FROM external_payments WHERE id = ?').pluck().get(id)
  return time.parse(at) ?? null
}

/** Reads a payment; null if there is none. */
export function readExternal(db: ReadableDb, id: string): ExternalPayment | null {
  const found = db.prepare('SELECT * FROM external_payments WHERE id = ?').get(id)
  return found === undefined ? null : toPayment(row.parse(found))
}

/** Lists the payments that have not ended, or ended after `since` (epoch milliseconds), or are still looked for, oldest first. */
export function listExternal(db: ReadableDb, since: number): ExternalPayment[] {
  const sql =
    'SELECT * FROM external_payments WHERE ended IS NULL OR ended_at > ? OR looked_out_at IS NULL ORDER BY asked_at, id'
  return rows.parse(db.prepare(sql).all(since)).map(toPayment)
}

/** Lists the ids of the payments that have not ended. */
export function listOpen(db: ReadableDb): string[] {
  return ids.parse(db.prepare('SELECT id FROM external_payments WHERE ended IS NULL').pluck().all())
}

/** Returns how many awaited payments of one account are of the same amount to the same address, by their `likenessOf`. */
export function countAlike(db: ReadableDb): ReadonlyMap<string, number> {
  const parts = ['$.payment.recipient', '$.token.key', '$.payment.units'].map((path) => jsonField('terms', path))
  const sql = `SELECT lower(concat_ws(' ', chain_instance, from_address, ${parts.join(', ')})) AS likeness, count(*) AS count
    FROM external_payments WHERE ended IS NULL AND looked_out_at IS NULL GROUP BY likeness`
  return new Map(likenesses.parse(db.prepare(sql).all()).map(({ likeness, count }) => [likeness, count]))
}

/** Returns what two payments have in common that one payment may be meant for. */
export function likenessOf({ chainInstance, from, terms: { payment, token } }: ExternalPayment): string {
  return [chainInstance, from, payment.recipient, token.key, payment.units].join(' ').toLowerCase()
}

/** Ends a payment; returns false (and writes nothing) if it has ended. */
export function endExternal(db: WritableDb, id: string, ended: 'paid' | 'stopped', at: number): boolean {
  const from = ended === 'paid' ? "(ended IS NULL OR ended = 'stopped')" : 'ended IS NULL'
  const sql = `UPDATE external_payments SET ended = ?, ended_at = ?, looked_out_at = NULL WHERE id = ? AND ${from}`
  return db.prepare(sql).run(ended, at, id).changes === 1
}

/** A payment, those that it replaces, and those that replace it. */
const LINE = `
  WITH RECURSIVE
    earlier (id, replaces) AS (
      SELECT id, replaces FROM external_payments WHERE id = :id
      UNION SELECT e.id, e.replaces FROM external_payments e JOIN earlier ON e.id = earlier.replaces),
    line (id) AS (
      SELECT id FROM earlier
      UNION SELECT e.id FROM external_payments e JOIN line ON e.replaces = line.id)`

const linked = z.array(z.object({ id: z.string(), replaces: z.string().nullable(), ended: row.shape.ended }))

/** Lists a payment, those that it replaces at a new price, and those that replace it. */
export function listLine(db: ReadableDb, id: string): Pick<ExternalPayment, 'id' | 'replaces' | 'ended'>[] {
  const sql = `${LINE} SELECT id, replaces, ended FROM external_payments WHERE id IN line`
  return linked.parse(db.prepare(sql).all({ id }))
}

/**
 * Ends the waits for other payments of the same wish, since one is made: those that it replaces or that replace it, or are for its draft or
 * the purchase that it repeats; returns their ids.
 */
export function endRivals(db: WritableDb, payment: ExternalPayment, at: number): string[] {
  const sql = `${LINE} UPDATE external_payments SET ended = 'stopped', ended_at = :at, looked_out_at = NULL
    WHERE ended IS NULL AND id <> :id AND (draft_id = :draftId OR retry_of = :repeatOf OR id IN line) RETURNING id`
  const { id, draftId, repeatOf } = payment
  return ids.parse(db.prepare(sql).pluck().all({ id, draftId, repeatOf, at }))
}

/** Stores the chain's newest block when the user stopped waiting for a payment, unless it is known. */
export function writeEndedBlock(db: WritableDb, id: string, block: bigint): void {
  const sql = "UPDATE external_payments SET ended_block = ? WHERE id = ? AND ended = 'stopped' AND ended_block IS NULL"
  db.prepare(sql).run(Number(block), id)
}

/** Stores up to which block a payment was looked for; never goes back. */
export function writeNextBlock(db: WritableDb, id: string, next: bigint): void {
  db.prepare('UPDATE external_payments SET next_block = max(next_block, ?) WHERE id = ?').run(Number(next), id)
}

/** Stores that a payment was looked for to its end. */
export function writeLookedOut(db: WritableDb, id: string, at: number): void {
  db.prepare('UPDATE external_payments SET looked_out_at = ? WHERE id = ?').run(at, id)
}

/** Returns whether a profile, or an account, still awaits a payment of another wallet. */
export function awaitsExternal(
  db: ReadableDb,
  of: { readonly profileId: string } | { readonly from: Address },
): boolean {
  const [column, value] = 'from' in of ? ['from_address', of.from] : ['profile_id', of.profileId]
  const sql = `SELECT 1 FROM external_payments WHERE ended IS NULL AND ${column} = ? COLLATE NOCASE LIMIT 1`
  return db.prepare(sql).get(value) !== undefined
}

/** Returns whether another wallet was asked to pay a quote, and still may. */
export function awaitsQuote(db: ReadableDb, profileId: string, quoteId: string): boolean {
  const sql = `SELECT 1 FROM external_payments
    WHERE ended IS NULL AND profile_id = ? AND ${jsonField('terms', '$.quote.id.text')} = ? LIMIT 1`
  return db.prepare(sql).get(profileId, quoteId) !== undefined
}

/** Returns whether another wallet was asked to pay for a draft, and still may, apart from the payment that is replaced. */
export function awaitsDraft(db: ReadableDb, draftId: string, replaces: string | null): boolean {
  const sql = 'SELECT 1 FROM external_payments WHERE ended IS NULL AND draft_id = ? AND id IS NOT ? LIMIT 1'
  return db.prepare(sql).get(draftId, replaces) !== undefined
}

/** What the account sent for payments and the user has not answered for. */
const QUESTIONED = `SELECT payment_id FROM external_arrivals
  WHERE answered_at IS NULL AND gone_at IS NULL AND reason <> 'other-sender'`

/** Lists the payments of a product that were not made, also those that are awaited no more, oldest first; all, or those asked about. */
export function listUnpaidOf(db: ReadableDb, sku: string, { isQuestioned = false } = {}): ExternalPayment[] {
  const sql = `SELECT * FROM external_payments WHERE ended IS NOT 'paid' ${isQuestioned ? `AND id IN (${QUESTIONED})` : ''}
    AND ${jsonField('terms', '$.product.sku')} = ? ORDER BY asked_at, id`
  return rows.parse(db.prepare(sql).all(sku)).map(toPayment)
}

const findings = z.array(
  z.object({
    hash,
    ordinal: z.int(),
    reason: z.enum(arrivalReasons),
    token: address.nullable(),
    symbol: z.string(),
    decimals: z.int(),
    from_address: address,
    units,
    block_number: z.int(),
    arrived_at: z.int(),
    found_at: z.int(),
    answered_at: z.int().nullable(),
    nonce: z.int().nullable(),
    block_hash: hash.nullable(),
    gone_at: z.int().nullable(),
  }),
)

/** Lists what arrived for a payment and is or was a question, oldest first. */
export function listFindings(db: ReadableDb, paymentId: string): Finding[] {
  const sql = 'SELECT * FROM external_arrivals WHERE payment_id = ? ORDER BY block_number, hash, ordinal'
  return findings.parse(db.prepare(sql).all(paymentId)).map((one) => ({
    hash: one.hash,
    ordinal: one.ordinal,
    reason: one.reason,
    token: one.token,
    symbol: one.symbol,
    decimals: one.decimals,
    from: one.from_address,
    units: one.units,
    block: BigInt(one.block_number),
    at: one.arrived_at,
    foundAt: one.found_at,
    answeredAt: one.answered_at,
    nonce: one.nonce,
    blockHash: one.block_hash,
    goneAt: one.gone_at,
  }))
}

/** Stores a question about coins that arrived; an answered one stays answered. */
export function writeFinding(
  db: WritableDb,
  paymentId: string,
  arrival: Arrival & Pick<Finding, 'reason' | 'symbol' | 'decimals' | 'nonce'>,
  foundAt: number,
): void {
  db.prepare(
    `INSERT INTO external_arrivals (payment_id, hash, ordinal, reason, token, symbol, decimals, from_address, units, block_number, arrived_at,
       found_at, nonce)
     VALUES (:paymentId, :hash, :ordinal, :reason, :token, :symbol, :decimals, :from, :units, :block, :at, :foundAt, :nonce)
     ON CONFLICT DO UPDATE SET reason = excluded.reason, token = excluded.token, symbol = excluded.symbol, decimals = excluded.decimals,
       from_address = excluded.from_address, units = excluded.units, block_number = excluded.block_number, arrived_at = excluded.arrived_at,
       nonce = excluded.nonce,
       block_hash = iif(block_number = excluded.block_number, block_hash, NULL)
       WHERE answered_at IS NULL`,
  ).run({ ...arrival, paymentId, foundAt, units: arrival.units.toString(), block: Number(arrival.block) })
}

const unnamed = z.array(z.object({ payment_id: z.string(), token: address }))

/** Lists the coins that arrived and have only their contract as a name, with their payments. */
export function listUnnamed(db: ReadableDb): { readonly paymentId: string; readonly token: Address }[] {
  const sql = 'SELECT DISTINCT payment_id, token FROM external_arrivals WHERE symbol = token'
  return unnamed.parse(db.prepare(sql).all()).map(({ payment_id: paymentId, token }) => ({ paymentId, token }))
}

/** Names a coin that arrived for a payment. */
export function writeCoinName(
  db: WritableDb,
  place: { readonly paymentId: string; readonly token: Address },
  coin: Pick<Finding, 'symbol' | 'decimals'>,
): void {
  db.prepare(
    `UPDATE external_arrivals SET symbol = :symbol, decimals = :decimals
     WHERE payment_id = :paymentId AND token = :token AND symbol = token`,
  ).run({ paymentId: place.paymentId, token: place.token, symbol: coin.symbol, decimals: coin.decimals })
}

/** Marks a question as answered, for every payment if none is named. */
export function answerFinding(
  db: WritableDb,
  { hash, ordinal }: { readonly hash: Hash; readonly ordinal: number },
  at: number,
  paymentId: string | null,
): void {
  db.prepare(
    `UPDATE external_arrivals SET answered_at = max(:at, coalesce(gone_at, 0))
     WHERE hash = :hash AND ordinal = :ordinal AND answered_at IS NULL AND (:paymentId IS NULL OR payment_id = :paymentId)`,
  ).run({ hash, ordinal, at, paymentId })
}

/** Marks when the user said that what arrived came back, at every payment that has it; null if it did not. */
export function markReturned(
  db: WritableDb,
  { hash, ordinal }: Pick<Finding, 'hash' | 'ordinal'>,
  at: number | null,
): void {
  db.prepare('UPDATE external_arrivals SET returned_at = ? WHERE hash = ? AND ordinal = ?').run(at, hash, ordinal)
}

/** Asks again about what a payment's user answered of a transaction that pays no purchase; returns whether there was anything. */
export function reopenFindings(db: WritableDb, paymentId: string, hash: Hash): boolean {
  const sql = `UPDATE external_arrivals SET answered_at = NULL WHERE payment_id = :paymentId AND hash = :hash AND answered_at IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM signed_transactions WHERE hash = :hash)`
  if (db.prepare(sql).run({ paymentId, hash }).changes === 0) return false
  db.prepare('UPDATE external_arrivals SET returned_at = NULL WHERE hash = ?').run(hash)
  return true
}

const idRows = z.array(z.object({ payment_id: z.string() }))

/** Lists the payments with an open question. */
export function listQuestioned(db: ReadableDb): string[] {
  const sql = 'SELECT DISTINCT payment_id FROM external_arrivals WHERE answered_at IS NULL'
  return idRows.parse(db.prepare(sql).all()).map((one) => one.payment_id)
}
