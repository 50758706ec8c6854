import type { Address } from 'viem'
import type { FrozenNetwork } from '../chain/frozen-network.ts'
import type { AllowancesView } from '../../shared/allowances/views.ts'
import type { Chain } from '../chain/chain.ts'
import type { PurchaseContext } from '../purchases/purchase-context.ts'

/** A token by the name that the service's list, or a purchase, gives it. */
export interface NamedToken {
  readonly address: Address
  readonly symbol: string
  readonly decimals: number
}

/** A network of the service in use: its coins, and the contracts it names as its own. */
export interface PermittedNetwork {
  readonly network: FrozenNetwork
  readonly chain: Chain
  readonly tokens: readonly NamedToken[]
  readonly routers: readonly Address[]
}

/** Everything the allowances room works with, given by argument. */
export interface AllowancesContext extends Pick<
  PurchaseContext,
  | 'ledger'
  | 'now'
  | 'monotonic'
  | 'timer'
  | 'locks'
  | 'wallet'
  | 'service'
  | 'chain'
  | 'isExplained'
  | 'payingStopped'
  | 'onDiskError'
  | 'onUnforeseen'
> {
  /** The service in use with the networks it can be paid on; null before there is one. */
  current(): { readonly profileId: string; readonly networks: readonly PermittedNetwork[] } | null
  onChanged(allowances: AllowancesView): void
  /** A revocation changed, or what it waits for. */
  onRevocation(): void
}
