import type { Profile } from '../../../shared/services/profile.ts'
import { rpcUrlsOf } from './network-view.ts'
import type { NetworkWithTokens } from './metadata-repository.ts'

type Named = Pick<Profile, 'baseUrl' | 'rpcUrls'>

/**
 * Returns the RPC addresses currently available for a chain: the current profile's, then those of the purchase's profile, then the
 * service's own. `listed` is the network as the current service lists it.
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
