import type { Address, Hash } from 'viem'
import { z } from 'zod'
import type { Database } from '../db/open-database.ts'
import type { PurchaseRecord } from './purchase-record.ts'

/** A transfer of a failed purchase's coin and amount, by somebody whom nothing ties to the service. */
export interface PossibleRefund {
  readonly hash: Hash
  readonly sender: Address
  /** Epoch milliseconds of its block; null where no node told it. */
  readonly happenedAt: number | null
  /** When the person said that it is not the refund, in epoch milliseconds. */
  readonly declinedAt: number | null
}

const rowSchema = z.object({
  hash: z.string() as unknown as z.ZodType<Hash>,
  sender: z.string() as unknown as z.ZodType<Address>,
  happened_at: z.int().nullable(),
  declined_at: z.int().nullable(),
})
const IS_UNTAKEN = 'NOT EXISTS (SELECT 1 FROM purchases WHERE refund_hash = r.hash)'

/** Everything a person was asked about for a purchase, the first one first. */
export function readPossibleRefunds(db: Database, id: string): PossibleRefund[] {
  return parse(db.prepare('SELECT * FROM possible_refunds r WHERE purchase_id = ? ORDER BY rowid').all(id))
}

/** What a person can still say whether it is a purchase's refund, the first one first: no purchase has it, and nobody said no. */
export function readOpenRefunds(db: Database, id: string): PossibleRefund[] {
  const sql = `SELECT * FROM possible_refunds r WHERE purchase_id = ? AND declined_at IS NULL AND ${IS_UNTAKEN} ORDER BY rowid`
  return parse(db.prepare(sql).all(id))
}

function parse(rows: unknown): PossibleRefund[] {
  return z
    .array(rowSchema)
    .parse(rows)
    .map(({ hash, sender, happened_at, declined_at }) => ({
      ...{ hash, sender, happenedAt: happened_at, declinedAt: declined_at },
    }))
}

/** Writes down a transfer to ask about; one that is known stays as it is. */
export function insertPossibleRefund(
  db: Database,
  id: string,
  { hash, sender, happenedAt }: Omit<PossibleRefund, 'declinedAt'>,
  foundAt: number,
): void {
  db.prepare(
    `INSERT INTO possible_refunds (purchase_id, hash, sender, happened_at, found_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
  ).run(id, hash, sender.toLowerCase(), happenedAt, foundAt)
}

/** A transfer is not the refund of this purchase, and never asked about again for it. */
export function declineRefund(db: Database, id: string, hash: string, at: number): void {
  const sql = 'UPDATE possible_refunds SET declined_at = ? WHERE purchase_id = ? AND hash = ? AND declined_at IS NULL'
  if (db.prepare(sql).run(at, id, hash).changes !== 1) throw new Error('There is no such transfer to decline')
}

/** Those of `hashes` that may be the refund of a purchase: no purchase has them, none was sent from here, and nobody said no. */
export function selectUntaken(db: Database, id: string, hashes: readonly Hash[]): Set<Hash> {
  if (hashes.length === 0) return new Set()
  const rows = db
    .prepare(
      `SELECT r.value AS hash FROM json_each(?) r
       WHERE NOT EXISTS (SELECT 1 FROM purchases WHERE refund_hash = r.value)
         AND NOT EXISTS (SELECT 1 FROM signed_transactions WHERE hash = r.value)
         AND NOT EXISTS (
           SELECT 1 FROM possible_refunds WHERE purchase_id = ? AND hash = r.value AND declined_at IS NOT NULL)`,
    )
    .all(JSON.stringify(hashes), id)
  return new Set(
    z
      .array(rowSchema.pick({ hash: true }))
      .parse(rows)
      .map(({ hash }) => hash),
  )
}

/** Whether a person said of a refund by `sender` that it is one of this purchase's service, on the same chain. */
export function isConfirmedSender(
  db: Database,
  { profileId, chainInstance }: Pick<PurchaseRecord, 'profileId' | 'chainInstance'>,
  sender: Address,
): boolean {
  const sql = `SELECT 1 FROM purchases
    WHERE refund_evidence = 'person' AND profile_id = ? AND chain_instance = ? AND refund_from = ? LIMIT 1`
  return db.prepare(sql).get(profileId, chainInstance, sender.toLowerCase()) !== undefined
}

/** Ids of other purchases of which it is asked about the same transfer, or another one of its sender. */
export function listAskedToo(db: Database, id: string, { hash, sender }: PossibleRefund): string[] {
  const rows = db
    .prepare(
      `SELECT DISTINCT r.purchase_id AS id FROM possible_refunds r JOIN purchases p ON p.id = r.purchase_id
       WHERE r.declined_at IS NULL AND (r.hash = ? OR r.sender = ?) AND p.ended = 0 AND p.id <> ?`,
    )
    .all(hash, sender, id)
  return z
    .array(z.object({ id: z.string() }))
    .parse(rows)
    .map((row) => row.id)
}
