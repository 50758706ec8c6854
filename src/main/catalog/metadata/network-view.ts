import { isAddress } from 'viem'
import type { Profile } from '../../../shared/services/profile.ts'
import { isSafeAddress } from '../../../shared/safe-address.ts'
import { cleanName } from '../../../shared/clean-name.ts'
import { mayRedirectTo } from '../../../shared/may-redirect-to.ts'
import type { NetworkView } from '../../../shared/networks/views.ts'
import { isSameSymbol } from '../../../shared/networks/coin-names.ts'
import { isStableCoinName } from '../../chain/guard/known-coins.ts'
import { isNativePlaceholder, judgeNativeCoin, nativeSymbolOf, NATIVE_DECIMALS } from '../../chain/guard/native-coin.ts'
import { findKnownChain } from '../../chain/registry/find-known-chain.ts'
import { imagePath } from '../images/image-id.ts'
import type { NetworkWithTokens } from './metadata-repository.ts'

type Reach = Pick<Profile, 'baseUrl' | 'rpcUrls'>

/** Returns a network's usable RPC addresses: the profile's own for its chain first, then the service's. */
export function rpcUrlsOf(
  network: Pick<NetworkWithTokens, 'chainId' | 'rpcUrl'>,
  { baseUrl, rpcUrls }: Reach,
): string[] {
  const theirs = mayRedirectTo(baseUrl, network.rpcUrl) ? [network.rpcUrl] : []
  return [...new Set([...(rpcUrls[String(network.chainId)] ?? []), ...theirs])].filter(isSafeAddress)
}

/** Returns the renderer's view of a service's networks, each with the reason if it cannot be paid on. */
export function toNetworkViews(networks: readonly NetworkWithTokens[], profile: Reach): NetworkView[] {
  // A service with only test networks is for trying things out.
  const isForReal = networks.some((network) => network.isActive && !network.isTestnet && isEvm(network))
  return networks.map((network) => toNetworkView(network, unpayableReason(network, profile, isForReal)))
}

function toNetworkView(network: NetworkWithTokens, unpayable: NetworkView['unpayable']): NetworkView {
  const { key, name, chainId, isTestnet, logoUrl, nativeToken } = network
  return {
    key,
    name: name || key,
    chainId,
    isTestnet,
    logo: imagePath(logoUrl),
    native: {
      name: nativeNameOf(chainId, nativeToken),
      symbol: nativeSymbolOf(chainId, nativeToken.symbol),
      decimals: NATIVE_DECIMALS,
      logo: imagePath(nativeToken.logoURI),
    },
    tokens: listedTokens(network).map(({ id: _id, imageUrl, ...token }) => ({
      ...token,
      name: token.name || token.symbol,
      address: token.address,
      image: imagePath(imageUrl),
    })),
    unpayable,
  }
}

/**
 * Returns the name of a chain's native coin: the registry's, else the service's, unless that looks like a stable coin's; then its symbol.
 */
function nativeNameOf(chainId: number, { name, symbol }: NetworkWithTokens['nativeToken']): string {
  const listed = cleanName(name)
  const misleads = isStableCoinName(listed) || /usd|dollar|tether|\bdai\b/i.test(listed)
  return findKnownChain(chainId)?.native.name ?? (misleads || listed === '' ? symbol : listed)
}

/** Returns a network's tokens without entries for the native coin under another name or other decimals. */
function listedTokens({ chainId, nativeToken, tokens }: NetworkWithTokens): NetworkWithTokens['tokens'] {
  const native = nativeSymbolOf(chainId, nativeToken.symbol)
  return tokens.filter(({ address, symbol, decimals }) => {
    const standsForNative =
      (isAddress(address) && isNativePlaceholder(address)) ||
      address.toLowerCase() === nativeToken.address.toLowerCase()
    return !standsForNative || (isSameSymbol(symbol, native) && decimals === NATIVE_DECIMALS)
  })
}

function unpayableReason(network: NetworkWithTokens, profile: Reach, isForReal: boolean): NetworkView['unpayable'] {
  const unusable = unusableReason(network, profile)
  if (unusable !== null) return unusable
  if (isForReal && network.isTestnet) return 'testnet'
  return listedTokens(network).some(({ isActive }) => isActive) ? null : 'no-tokens'
}

/** Returns why a network cannot be paid on, regardless of its tokens and the other networks, or null. */
export function unusableReason(
  network: Pick<NetworkWithTokens, 'isActive' | 'networkType' | 'chainId' | 'rpcUrl' | 'nativeToken'>,
  profile: Reach,
): Exclude<NetworkView['unpayable'], 'testnet' | 'no-tokens'> {
  if (!network.isActive) return 'inactive'
  if (!isEvm(network)) return 'not-evm'
  if (isNativeMisnamed(network)) return 'native-coin'
  return rpcUrlsOf(network, profile).length === 0 ? 'no-rpc' : null
}

/** Returns whether an unknown chain's native coin has a misleading name; a known chain shows the registry's name instead. */
function isNativeMisnamed({ chainId, nativeToken }: Pick<NetworkWithTokens, 'chainId' | 'nativeToken'>): boolean {
  return findKnownChain(chainId) === null && judgeNativeCoin({ chainId, ...nativeToken }) === 'lie'
}

/** Returns whether a network uses the EVM, the only kind Till signs for. */
export function isEvm(network: Pick<NetworkWithTokens, 'networkType'>): boolean {
  return network.networkType.trim().toUpperCase() === 'EVM'
}
