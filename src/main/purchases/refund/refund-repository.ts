import type { Address, Hash } from 'viem'
import { z } from 'zod'
import { units } from '../../../shared/scalars.ts'
import type { ReadableDb, WritableDb } from '../../db/connections.ts'
import { jsonField } from '../../db/json-field.ts'
import { readIds } from '../../db/read-ids.ts'
import { IS_FAILED } from '../track/open-repository.ts'
import type { PurchaseRecord } from '../purchase-record.ts'
import type { OwingPurchase } from './count-refund.ts'

/** What identifies a transfer. */
export interface TransferKey {
  readonly hash: Hash
  /**
   * Its position among the transaction's transfers of the coin to the wallet, from 0; null if not recorded: then it stands for its whole
   * transaction.
   */
  readonly ordinal: number | null
}

/** A transfer of a failed purchase's coin that may be its refund, although sender, amount or proof is uncertain. */
export interface PossibleRefund extends TransferKey {
  readonly sender: Address
  readonly units: bigint
  /** Whether the network's nodes proved it when it was found. */
  readonly isProven: boolean
  /** Whether its sender is known to send refunds. */
  readonly isKnown: boolean
  /** The purchases that it would refund, including the one with the question. */
  readonly covers: readonly string[]
  /** The time of its block in epoch milliseconds; null if no node reported it. */
  readonly happenedAt: number | null
  /** When the person said that it is not the refund, in epoch milliseconds. */
  readonly declinedAt: number | null
}

const rowSchema = z.object({
  units: z.string(),
  covers: z.string(),
  hash: z.string() as unknown as z.ZodType<Hash>,
  ordinal: z.int().nullable(),
  sender: z.string() as unknown as z.ZodType<Address>,
  is_proven: z.int(),
  is_known: z.int(),
  happened_at: z.int().nullable(),
  declined_at: z.int().nullable(),
})
const idsSchema = z.array(z.string())
const SELECT = 'SELECT * FROM possible_refunds r WHERE r.purchase_id = ?'
// Each purchase takes its own share of a claim's transfer.
const IS_UNCOUNTED = `NOT EXISTS (SELECT 1 FROM counted_refunds c WHERE c.hash = r.hash
  AND (c.ordinal IS NULL OR r.ordinal IS NULL OR c.ordinal = r.ordinal)
  AND NOT EXISTS (SELECT 1 FROM claims k JOIN steps t ON t.intent_id = k.id WHERE t.mined_hash = c.hash AND k.uncovered <> '0'))`

/** Lists the transfers a person was asked about for a purchase, oldest first. */
export function readPossibleRefunds(db: ReadableDb, id: string): PossibleRefund[] {
  return parse(db.prepare(`${SELECT} ORDER BY r.rowid`).all(id))
}

/**
 * Lists the transfers with an open question whether they are a purchase's refund, oldest first: no purchase has them, and the person did
 * not decline them.
 */
export function readOpenRefunds(db: ReadableDb, id: string): PossibleRefund[] {
  return parse(db.prepare(`${SELECT} AND declined_at IS NULL AND ${IS_UNCOUNTED} ORDER BY r.rowid`).all(id))
}

const rowsSchema = z.array(rowSchema)

function parse(rows: unknown): PossibleRefund[] {
  return rowsSchema
    .parse(rows)
    .map(({ units, covers, hash, ordinal, sender, is_proven, is_known, happened_at, declined_at }) => ({
      hash,
      ordinal,
      sender,
      isProven: is_proven === 1,
      happenedAt: happened_at,
      declinedAt: declined_at,
      isKnown: is_known === 1,
      units: BigInt(units),
      covers: idsSchema.parse(JSON.parse(covers)),
    }))
}

/**
 * Stores a transfer to ask about. A known one gets its position if that was not recorded. A proven transfer replaces one node's claim, and
 * is asked about again, whatever the person answered.
 */
export function insertPossibleRefund(
  db: WritableDb,
  id: string,
  { hash, ordinal, sender, units, isProven, isKnown, covers, happenedAt }: Omit<PossibleRefund, 'declinedAt'>,
  foundAt: number,
): void {
  db.prepare(
    `UPDATE OR IGNORE possible_refunds SET ordinal = ? WHERE purchase_id = ? AND hash = ? AND ordinal IS NULL
       AND declined_at IS NULL`,
  ).run(ordinal, id, hash)
  db.prepare(
    `INSERT INTO possible_refunds (purchase_id, hash, ordinal, sender, units, is_proven, is_known, covers, happened_at, found_at)
     VALUES (@id, @hash, @ordinal, @sender, @units, @isProven, @isKnown, @covers, @happenedAt, @foundAt)
     ON CONFLICT (purchase_id, hash, coalesce(ordinal, -1)) DO UPDATE
       SET sender = @sender, units = @units, is_proven = @isProven, is_known = @isKnown, covers = @covers,
         happened_at = coalesce(@happenedAt, happened_at), declined_at = NULL
       WHERE is_proven < @isProven OR (is_proven = @isProven AND units = @units AND declined_at IS NULL)`,
  ).run({
    id,
    hash,
    ordinal,
    sender: sender.toLowerCase(),
    units: units.toString(),
    isProven: isProven ? 1 : 0,
    isKnown: isKnown ? 1 : 0,
    covers: JSON.stringify(covers),
    happenedAt,
    foundAt,
  })
}

/** Stores that a transfer is not the refund of this purchase: it is not asked about again for it. */
export function declineRefund(db: WritableDb, id: string, { hash, ordinal }: TransferKey, at: number): void {
  const sql = `UPDATE possible_refunds SET declined_at = ?
    WHERE purchase_id = ? AND hash = ? AND ordinal IS ? AND declined_at IS NULL`
  if (db.prepare(sql).run(at, id, hash, ordinal).changes === 0) throw new Error('There is no such transfer to decline')
}

const positionRows = z.array(z.object({ position: z.int() }))

/**
 * Returns those of `transfers` that may be the refund of a purchase: no purchase has them, none was sent from here, and the person declined
 * none. Declining an unproven one means that it was not seen: that holds until it is proven.
 */
export function selectUncounted<T extends TransferKey & Pick<PossibleRefund, 'isProven'>>(
  db: ReadableDb,
  id: string,
  transfers: readonly T[],
): T[] {
  if (transfers.length === 0) return []
  const rows = db
    .prepare(
      `WITH r AS (
         SELECT key AS position, value ->> '$.hash' AS hash, value ->> '$.ordinal' AS ordinal,
           value ->> '$.isProven' AS is_proven FROM json_each(@transfers))
       SELECT position FROM r
       WHERE ${IS_UNCOUNTED}
         AND NOT EXISTS (SELECT 1 FROM signed_transactions s WHERE s.hash = r.hash)
         AND NOT EXISTS (SELECT 1 FROM steps m WHERE m.mined_hash = r.hash)
         AND NOT EXISTS (
           SELECT 1 FROM possible_refunds d WHERE d.purchase_id = @id AND d.hash = r.hash AND d.declined_at IS NOT NULL
             AND (d.ordinal IS NULL OR r.ordinal IS NULL OR d.ordinal = r.ordinal) AND d.is_proven >= r.is_proven)`,
    )
    .all({
      id,
      transfers: JSON.stringify(transfers.map(({ hash, ordinal, isProven }) => ({ hash, ordinal, isProven }))),
    })
  const positions = new Set(positionRows.parse(rows).map(({ position }) => position))
  return transfers.filter((_, position) => positions.has(position))
}

/** Returns whether a person confirmed a refund from `sender` for this purchase's service, on the same chain. */
export function isConfirmedSender(
  db: ReadableDb,
  { profileId, chainInstance }: Pick<PurchaseRecord, 'profileId' | 'chainInstance'>,
  sender: Address,
): boolean {
  const sql = `SELECT 1 FROM counted_refunds c JOIN purchases p ON p.id = c.purchase_id
    WHERE c.evidence = 'person' AND c.sender = ? AND p.profile_id = ? AND p.chain_instance = ? LIMIT 1`
  return db.prepare(sql).get(sender.toLowerCase(), profileId, chainInstance) !== undefined
}

/** Lists the ids of other purchases with an open question about the same transfer, or another one from its sender. */
export function listRelatedQuestions(db: ReadableDb, id: string, { hash, sender }: PossibleRefund): string[] {
  const rows = db
    .prepare(
      `SELECT DISTINCT r.purchase_id AS id FROM possible_refunds r JOIN purchases p ON p.id = r.purchase_id
       WHERE r.declined_at IS NULL AND (r.hash = ? OR r.sender = ?) AND p.ended = 0 AND p.id <> ?`,
    )
    .all(hash, sender, id)
  return readIds(rows)
}

/** Returns whether another unsettled purchase of the same wallet and coin paid exactly `units`, at any service. */
export function isPaidElsewhere(
  db: ReadableDb,
  { id, chainInstance, from, terms }: Pick<PurchaseRecord, 'id' | 'chainInstance' | 'from' | 'terms'>,
  units: bigint,
): boolean {
  const sql = `SELECT 1 FROM purchases p
    WHERE p.ended = 0 AND p.refund = 'none' AND p.id <> @id AND p.chain_instance = @chainInstance
      AND lower(p.from_address) = lower(@from) AND ${jsonField('p.terms', '$.payment.units')} = @units
      AND lower(${jsonField('p.terms', '$.token.address')}) = lower(@token) LIMIT 1`
  const values = { id, chainInstance, from, units: units.toString(), token: terms.token.address }
  return db.prepare(sql).get(values) !== undefined
}

/** The most purchases that one transfer is compared with. */
const MAX_OWING = 200

const unitsList = z.array(units)

const owingRow = z.object({
  id: z.string(),
  units,
  fee_amount: z.string(),
  decimals: z.int(),
  refunds: z.string().transform((text) => unitsList.parse(JSON.parse(text))),
})

/**
 * Lists other purchases whose refund of the same coin the same service owes the same wallet, newest first: what is needed to tell how much.
 * Omits damaged records.
 */
export function listOwing(
  db: ReadableDb,
  record: Pick<PurchaseRecord, 'id' | 'profileId' | 'chainInstance' | 'from' | 'terms'>,
): OwingPurchase[] {
  const term = (path: string): string => jsonField('p.terms', path)
  const rows = db
    .prepare(
      `SELECT p.id, ${term('$.payment.units')} AS units, ${term('$.quote.feeAmount')} AS fee_amount,
         ${term('$.token.decimals')} AS decimals,
         (SELECT json_group_array(c.units) FROM counted_refunds c WHERE c.purchase_id = p.id) AS refunds
       FROM purchases p
       WHERE p.ended = 0 AND ${IS_FAILED} AND p.refund = 'none' AND p.id <> @id AND p.profile_id = @profileId
         AND p.chain_instance = @chainInstance AND lower(p.from_address) = lower(@from)
         AND lower(${term('$.token.address')}) = lower(@token)
       ORDER BY p.created_at DESC, p.id LIMIT ${MAX_OWING}`,
    )
    .all({
      id: record.id,
      profileId: record.profileId,
      chainInstance: record.chainInstance,
      from: record.from,
      token: record.terms.token.address,
    })
  return rows
    .flatMap((row) => owingRow.safeParse(row).data ?? [])
    .map(({ id, units: paid, fee_amount: feeAmount, decimals, refunds }) => ({
      id,
      terms: { payment: { units: paid }, quote: { feeAmount }, token: { decimals } },
      refunds: refunds.map((counted) => ({ units: counted })),
    }))
}
