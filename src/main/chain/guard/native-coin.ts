import { isAddressEqual, zeroAddress, type Address } from 'viem'
import { isSameSymbol } from '../../../shared/networks/coin-names.ts'
import { isStableCoinName } from './known-coins.ts'
import { findKnownChain } from '../registry/find-known-chain.ts'

/** Decimals of every EVM chain's native coin, regardless of what a service lists. */
export const NATIVE_DECIMALS = 18

const placeholders: readonly Address[] = [zeroAddress, '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE']

/** Returns whether a listed token address is one of the two placeholders for the native coin. */
export function isNativePlaceholder(address: Address): boolean {
  return placeholders.some((placeholder) => isAddressEqual(placeholder, address))
}

/** Returns the symbol of a chain's native coin: the registry's, or for an unknown chain the one the service lists. */
export function nativeSymbolOf(chainId: number, listed: string): string {
  return findKnownChain(chainId)?.native.symbol ?? listed
}

/** A native coin as a service lists it. */
export interface ListedNative {
  readonly chainId: number
  readonly symbol: string
  readonly decimals: number
}

/**
 * Compares a listed native coin with the registry. `known` if it matches; `unknown` if only the service names it; `lie` if the chain has
 * another one, its decimals are not 18, or its name is a stable coin's or may look like one.
 */
export function judgeNativeCoin({ chainId, symbol, decimals }: ListedNative): 'known' | 'unknown' | 'lie' {
  if (decimals !== NATIVE_DECIMALS) return 'lie'
  const known = findKnownChain(chainId)
  if (known !== null) return isSameSymbol(known.native.symbol, symbol) ? 'known' : 'lie'
  // A symbol with letters of another alphabet does not equal itself here: it may look like any coin's.
  const isReadable = symbol === '' || isSameSymbol(symbol, symbol)
  return isReadable && !isStableCoinName(symbol) ? 'unknown' : 'lie'
}
