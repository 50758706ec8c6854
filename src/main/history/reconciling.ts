import type { BlockRef, Chain, LoggedApproval } from '../chain/chain.ts'
import type { WritableDb } from '../db/connections.ts'
import type { AllTransactions, ListPosition } from '../service/operations/read-all-transactions.ts'
import type { ServiceClient } from '../service/service-client.ts'
import type { FoundTransfer } from './find-transfers.ts'
import type { AccountPlace } from './reconciling-repository.ts'
import type { BlockSearch } from './search-blocks.ts'
import type { ListedToken } from '../engine/current-service.ts'

/** What it takes to reconcile one account on one network. */
export interface Reconciling {
  readonly ledger: WritableDb
  readonly chain: Chain
  readonly client: Pick<ServiceClient, 'readAllTransactions'>
  readonly place: AccountPlace
  /** How the network is called, and where its block explorer is, as the service gave it. */
  readonly network: { readonly name: string; readonly explorerUrl: string }
  readonly tokens: readonly ListedToken[]
  /** The symbol of the network's own coin where payments can be made in it; null elsewhere. */
  readonly payableNative: string | null
  /** Epoch milliseconds. */
  readonly now: () => number
}

/** The nonces an account had used at some block; explained once that block is final. */
export interface SeenNonce {
  readonly nonce: number
  readonly at: BlockRef
  /** The first block that is searched; null before that is known. */
  since: bigint | null
  readonly transfers: BlockSearch<FoundTransfer>
  readonly approvals: BlockSearch<LoggedApproval>
  /** Where an error stopped the service's list, and the list once it was read to its end. */
  readonly listed: { next: ListPosition | null; whole: AllTransactions | null }
}
