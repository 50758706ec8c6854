import type { BlockRef, Chain, LoggedApproval } from '../chain/chain.ts'
import type { WritableDb } from '../db/connections.ts'
import type { AllTransactions, ListPosition } from '../service/operations/read-all-transactions.ts'
import type { ServiceClient } from '../service/service-client.ts'
import type { FoundTransfer } from './find-transfers.ts'
import type { AccountPlace } from './reconciling-repository.ts'
import type { BlockSearch } from './search-blocks.ts'
import type { ListedToken } from '../engine/current-service.ts'

/** The input for reconciling one account on one network. */
export interface Reconciling {
  readonly ledger: WritableDb
  readonly chain: Chain
  readonly client: Pick<ServiceClient, 'readAllTransactions'>
  readonly place: AccountPlace
  /** The network's name, and the service's address of its block explorer. */
  readonly network: { readonly name: string; readonly explorerUrl: string }
  readonly tokens: readonly ListedToken[]
  /** The native coin's symbol if payments can be made in it, else null. */
  readonly payableNative: string | null
  /** Epoch milliseconds. */
  readonly now: () => number
}

/** The nonces an account had used at some block; reconciled once that block is final. */
export interface SeenNonce {
  readonly nonce: number
  readonly at: BlockRef
  /** Whether no node showed what used some of them. */
  isUnseen: boolean
  /** The first block to search; null before that is known. */
  since: bigint | null
  readonly transfers: BlockSearch<FoundTransfer>
  readonly approvals: BlockSearch<LoggedApproval>
  /** The position at which an error stopped the service's list, and the list once it is complete. */
  readonly listed: { next: ListPosition | null; whole: AllTransactions | null }
}
