import { isAddress } from 'viem'
import type { NetworkView } from '../../shared/networks/views.ts'
import type { PermittedNetwork } from '../allowances/allowances-context.ts'
import type { NetworkWithTokens } from '../catalog/places/places-repository.ts'
import { isNativePlaceholder } from '../chain/guard/native-coin.ts'
import type { PurchaseService } from '../purchases/purchase-context.ts'
import type { ServiceClient } from '../service/service-client.ts'
import { addressesIn, freezeNetwork } from './build-choice.ts'
import type { createChains } from './chains.ts'
import type { WatchedNetwork } from '../history/reconciler.ts'

/** A service and the networks it can be paid on. */
export interface Watched {
  readonly profileId: string
  readonly client: ServiceClient
  readonly networks: readonly (WatchedNetwork & PermittedNetwork)[]
}

/** The networks that a service can be paid on, with their chains, tokens and contracts. */
export function watchNetworks(
  { profileId, profile, client }: PurchaseService,
  views: readonly NetworkView[],
  read: (key: string) => NetworkWithTokens | null,
  chains: ReturnType<typeof createChains>,
): Watched {
  const networks = views.flatMap(({ key, unpayable }) => {
    const network = unpayable === null ? read(key) : null
    if (network === null) return []
    const tokens = network.tokens.flatMap(({ address, symbol, decimals }) =>
      isAddress(address) && !isNativePlaceholder(address) ? [{ address, symbol, decimals }] : [],
    )
    const frozen = freezeNetwork(network, profile)
    const routers = addressesIn(network.protocolContracts)
    const isNativePayable = network.tokens.some(({ address }) => isAddress(address) && isNativePlaceholder(address))
    const payableNative = isNativePayable ? frozen.nativeSymbol : null
    return [{ key, network: frozen, chain: chains(frozen, profile), tokens, payableNative, routers }]
  })
  return { profileId, client, networks }
}
