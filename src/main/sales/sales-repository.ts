import { z } from 'zod'
import { refundReasons, type RefundReason } from '../../shared/sales/refund-reasons.ts'
import type { Span } from '../../shared/periods.ts'
import type { ReadableDb, WritableDb } from '../db/connections.ts'

const saleRow = z
  .object({
    number: z.int(),
    purchase_id: z.string(),
    shift: z.int(),
    currency: z.string(),
    clerk_id: z.string().nullable(),
    clerk: z.string().nullable(),
    at: z.int(),
    sku: z.string(),
    product: z.string(),
    price: z.string(),
    cost: z.string(),
    given: z.string(),
    printed_at: z.int().nullable(),
    returned_shift: z.int().nullable(),
    returned_at: z.int().nullable(),
    returned_by: z.string().nullable(),
    returned_reason: z.enum(refundReasons).nullable(),
    returned_note: z.string().nullable(),
    returned_delivered: z.int(),
  })
  .transform(({ purchase_id: purchaseId, clerk_id: clerkId, clerk: by, ...row }) => {
    const { returned_shift: shift, returned_at: at, returned_by: returner, ...sold } = row
    const { returned_reason: reason, returned_note: note, returned_delivered: delivered, ...given } = sold
    const { printed_at: printedAt, ...rest } = given
    return {
      ...rest,
      purchaseId,
      clerkId,
      by,
      printed: printedAt !== null,
      returned:
        shift === null || at === null ? null : { shift, at, by: returner, reason, note, delivered: delivered === 1 },
    }
  })

/** A cash sale in the ledger; the names are clerks' names, null for the manager. */
export type Sale = z.output<typeof saleRow>

const SELECT = `
  SELECT s.number, s.purchase_id, s.shift, h.currency, s.clerk_id, c.name AS clerk, s.at, s.sku, s.product, s.price, s.cost, s.given, s.printed_at,
    s.returned_shift, s.returned_at, r.name AS returned_by, s.returned_reason, s.returned_note, s.returned_delivered
  FROM sales s JOIN shifts h ON h.number = s.shift
  LEFT JOIN clerks c ON c.id = s.clerk_id LEFT JOIN clerks r ON r.id = s.returned_by`

const saleRows = z.array(saleRow)

function readAll(db: ReadableDb, where: string, ...values: readonly (string | number)[]): Sale[] {
  return saleRows.parse(db.prepare(`${SELECT} ${where}`).all(...values))
}

export function readSale(db: ReadableDb, purchaseId: string): Sale | null {
  return readAll(db, 'WHERE s.purchase_id = ?', purchaseId)[0] ?? null
}

/** Returns the sales of a shift, or of all shifts for null, newest first. */
export function readSales(db: ReadableDb, shift: number | null): Sale[] {
  return shift === null
    ? readAll(db, 'ORDER BY s.number DESC')
    : readAll(db, 'WHERE s.shift = ? ORDER BY s.number DESC', shift)
}

/** Returns a page of the sales, newest first; a null `shift` means all shifts. */
export function pageSales(db: ReadableDb, shift: number | null, offset: number, limit: number): Sale[] {
  return shift === null
    ? readAll(db, 'ORDER BY s.number DESC LIMIT ? OFFSET ?', limit, offset)
    : readAll(db, 'WHERE s.shift = ? ORDER BY s.number DESC LIMIT ? OFFSET ?', shift, limit, offset)
}

/** Returns at most `limit` sales of a shift, or of all shifts for null, newest first, starting after `last` if it is given. */
export function readSalesBefore(db: ReadableDb, shift: number | null, last: Sale | null, limit: number): Sale[] {
  const before = last?.number ?? Number.MAX_SAFE_INTEGER
  return shift === null
    ? readAll(db, 'WHERE s.number < ? ORDER BY s.number DESC LIMIT ?', before, limit)
    : readAll(db, 'WHERE s.shift = ? AND s.number < ? ORDER BY s.number DESC LIMIT ?', shift, before, limit)
}

/**
 * Returns at most `limit` sales whose cash was not refunded and whose delivery is not settled, newest first, starting after `last` if it is
 * given.
 */
export function readUndeliveredBefore(db: ReadableDb, shift: number | null, last: Sale | null, limit: number): Sale[] {
  const where = `WHERE (:shift IS NULL OR s.shift = :shift) AND s.number < :before AND s.returned_shift IS NULL
      AND NOT EXISTS (SELECT 1 FROM purchases p WHERE p.id = s.purchase_id AND p.ended = 1 AND p.registration = 'registered' AND p.refund = 'none')
    ORDER BY s.number DESC LIMIT :limit`
  const before = last?.number ?? Number.MAX_SAFE_INTEGER
  return saleRows.parse(db.prepare(`${SELECT} ${where}`).all({ shift, before, limit }))
}

/** Returns the latest `limit` sales in a currency whose cash was not refunded, newest first. */
export function readLatestSales(db: ReadableDb, currency: string, limit: number): Sale[] {
  const where = 'WHERE h.currency = ? AND s.returned_shift IS NULL ORDER BY s.number DESC LIMIT ?'
  return readAll(db, where, currency, limit)
}

/** Returns at most `limit` sales of a shift or a span of time, oldest first, starting after `last` if it is given. */
export function readSalesAfter(
  db: ReadableDb,
  within: { readonly shift: number } | Span,
  last: Pick<Sale, 'at' | 'number'> | null,
  limit: number,
): Sale[] {
  if ('shift' in within) {
    const where = 'WHERE s.shift = ? AND s.number > ? ORDER BY s.number LIMIT ?'
    return readAll(db, where, within.shift, last?.number ?? 0, limit)
  }
  const { from, to } = within
  const where = 'WHERE (s.at, s.number) > (?, ?) AND s.at < ? ORDER BY s.at, s.number LIMIT ?'
  return readAll(db, where, last?.at ?? from, last?.number ?? 0, to, limit)
}

const texts = z.array(z.string())

/** Returns the distinct SKUs of the `among` latest sales, latest first. */
export function readLastSold(db: ReadableDb, among: number): string[] {
  const latest = 'SELECT sku, number FROM sales ORDER BY number DESC LIMIT ?'
  const sql = `SELECT sku FROM (${latest}) GROUP BY sku ORDER BY max(number) DESC`
  return texts.parse(db.prepare(sql).pluck().all(among))
}

export function countSales(db: ReadableDb, shift: number | null): number {
  return db
    .prepare('SELECT count(*) FROM sales WHERE :shift IS NULL OR shift = :shift')
    .pluck()
    .get({ shift }) as number
}

/** Returns the sales since `at` (epoch milliseconds), newest first. */
export function readSalesSince(db: ReadableDb, at: number): Sale[] {
  return readAll(db, 'WHERE s.at >= ? ORDER BY s.number DESC', at)
}

/** Returns the sales that count for the time since `at`, newest first: each counts from the latest time at which it may have been made. */
export function readSalesCountedSince(db: ReadableDb, at: number): Sale[] {
  return readAll(db, 'WHERE s.at >= ? OR s.counted_at >= ? ORDER BY s.number DESC', at, at)
}

/** Returns the refunds of a shift, whenever they were sold, oldest first. */
export function readReturnedIn(db: ReadableDb, shift: number): Sale[] {
  return readAll(db, 'WHERE s.returned_shift = ? ORDER BY s.returned_at, s.number', shift)
}

export type NewSale = Pick<
  Sale,
  'purchaseId' | 'shift' | 'clerkId' | 'at' | 'sku' | 'product' | 'price' | 'cost' | 'given'
> & {
  /** The time from which the limit for 24 hours counts it; null for `at`. */
  readonly countedAt?: number | null
}

export function insertSale(db: WritableDb, sale: NewSale): void {
  db.prepare(
    `INSERT INTO sales (purchase_id, shift, clerk_id, at, counted_at, sku, product, price, cost, given)
     VALUES (:purchaseId, :shift, :clerkId, :at, :countedAt, :sku, :product, :price, :cost, :given)`,
  ).run({ countedAt: null, ...sale })
}

/** Deletes a sale for which nothing was paid. */
export function deleteSale(db: WritableDb, purchaseId: string): void {
  db.prepare('DELETE FROM sales WHERE purchase_id = ?').run(purchaseId)
}

/** Records that a receipt was printed. */
export function writePrinted(db: WritableDb, purchaseId: string, at: number): void {
  db.prepare('UPDATE sales SET printed_at = ? WHERE purchase_id = ?').run(at, purchaseId)
}

export interface NewReturn {
  readonly shift: number
  /** Null for the manager. */
  readonly clerkId: string | null
  readonly at: number
  readonly reason: RefundReason
  /** Set for the reason `other` only. */
  readonly note: string | null
  /** Whether it had been delivered, so that its cost is lost. */
  readonly delivered: boolean
}

/** Records the cash refund of a sale, once. */
export function writeReturned(db: WritableDb, purchaseId: string, refund: NewReturn): void {
  db.prepare(
    `UPDATE sales SET returned_shift = :shift, returned_by = :clerkId, returned_at = :at, returned_reason = :reason, returned_note = :note,
       returned_delivered = :delivered WHERE purchase_id = :purchaseId AND returned_shift IS NULL`,
  ).run({ purchaseId, ...refund, delivered: refund.delivered ? 1 : 0 })
}

/** Records that the coins of a given-back sale returned, so that its cost is not lost. */
export function writeTakenBack(db: WritableDb, purchaseId: string): void {
  db.prepare('UPDATE sales SET returned_delivered = 0 WHERE purchase_id = ?').run(purchaseId)
}
