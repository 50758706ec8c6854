import type { ReadableDb } from '../db/connections.ts'
import { countPurchases } from '../purchases/purchase-repository.ts'
import { listTransfers } from '../transfers/transfer-repository.ts'
import type { VaultAccount } from '../vault/file/vault-file.ts'
import { heldSomething } from '../chain/balances/last-balances-repository.ts'

/** Returns whether a wallet has anything to lose: a purchase, a transfer, or coins at the last read. */
export function hasWorth(ledger: ReadableDb, cache: ReadableDb, accounts: readonly VaultAccount[]): boolean {
  return (
    countPurchases(ledger) > 0 ||
    listTransfers(ledger, { offset: 0, limit: 1 }).total > 0 ||
    accounts.some(({ address }) => heldSomething(cache, address))
  )
}
