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

/** Reads the transfer that counts as a purchase's refund, or null. */
export function readCountedRefund(db: Database, id: string): CountedRefund | null {
  const found = db
    .prepare('SELECT hash, place, units, sender, evidence FROM counted_refunds WHERE purchase_id = ?')
    .get(id)
  if (found === undefined) return null
  const { place: place, sender: from, ...rest } = row.parse(found)
  return { ...rest, place, from }
}

/** Stores the transfer that counts as a purchase's refund; throws where another purchase has it. */
export function insertCountedRefund(db: Database, id: string, refund: CountedRefund): void {
  const { hash, place, units, from, evidence } = refund
  db.prepare(
    'INSERT INTO counted_refunds (purchase_id, hash, place, units, sender, evidence) VALUES (?, ?, ?, ?, ?, ?)',
  ).run(id, hash, place, units.toString(), from?.toLowerCase() ?? null, evidence)
}
