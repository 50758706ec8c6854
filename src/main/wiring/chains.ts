import type { FrozenNetwork } from '../chain/frozen-network.ts'
import type { Profile } from '../../shared/services/profile.ts'
import type { Chain } from '../chain/chain.ts'
import { openChain, type ChainOptions } from '../chain/open-chain.ts'
import type { NetworkWithTokens } from '../catalog/places/places-repository.ts'
import { rpcUrlsToday } from '../catalog/places/rpc-urls-today.ts'

export interface ChainsOptions extends Pick<ChainOptions, 'fetch' | 'timer' | 'monotonic'> {
  /** The profile in use, null before there is one. */
  readonly current: () => Profile | null
  /** A network as the service in use lists it now. */
  readonly listed: (networkKey: string) => NetworkWithTokens | null
  /** The instance of a chain that was last signed for; null for none. */
  readonly signedOn: (chainId: number) => string | null
  /** Ends every exchange with a node. */
  readonly signal: AbortSignal
  /** A network fell silent, stands still, or is itself again. */
  readonly onTrouble?: (() => void) | undefined
}

/**
 * Opens each network once per set of addresses. A purchase freezes its chain, not the road to it: the addresses it was signed with are
 * used only where nobody names any today.
 */
export function createChains({
  current,
  listed,
  signedOn,
  signal,
  ...more
}: ChainsOptions): (network: FrozenNetwork, profile: Profile) => Chain {
  const open = new Map<string, Chain>()
  return (network, profile) => {
    const { chainId } = network
    const today = rpcUrlsToday(chainId, profile, current(), listed(network.key))
    const rpcUrls = today.length > 0 ? today : network.rpcUrls
    const finalityDepth = profile.finalityDepth[String(chainId)]
    const key = JSON.stringify([chainId, rpcUrls, finalityDepth])
    const known = open.get(key)
    if (known) return known
    const chain = openChain({ chainId, rpcUrls, finalityDepth, signedOn: signedOn(chainId), signal, ...more })
    open.set(key, chain)
    return chain
  }
}
