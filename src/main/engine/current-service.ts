import type { Address } from 'viem'
import type { Chain } from '../chain/chain.ts'
import type { FrozenNetwork } from '../chain/frozen-network.ts'
import type { ServiceClient } from '../service/service-client.ts'

/** A token, with its name from the service's list or from a purchase. */
export interface ListedToken {
  readonly address: Address
  readonly symbol: string
  readonly decimals: number
}

/** A network of the service in use: its coins, and the contracts that the service lists as its own. */
export interface ListedNetwork {
  readonly key: string
  readonly network: FrozenNetwork
  readonly chain: Chain
  readonly tokens: readonly ListedToken[]
  /** The symbol of the native coin if payments can be made in it; otherwise null. */
  readonly payableNative: string | null
  readonly routers: readonly Address[]
}

/** The service in use, with the networks it can be paid on. */
export interface CurrentService {
  readonly profileId: string
  readonly client: ServiceClient
  readonly networks: readonly ListedNetwork[]
}
