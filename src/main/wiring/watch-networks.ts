import type { Address } from 'viem'
import type { NetworkView } from '../../shared/views.ts'
import type { NetworkWithTokens } from '../catalog/places-repository.ts'
import type { PurchaseService } from '../purchases/purchase-context.ts'
import { freezeNetwork } from './build-choice.ts'
import type { createChains } from './chains.ts'
import type { ReconcilerOptions } from './reconciler.ts'

/** The networks that a service can be paid on, with their chains and tokens. */
export function watchNetworks(
  { profileId, profile, client }: PurchaseService,
  views: readonly NetworkView[],
  read: (key: string) => NetworkWithTokens | null,
  chains: ReturnType<typeof createChains>,
): ReturnType<ReconcilerOptions['current']> {
  const networks = views.flatMap(({ key, unpayable }) => {
    const network = unpayable === null ? read(key) : null
    if (network === null) return []
    const tokens = network.tokens.map(({ address, symbol, decimals }) => ({
      address: address as Address,
      symbol,
      decimals,
    }))
    return [{ key, chain: chains(freezeNetwork(network, profile), profile), tokens }]
  })
  return { profileId, client, networks }
}
