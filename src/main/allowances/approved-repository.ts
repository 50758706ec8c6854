import type { Address } from 'viem'
import { z } from 'zod'
import type { FrozenNetwork } from '../chain/frozen-network.ts'
import type { ReadableDb } from '../db/connections.ts'
import { jsonField } from '../db/json-field.ts'
import { nullIfDamaged } from '../db/null-if-damaged.ts'
import { frozenTermsSchema } from '../purchases/purchase-record.ts'

const rowSchema = z.object({
  id: z.uuid(),
  profile_id: z.string(),
  chain_instance: z.string(),
  terms: z.string().transform((text) => frozenTermsSchema.parse(JSON.parse(text))),
})

/** The newest purchase that approved one token for one contract on one chain. */
export interface Approved {
  readonly purchaseId: string
  readonly profileId: string
  readonly chainInstance: string
  readonly network: FrozenNetwork
  readonly token: { readonly address: Address; readonly symbol: string; readonly decimals: number }
  readonly spender: Address
}

/** Reads every approval by purchases of `from`, once per chain, token and contract. */
export function readApproved(db: ReadableDb, from: Address): Approved[] {
  const rows = db
    .prepare(
      `SELECT p.id, p.profile_id, p.chain_instance, p.terms, max(p.created_at)
       FROM purchases p JOIN steps s ON s.intent_id = p.id AND s.kind = 'approve'
       WHERE p.from_address = ?
       GROUP BY p.chain_instance, lower(${jsonField('p.terms', '$.token.address')}),
         lower(${jsonField('p.terms', '$.payment.to')})
       ORDER BY max(p.created_at) DESC, p.id`,
    )
    .all(from)
  return rows.flatMap((row) => {
    // A damaged purchase does not show what it approved.
    const sound = nullIfDamaged(() => rowSchema.parse(row))
    if (sound === null) return []
    const { id, profile_id: profileId, chain_instance: chainInstance, terms } = sound
    const { address, symbol, decimals } = terms.token
    if (address === null) return []
    const token = { address, symbol, decimals }
    return [{ purchaseId: id, profileId, chainInstance, network: terms.network, token, spender: terms.payment.to }]
  })
}
