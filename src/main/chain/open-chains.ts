import type { Profile } from '../../shared/services/profile.ts'
import type { Chain } from './chain.ts'
import type { FrozenNetwork } from './frozen-network.ts'
import { openChain, type ChainOptions } from './open-chain.ts'
import { findKnownChain } from './registry/find-known-chain.ts'

export interface ChainsOptions extends Pick<ChainOptions, 'fetch' | 'timer' | 'monotonic'> {
  /** Returns the RPC addresses currently available for a network that was signed for under a profile. */
  readonly rpcUrls: (network: FrozenNetwork, profile: Profile) => readonly string[]
  /** Returns the chain last signed for under an id; null for none. */
  readonly signedOn: (chainId: number) => string | null
  /** Returns the network with a chain id that the service in use lists, and its profile; null for none. */
  readonly listed: (chainId: number) => { readonly network: FrozenNetwork; readonly profile: Profile } | null
  /** Aborts every exchange with a node. */
  readonly signal: AbortSignal
  /** Called when a network fell silent, stalled or recovered. */
  readonly onTrouble?: (() => void) | undefined
  /** A node of a chain failed to answer. */
  readonly onFailed?: ((chainId: number, url: string, error: unknown) => void) | undefined
}

/** Returns the chain of a network that was frozen under a profile. */
export type Chains = (network: FrozenNetwork, profile: Profile) => Chain

/**
 * Opens each network once per set of addresses. A purchase freezes its chain, not its node addresses: those it was signed with are used
 * only if nothing names any today.
 */
export function createChains({
  rpcUrls: urlsToday,
  signedOn,
  listed,
  signal,
  onFailed,
  ...more
}: ChainsOptions): Chains {
  const open = new Map<string, Chain>()

  /** Returns the chain that knows the price of another's native coin. It may be listed, or get other nodes, after that one was opened. */
  function priceChainOf(chainId: number): Chain | null {
    const priceFrom = findKnownChain(chainId)?.priceFrom
    const found = typeof priceFrom === 'object' ? listed(priceFrom.chainId) : null
    return found && chains(found.network, found.profile)
  }

  function chains(network: FrozenNetwork, profile: Profile): Chain {
    const { chainId } = network
    const today = urlsToday(network, profile)
    const rpcUrls = today.length > 0 ? today : network.rpcUrls
    const finalityDepth = profile.finalityDepth[String(chainId)]
    const priceFeed = profile.priceFeeds[String(chainId)]
    const key = JSON.stringify([chainId, rpcUrls, finalityDepth, priceFeed])
    const known = open.get(key)
    if (known) return known
    const chain = openChain({
      ...more,
      chainId,
      rpcUrls,
      finalityDepth,
      priceFeed,
      priceChain: () => priceChainOf(chainId),
      signedOn: signedOn(chainId),
      signal,
      onFailed: (url, error) => onFailed?.(chainId, url, error),
    })
    open.set(key, chain)
    return chain
  }

  return chains
}
