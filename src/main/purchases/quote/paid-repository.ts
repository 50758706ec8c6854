import type { Profile } from '../../../shared/services/profile.ts'
import type { ReadableDb, WritableDb } from '../../db/connections.ts'
import type { Address } from 'viem'
import { jsonField } from '../../db/json-field.ts'

const IS_UNPAID = `EXISTS (SELECT 1 FROM steps s WHERE s.intent_id = paid_quotes.purchase_id AND s.kind = 'pay'
  AND s.state IN ('reverted', 'cancelled', 'superseded'))`

/** A quote of one service, whichever profile requested it. */
export interface QuoteOfService {
  readonly profile: Pick<Profile, 'baseUrl'>
  /** The text of its id: `41` and `"41"` are equal. */
  readonly quoteId: string
}

/** Returns whether a purchase was signed for this quote whose payment counts or may still count. */
export function isQuotePaid(db: ReadableDb, { profile, quoteId }: QuoteOfService): boolean {
  const sql = `SELECT 1 FROM paid_quotes WHERE service = ? AND quote_id = ? AND NOT ${IS_UNPAID}`
  return db.prepare(sql).get(addressOf(profile), quoteId) !== undefined
}

/** Takes a quote for a stored purchase; returns false (and writes nothing) if another one paid it or may still pay it. */
export function claimQuote(db: WritableDb, { profile, quoteId }: QuoteOfService, purchaseId: string): boolean {
  const sql = `INSERT INTO paid_quotes (service, quote_id, purchase_id) VALUES (?, ?, ?)
    ON CONFLICT (service, quote_id) DO UPDATE SET purchase_id = excluded.purchase_id WHERE ${IS_UNPAID}`
  return db.prepare(sql).run(addressOf(profile), quoteId, purchaseId).changes === 1
}

function addressOf({ baseUrl }: Pick<Profile, 'baseUrl'>): string {
  return new URL(baseUrl).href.replace(/\/+$/, '')
}

/** A coin with the name and the decimals it had when it was paid with. */
export interface PaidCoin {
  readonly chainInstance: string
  /** Null for the native coin. */
  readonly token: Address | null
  readonly symbol: string
  readonly decimals: number
}

/** Returns whether anything was paid or sent with exactly this coin, or may still be. */
export function wasPaidWith(db: ReadableDb, { chainInstance, token, symbol, decimals }: PaidCoin): boolean {
  const sql = `SELECT 1 FROM purchases p JOIN steps s ON s.intent_id = p.id AND s.kind = 'pay'
      WHERE s.state NOT IN ('reverted', 'cancelled', 'superseded') AND p.chain_instance = @chainInstance
        AND lower(${jsonField('p.terms', '$.token.address')}) IS lower(@token)
        AND ${jsonField('p.terms', '$.token.symbol')} = @symbol AND ${jsonField('p.terms', '$.token.decimals')} = @decimals
    UNION ALL SELECT 1 FROM transfers t JOIN steps s ON s.intent_id = t.id
      WHERE s.state NOT IN ('reverted', 'cancelled', 'superseded') AND t.chain_instance = @chainInstance
        AND lower(t.token) IS lower(@token)
        AND ${jsonField('t.coin', '$.symbol')} = @symbol AND ${jsonField('t.coin', '$.decimals')} = @decimals
    LIMIT 1`
  return db.prepare(sql).get({ chainInstance, token, symbol, decimals }) !== undefined
}
