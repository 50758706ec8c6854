import { z } from 'zod'
import type { Span } from '../../../shared/periods.ts'
import type { ReadableDb } from '../../db/connections.ts'

const entryRow = z
  .object({
    count: z.int(),
    currency: z.string(),
    sku: z.string(),
    product: z.string(),
    clerk: z.string().nullable(),
    by: z.string().nullable(),
    price: z.string(),
    cost: z.string(),
    undone: z.int(),
    delivered: z.int(),
    tookPlaceIn: z.int(),
  })
  .transform(({ undone, delivered, ...row }) => ({ ...row, undone: undone === 1, delivered: delivered === 1 }))

/**
 * One row of a report: the number of equal sales, and the id and name of the clerk who sold or refunded them (null is the manager).
 * `undone` is whether they were refunded in the shift of their sale, `delivered` whether that was after their delivery; `tookPlaceIn` is
 * the shift that sold or refunded them.
 */
export type SaleEntry = z.output<typeof entryRow>

const select = (at: string, clerk: string, within: string): string => `
  SELECT a.count, h.currency, a.sku, a.product, a.clerk, c.name AS "by", a.price, a.cost, a.undone, a.delivered, a.tookPlaceIn
  FROM (
    SELECT count(*) AS count, shift, sku, product, ${clerk} AS clerk, price, cost, returned_shift IS shift AS undone,
      returned_delivered AS delivered, ${within} AS tookPlaceIn
    FROM sales WHERE ${at} >= :from AND ${at} < :to
    GROUP BY shift, sku, product, ${clerk}, price, cost, undone, delivered, ${within}
  ) a JOIN shifts h ON h.number = a.shift LEFT JOIN clerks c ON c.id = a.clerk ORDER BY a.shift`
const selectSold = select('at', 'clerk_id', 'shift')
const selectReturned = select('returned_at', 'returned_by', 'returned_shift')

function* iterate(db: ReadableDb, sql: string, { from, to }: Span): Generator<SaleEntry> {
  for (const row of db.prepare(sql).iterate({ from, to })) yield entryRow.parse(row)
}

/** Iterates over the sales of a span, grouped, later shifts last. */
export const iterateSold = (db: ReadableDb, span: Span): Generator<SaleEntry> => iterate(db, selectSold, span)

/** Iterates over the refunds of a span, whenever they were sold. */
export const iterateReturned = (db: ReadableDb, span: Span): Generator<SaleEntry> => iterate(db, selectReturned, span)
