import { z } from 'zod'
import type { ReadableDb } from '../../db/connections.ts'
import { jsonField } from '../../db/json-field.ts'
import { fromUnits, type Decimal } from '../../../shared/money.ts'

const bought = z.array(z.object({ id: z.string(), amount: z.string(), country: z.string() }))
const sent = z.array(
  z.object({ id: z.string(), units: z.string().transform(BigInt), decimals: z.int(), recipient: z.string() }),
)

/** A payment or transfer that moved coins out of the wallet, or still may. A purchase's recipient is sealed, so it names no address. */
export interface CountedPayment {
  readonly id: string
  readonly amount: Decimal
  /** The receiving address, or the country of the product. */
  readonly to: { readonly address: string } | { readonly country: string }
}

const MAY_COUNT = "s.state NOT IN ('reverted', 'cancelled', 'superseded')"

/**
 * Lists the payments and transfers, and the payments awaited of other wallets, that count towards a limit for the time since `at` (epoch
 * milliseconds), apart from the one that is replaced. Each counts from `counted_at`, the latest time at which it may have happened. Leaves
 * out those that can no longer happen, and native coins, which cannot be counted in dollars.
 */
export function readSpentSince(db: ReadableDb, at: number, replaces: string | null): CountedPayment[] {
  const purchases = `SELECT p.id, ${jsonField('p.terms', '$.quote.totalAmount')} AS amount, ${jsonField('p.terms', '$.product.country')} AS country FROM purchases p
    JOIN steps s ON s.intent_id = p.id AND s.kind = 'pay' AND ${MAY_COUNT}
    WHERE coalesce(p.counted_at, p.created_at) > ? AND ${jsonField('p.terms', '$.token.address')} IS NOT NULL`
  const awaited = `SELECT id, ${jsonField('terms', '$.quote.totalAmount')} AS amount, ${jsonField('terms', '$.product.country')} AS country FROM external_payments
    WHERE ended IS NULL AND id IS NOT ? AND counted_at > ? AND ${jsonField('terms', '$.token.address')} IS NOT NULL`
  const transfers = `SELECT t.id, t.units, ${jsonField('t.coin', '$.decimals')} AS decimals, t.recipient FROM transfers t
    JOIN steps s ON s.intent_id = t.id AND ${MAY_COUNT}
    WHERE coalesce(t.counted_at, t.created_at) > ? AND t.token IS NOT NULL AND ${jsonField('t.coin', '$.decimals')} IS NOT NULL`
  return [
    ...bought
      .parse(db.prepare(`${purchases} UNION ALL ${awaited}`).all(at, replaces, at))
      .map(({ id, amount, country }) => ({ id, amount, to: { country } })),
    ...sent.parse(db.prepare(transfers).all(at)).map(({ id, units, decimals, recipient }) => ({
      id,
      amount: fromUnits(units, decimals),
      to: { address: recipient },
    })),
  ]
}
