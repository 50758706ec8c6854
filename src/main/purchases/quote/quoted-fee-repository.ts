import { z } from 'zod'
import type { Decimal } from '../../../shared/money.ts'
import type { ReadableDb, WritableDb } from '../../db/connections.ts'

/** What a service asked for a product, in dollar coins: the amount, and its total with the service's fee. */
export interface QuotedFee {
  readonly sku: string
  readonly amount: Decimal
  readonly total: Decimal
}

const rows = z.array(z.object({ sku: z.string(), amount: z.string(), total: z.string() }))

/** Returns what a service (by its key) asked last for each product, of the `limit` asked for last, newest first. */
export function readQuotedFees(db: ReadableDb, service: string, limit: number): QuotedFee[] {
  const sql = 'SELECT sku, amount, total FROM quoted_fees WHERE service = ? ORDER BY at DESC, sku LIMIT ?'
  return rows.parse(db.prepare(sql).all(service, limit))
}

/** Stores what a service (by its key) asked for a product at a time, in place of what it asked before. */
export function writeQuotedFee(db: WritableDb, service: string, { sku, amount, total }: QuotedFee, at: number): void {
  const sql = 'INSERT OR REPLACE INTO quoted_fees (service, sku, amount, total, at) VALUES (?, ?, ?, ?, ?)'
  db.prepare(sql).run(service, sku, amount, total, at)
}
