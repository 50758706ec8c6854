import type { Address } from 'viem'
import type { ReadableDb } from '../../db/connections.ts'
import { jsonField } from '../../db/json-field.ts'

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
