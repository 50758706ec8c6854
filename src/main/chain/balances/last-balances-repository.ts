import type { Address } from 'viem'
import { z } from 'zod'
import { balanceView, type BalanceView, type LastBalance } from '../../../shared/wallet/views.ts'
import type { NetworkView } from '../../../shared/networks/views.ts'
import type { ReadableDb, WritableDb } from '../../db/connections.ts'

const heldSchema = balanceView.shape.last.unwrap()

/** Stores an account's balances on a network, if all of them were read just now. */
export function writeLastBalance(cache: WritableDb, address: Address, network: NetworkView, view: BalanceView): void {
  const held = heldSchema.safeParse(view)
  if (!held.success) return
  cache
    .prepare(
      `INSERT INTO last_balances (address, chain_id, network_key, held) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET held = excluded.held`,
    )
    .run(address, network.chainId, network.key, JSON.stringify(held.data))
}

const heldRow = z.object({ held: z.string() })

/** Returns an account's last known balances on a network; null if there are none, or another version of Till wrote them. */
export function readLastBalance(cache: ReadableDb, address: Address, network: NetworkView): LastBalance | null {
  const row = cache
    .prepare('SELECT held FROM last_balances WHERE address = ? AND chain_id = ? AND network_key = ?')
    .get(address, network.chainId, network.key)
  if (row === undefined) return null
  const held = heldSchema.safeParse(JSON.parse(heldRow.parse(row).held))
  return held.success ? held.data : null
}

const heldRows = z.array(z.object({ held: z.string() }))

/** Returns whether an account held any coin on any network when it was last read. */
export function hadBalance(cache: ReadableDb, address: Address): boolean {
  const rows = cache.prepare('SELECT held FROM last_balances WHERE address = ?').all(address)
  return heldRows.parse(rows).some((row) => {
    const held = heldSchema.safeParse(JSON.parse(row.held))
    return held.success && [held.data.native, ...Object.values(held.data.tokens)].some((amount) => Number(amount) > 0)
  })
}
