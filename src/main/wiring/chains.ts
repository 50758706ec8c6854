import type { Profile } from '../../shared/profile.ts'
import type { Chain } from '../chain/chain.ts'
import { openChain } from '../chain/open-chain.ts'

/** Opens each network once per set of addresses. */
export function createChains(): (network: { chainId: number; rpcUrls: readonly string[] }, profile: Profile) => Chain {
  const open = new Map<string, Chain>()
  return ({ chainId, rpcUrls }, profile) => {
    const finalityDepth = profile.finalityDepth[String(chainId)]
    const key = JSON.stringify([chainId, rpcUrls, finalityDepth])
    const known = open.get(key)
    if (known) return known
    const chain = openChain({ chainId, rpcUrls, finalityDepth })
    open.set(key, chain)
    return chain
  }
}
