import type { Hash } from 'viem'
import { z } from 'zod'
import { address, hash, units } from '../../../shared/scalars.ts'
import { refundEvidences } from '../../../shared/purchases/state.ts'
import type { ReadableDb, WritableDb } from '../../db/connections.ts'
import type { CountedRefund } from '../purchase-record.ts'

const row = z.object({
  hash,
  ordinal: z.int().nullable(),
  units,
  sender: address.nullable(),
  evidence: z.enum(refundEvidences).nullable(),
})

const rowList = z.array(row)

/** Reads the transfers that count as a purchase's refund, in the order in which they were counted. */
export function readCountedRefunds(db: ReadableDb, id: string): CountedRefund[] {
  const sql = 'SELECT hash, ordinal, units, sender, evidence FROM counted_refunds WHERE purchase_id = ? ORDER BY rowid'
  return rowList.parse(db.prepare(sql).all(id)).map(({ sender: from, ...rest }) => ({ ...rest, from }))
}

const feeRow = z.object({ fee_units: units.nullable() })

/** Returns the network fee of the claim that brought a refund; null while unknown, for no claim's transfer, or if it refunds others too. */
export function readClaimFee(db: ReadableDb, hash: Hash): bigint | null {
  const row = db
    .prepare(
      `SELECT s.fee_units FROM claims c JOIN steps s ON s.intent_id = c.id
       WHERE s.mined_hash = ? AND (SELECT count(*) FROM claim_purchases p WHERE p.claim_id = c.id) = 1`,
    )
    .get(hash)
  return row === undefined ? null : feeRow.parse(row).fee_units
}

/** Stores a transfer that counts as a purchase's refund; throws if a purchase outside `covers` has it. */
export function insertCountedRefund(
  db: WritableDb,
  id: string,
  refund: CountedRefund,
  covers: readonly string[],
): void {
  const { hash, ordinal, units, from, evidence } = refund
  const counted = db
    .prepare(
      `SELECT 1 FROM counted_refunds WHERE hash = @hash AND (ordinal IS NULL OR @ordinal IS NULL OR ordinal = @ordinal)
         AND purchase_id NOT IN (SELECT value FROM json_each(@covers))`,
    )
    .get({ hash, ordinal, covers: JSON.stringify(covers) })
  const isOfClaim = reduceUncovered(db, id, hash, units)
  if (counted !== undefined && !isOfClaim) throw new Error('A transfer counts as the refund of another purchase')
  db.prepare(
    `INSERT INTO counted_refunds (purchase_id, hash, ordinal, units, sender, evidence)
     VALUES (:id, :hash, :ordinal, :units, :sender, :evidence)`,
  ).run({ id, hash, ordinal, units: units.toString(), sender: from?.toLowerCase() ?? null, evidence })
}

const claimRow = z.object({ id: z.string(), uncovered: row.shape.units })
const possibleRows = z.array(z.object({ rowid: z.int(), purchase_id: z.string(), units: row.shape.units }))

/**
 * Takes units of a claim's transfer that no purchase has yet, and deletes the purchase's question and those that the rest cannot cover.
 * Returns false if it is no claim's transfer. Throws if less is left.
 */
function reduceUncovered(db: WritableDb, purchaseId: string, hash: Hash, units: bigint): boolean {
  const found: unknown = db
    .prepare(
      `SELECT c.id, c.uncovered FROM claims c JOIN steps s ON s.intent_id = c.id
       WHERE s.mined_hash = ? AND c.uncovered IS NOT NULL`,
    )
    .get(hash)
  if (found === undefined) return false
  const { id, uncovered } = claimRow.parse(found)
  if (uncovered < units) throw new Error('A claim did not bring so much')
  const left = uncovered - units
  db.prepare('UPDATE claims SET uncovered = ? WHERE id = ?').run(left.toString(), id)
  const possible = db
    .prepare('SELECT rowid, purchase_id, units FROM possible_refunds WHERE hash = ? AND declined_at IS NULL')
    .all(hash)
  const remove = db.prepare('DELETE FROM possible_refunds WHERE rowid = ?')
  for (const one of possibleRows.parse(possible)) {
    if (one.purchase_id === purchaseId || one.units > left) remove.run(one.rowid)
  }
  return true
}
