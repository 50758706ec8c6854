import type { Address, Hash } from 'viem'
import { z } from 'zod'
import { refundEvidences } from '../../shared/purchase.ts'
import type { Database } from '../db/open-database.ts'
import type { CountedRefund } from './purchase-record.ts'

const row = z.object({
  hash: z.string().regex(/^0x[0-9a-f]{64}$/) as unknown as z.ZodType<Hash>,
  place: z.int().nullable(),
  units: z.string().regex(/^\d+$/).transform(BigInt),
  sender: (z.string().regex(/^0x[0-9a-fA-F]{40}$/) as unknown as z.ZodType<Address>).nullable(),
  evidence: z.enum(refundEvidences).nullable(),
})

/** Reads the transfers that count as a purchase's refund, in the order in which they were counted. */
export function readCountedRefunds(db: Database, id: string): CountedRefund[] {
  const sql = 'SELECT hash, place, units, sender, evidence FROM counted_refunds WHERE purchase_id = ? ORDER BY rowid'
  return z
    .array(row)
    .parse(db.prepare(sql).all(id))
    .map(({ sender: from, ...rest }) => ({ ...rest, from }))
}

/** Stores a transfer that counts as a purchase's refund; throws where a purchase has it that is not among `covers`. */
export function insertCountedRefund(db: Database, id: string, refund: CountedRefund, covers: readonly string[]): void {
  const { hash, place, units, from, evidence } = refund
  const taken = db
    .prepare(
      `SELECT 1 FROM counted_refunds WHERE hash = @hash AND (place IS NULL OR @place IS NULL OR place = @place)
         AND purchase_id NOT IN (SELECT value FROM json_each(@covers))`,
    )
    .get({ hash, place, covers: JSON.stringify(covers) })
  if (taken !== undefined) throw new Error('A transfer counts as the refund of another purchase')
  db.prepare(
    'INSERT INTO counted_refunds (purchase_id, hash, place, units, sender, evidence) VALUES (?, ?, ?, ?, ?, ?)',
  ).run(id, hash, place, units.toString(), from?.toLowerCase() ?? null, evidence)
}
