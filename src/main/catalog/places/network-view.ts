import { isAddress } from 'viem'
import type { Profile } from '../../../shared/services/profile.ts'
import { isSafeAddress } from '../../../shared/safe-address.ts'
import { cleanName } from '../../../shared/clean-name.ts'
import { mayName } from '../../../shared/reach.ts'
import type { NetworkView } from '../../../shared/networks/views.ts'
import { isSameSymbol, isStableCoinName } from '../../chain/guard/judge-coin.ts'
import { isNativePlaceholder, judgeNativeCoin, nativeSymbolOf, NATIVE_DECIMALS } from '../../chain/guard/native-coin.ts'
import { findKnownChain } from '../../chain/registry/find-known-chain.ts'
import { imagePath } from '../images/image-id.ts'
import type { NetworkWithTokens } from './places-repository.ts'

type Reach = Pick<Profile, 'baseUrl' | 'rpcUrls'>

/** The RPC addresses of a network that Till may use: the profile's own for its chain first, the service's after. */
export function rpcUrlsOf(
  network: Pick<NetworkWithTokens, 'chainId' | 'rpcUrl'>,
  { baseUrl, rpcUrls }: Reach,
): string[] {
  const theirs = mayName(baseUrl, network.rpcUrl) ? [network.rpcUrl] : []
  return [...new Set([...(rpcUrls[String(network.chainId)] ?? []), ...theirs])].filter(isSafeAddress)
}

/** What a renderer may see of a service's networks, each with the reason where it cannot be paid with. */
export function toNetworkViews(networks: readonly NetworkWithTokens[], profile: Reach): NetworkView[] {
  // A service that can be paid on nothing but test networks is there to try things out.
  const isForReal = networks.some((network) => network.isActive && !network.isTestnet && isEvm(network))
  return networks.map((network) => toNetworkView(network, unpayableReason(network, profile, isForReal)))
}

function toNetworkView(network: NetworkWithTokens, unpayable: NetworkView['unpayable']): NetworkView {
  const { key, name, chainId, networkType, isTestnet, logoUrl, nativeToken } = network
  return {
    key,
    name: name || key,
    chainId,
    networkType,
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

/** The name of a chain's native coin: the registry's, else the service's, unless that is like a stable coin's; then its symbol. */
function nativeNameOf(chainId: number, { name, symbol }: NetworkWithTokens['nativeToken']): string {
  const listed = cleanName(name)
  const misleads = isStableCoinName(listed) || /usd|dollar|tether|\bdai\b/i.test(listed)
  return findKnownChain(chainId)?.native.name ?? (misleads || listed === '' ? symbol : listed)
}

/** A network's tokens without those that stand for its native coin under the name or decimals of another. */
function listedTokens({ chainId, nativeToken, tokens }: NetworkWithTokens): NetworkWithTokens['tokens'] {
  const native = nativeSymbolOf(chainId, nativeToken.symbol)
  return tokens.filter(({ address, symbol, decimals }) => {
    const standsForNative =
      (isAddress(address) && isNativePlaceholder(address)) ||
      (address !== '' && address.toLowerCase() === nativeToken.address.toLowerCase())
    return !standsForNative || (isSameSymbol(symbol, native) && decimals === NATIVE_DECIMALS)
  })
}

function unpayableReason(network: NetworkWithTokens, profile: Reach, isForReal: boolean): NetworkView['unpayable'] {
  const unusable = unusableReason(network, profile)
  if (unusable !== null) return unusable
  if (isForReal && network.isTestnet) return 'testnet'
  return listedTokens(network).some(({ isActive }) => isActive) ? null : 'no-tokens'
}

/** Why a network can't be paid with whatever its tokens and whoever else is there, or null. */
export function unusableReason(
  network: Pick<NetworkWithTokens, 'isActive' | 'networkType' | 'chainId' | 'rpcUrl' | 'nativeToken'>,
  profile: Reach,
): Exclude<NetworkView['unpayable'], 'testnet' | 'no-tokens'> {
  if (!network.isActive) return 'inactive'
  if (!isEvm(network)) return 'not-evm'
  if (isNativeMisnamed(network)) return 'native-coin'
  return rpcUrlsOf(network, profile).length === 0 ? 'no-rpc' : null
}

/** Whether an unknown chain's native coin is listed as what it cannot be; of a known chain the registry's name is shown instead. */
function isNativeMisnamed({ chainId, nativeToken }: Pick<NetworkWithTokens, 'chainId' | 'nativeToken'>): boolean {
  return findKnownChain(chainId) === null && judgeNativeCoin({ chainId, ...nativeToken }) === 'lie'
}

/** Whether a network speaks Ethereum's language, the only one Till signs in. */
export function isEvm(network: Pick<NetworkWithTokens, 'networkType'>): boolean {
  return network.networkType.trim().toUpperCase() === 'EVM'
}
