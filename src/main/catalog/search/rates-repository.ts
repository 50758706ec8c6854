import { z } from 'zod'
import type { ReadableDb } from '../../db/connections.ts'

const rateRows = z.array(z.tuple([z.string(), z.number()]))

/** Selects the median of each currency; the upper one of two. A median ignores a shelf with a mistyped price. */
const mediansOf = (condition: string): string => `SELECT fiat_currency, fiat_per_coin FROM (
    SELECT fiat_currency, fiat_per_coin, row_number() OVER sorted AS position, count(*) OVER (PARTITION BY fiat_currency) AS shelves
    FROM shelves WHERE fiat_per_coin > 0 AND ${condition} WINDOW sorted AS (PARTITION BY fiat_currency ORDER BY fiat_per_coin)
  ) WHERE position = shelves / 2 + 1`

/** Returns how much of each currency (ISO 4217) one coin buys, by the median of the catalog's shelves. */
export function readRates(db: ReadableDb): Record<string, number> {
  return Object.fromEntries(rateRows.parse(db.prepare(mediansOf('true')).raw().all()))
}

/** Returns how much of a currency (ISO 4217) one coin buys, by the median of the catalog's shelves; null if none uses it. */
export function readRate(db: ReadableDb, currency: string): number | null {
  const rows = rateRows.parse(db.prepare(mediansOf('fiat_currency = :currency')).raw().all({ currency }))
  return rows[0]?.[1] ?? null
}
