import type { Address } from 'viem'
import type { Chain } from '../chain/chain.ts'
import type { FrozenNetwork } from '../chain/frozen-network.ts'
import type { ServiceClient } from '../service/service-client.ts'

/** A token by the name that the service's list, or a purchase, gives it. */
export interface ListedToken {
  readonly address: Address
  readonly symbol: string
  readonly decimals: number
}

/** A network of the service in use: its coins, and the contracts it names as its own. */
export interface ListedNetwork {
  readonly key: string
  readonly network: FrozenNetwork
  readonly chain: Chain
  readonly tokens: readonly ListedToken[]
  /** The symbol of the network's own coin where payments can be made in it; null elsewhere. */
  readonly payableNative: string | null
  readonly routers: readonly Address[]
}

/** The service in use, with the networks it can be paid on. */
export interface CurrentService {
  readonly profileId: string
  readonly client: ServiceClient
  readonly networks: readonly ListedNetwork[]
}
