import type { Profile } from '../../../shared/services/profile.ts'
import { rpcUrlsOf } from './network-view.ts'
import type { NetworkWithTokens } from './places-repository.ts'

type Named = Pick<Profile, 'baseUrl' | 'rpcUrls'>

/**
 * Returns the RPC addresses that can be used today for a chain: those the profile in use names, those the profile of the purchase
 * names, then the address its service lists now. `listed` is the network as the service in use lists it.
 */
export function rpcUrlsToday(
  chainId: number,
  profile: Named,
  current: Named | null,
  listed: Pick<NetworkWithTokens, 'chainId' | 'rpcUrl'> | null,
): string[] {
  const isSameService = current?.baseUrl === profile.baseUrl && listed?.chainId === chainId
  const inUse = current?.rpcUrls[String(chainId)] ?? []
  const own = profile.rpcUrls[String(chainId)] ?? []
  const rpcUrls = { [String(chainId)]: [...inUse, ...own] }
  return rpcUrlsOf({ chainId, rpcUrl: isSameService ? listed.rpcUrl : '' }, { ...profile, rpcUrls })
}
