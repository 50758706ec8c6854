import type { Profile } from '../../../shared/services/profile.ts'
import type { ReadableDb, WritableDb } from '../../db/connections.ts'

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
