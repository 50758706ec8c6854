import type { Address } from 'viem'
import type { AccountView } from '../../shared/wallet/views.ts'
import type { TransferView } from '../../shared/transfers/views.ts'
import type { Chain } from '../chain/chain.ts'
import type { PurchaseContext } from '../purchases/purchase-context.ts'
import type { FrozenTerms } from '../purchases/purchase-record.ts'

/** A token by the name that the service's list gives it. */
export interface ListedToken {
  readonly address: Address
  readonly symbol: string
  readonly decimals: number
}

/** A network of the service in use: its coins, and the contracts it names as its own. */
export interface SendingNetwork {
  readonly key: string
  readonly network: FrozenTerms['network']
  readonly chain: Chain
  readonly tokens: readonly ListedToken[]
  readonly routers: readonly Address[]
}

/** Everything the transfers room works with, given by argument. */
export interface TransfersContext extends Pick<
  PurchaseContext,
  | 'ledger'
  | 'sealer'
  | 'now'
  | 'monotonic'
  | 'timer'
  | 'limits'
  | 'locks'
  | 'wallet'
  | 'recipients'
  | 'service'
  | 'chain'
  | 'isExplained'
  | 'hasUnanswered'
  | 'payingStopped'
  | 'onDiskError'
  | 'onUnforeseen'
> {
  /** The service in use with the networks it can be paid on; null before there is one. */
  current(): { readonly profileId: string; readonly networks: readonly SendingNetwork[] } | null
  /** The wallet's accounts, those that are only watched included, with what the person calls them ('' for nothing). */
  accounts(): readonly Pick<AccountView, 'address' | 'name' | 'kind'>[]
  /** What lies on the system's clipboard, where the shell can tell; null otherwise. */
  readClipboard(): Promise<string | null>
  onChanged(transfer: TransferView): void
}
