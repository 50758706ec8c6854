import type { Address } from 'viem'
import { z } from 'zod'
import { balanceView, type BalanceView, type LastBalance } from '../../../shared/wallet/views.ts'
import type { NetworkView } from '../../../shared/networks/views.ts'
import type { ReadableDb, WritableDb } from '../../db/connections.ts'

const heldSchema = balanceView.shape.last.unwrap()

/** Keeps what an account holds on a network, where all of it was read just now. */
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

/** What an account held on a network when it was last read; null where it never was, or was written by another version. */
export function readLastBalance(cache: ReadableDb, address: Address, network: NetworkView): LastBalance | null {
  const row = cache
    .prepare('SELECT held FROM last_balances WHERE address = ? AND chain_id = ? AND network_key = ?')
    .get(address, network.chainId, network.key)
  if (row === undefined) return null
  const held = heldSchema.safeParse(JSON.parse(z.object({ held: z.string() }).parse(row).held))
  return held.success ? held.data : null
}

/** Whether an account held any coin at all, on any network, when it was last read. */
export function heldSomething(cache: ReadableDb, address: Address): boolean {
  const rows = cache.prepare('SELECT held FROM last_balances WHERE address = ?').all(address)
  return z
    .array(z.object({ held: z.string() }))
    .parse(rows)
    .some((row) => {
      const held = heldSchema.safeParse(JSON.parse(row.held))
      return held.success && [held.data.native, ...Object.values(held.data.tokens)].some((amount) => Number(amount) > 0)
    })
}
