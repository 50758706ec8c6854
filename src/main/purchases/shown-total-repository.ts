import { z } from 'zod'
import { currencyDecimals } from '../../shared/currencies.ts'
import { fromUnits, toUnits } from '../../shared/money.ts'
import type { MoneyView } from '../../shared/scalars.ts'
import type { WritableDb } from '../db/connections.ts'

/** The columns of `SHOWN_TOTAL`, all null if nothing is kept. */
export const shownTotalColumns = {
  shown_currency: z.string().nullable(),
  shown_units: z.int().nullable(),
  shown_decimals: z.int().min(0).max(20).nullable(),
}
type ShownTotalRow = z.output<z.ZodObject<typeof shownTotalColumns>>

/** Selects a kept total from the table that `joinShownTotal` joins as `t`. */
export const SHOWN_TOTAL = 't.currency AS shown_currency, t.units AS shown_units, t.decimals AS shown_decimals'
/** Joins the kept total of the purchase `id`, an SQL expression. */
export const joinShownTotal = (id: string): string => `LEFT JOIN shown_totals t ON t.purchase_id = ${id}`

/** Returns a kept total; null if none is kept. */
export function toShownTotal({ shown_currency, shown_units, shown_decimals }: ShownTotalRow): MoneyView | null {
  if (shown_currency === null || shown_units === null || shown_decimals === null) return null
  return { currency: shown_currency, amount: fromUnits(BigInt(shown_units), shown_decimals) }
}

/** Keeps the approximate cost of a purchase in the person's money, as it was shown when it was confirmed; a kept one stays. */
export function insertShownTotal(db: WritableDb, purchaseId: string, { currency, amount }: MoneyView): void {
  const decimals = currencyDecimals(currency)
  db.prepare(
    'INSERT INTO shown_totals (purchase_id, currency, units, decimals) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  ).run(purchaseId, currency, toUnits(amount, decimals), decimals)
}

/** Forgets the total that was shown of a purchase, which then cost another amount. */
export function deleteShownTotal(db: WritableDb, purchaseId: string): void {
  db.prepare('DELETE FROM shown_totals WHERE purchase_id = ?').run(purchaseId)
}
