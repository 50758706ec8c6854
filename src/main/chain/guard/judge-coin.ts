import { isAddressEqual, type Address } from 'viem'
import { knownCoins, type KnownCoin } from './known-coins.ts'

/** A coin as a service lists it. */
export interface ListedCoin {
  readonly chainId: number
  readonly address: Address
  readonly symbol: string
  readonly decimals: number
}

/**
 * What Till knows about a listed coin: `known` with its currency, a `lie` if its address belongs to another name or other decimals, a
 * `namesake` if another coin of this network has its name, or `unknown`.
 */
export type CoinJudgement =
  { readonly is: 'known'; readonly currency: KnownCoin['currency'] } | { readonly is: 'lie' | 'namesake' | 'unknown' }

/** Compares a listed coin with the known coins; pure. */
export function judgeCoin({ chainId, address, symbol, decimals }: ListedCoin): CoinJudgement {
  const here = knownCoins.flatMap(({ addresses, ...coin }) => {
    const at = addresses[chainId]
    return at === undefined ? [] : [{ ...coin, at }]
  })
  const isCalled = ({ names }: Pick<KnownCoin, 'names'>): boolean => names.some((name) => isSameSymbol(name, symbol))
  const coin = here.find(({ at }) => isAddressEqual(at, address))
  if (coin === undefined) return { is: here.some(isCalled) ? 'namesake' : 'unknown' }
  return coin.decimals === decimals && isCalled(coin) ? { is: 'known', currency: coin.currency } : { is: 'lie' }
}

/** Returns whether dollar coins have this name on other networks. It does not vouch for the coin: no trusted source knows its contract. */
export function isDollarName(symbol: string): boolean {
  return knownCoins.some(
    ({ names, currency }) => currency === 'USD' && names.some((name) => isSameSymbol(name, symbol)),
  )
}

/** Returns whether a stable coin of any known network has this name. */
export function isStableCoinName(symbol: string): boolean {
  return knownCoins.some(({ names }) => names.some((name) => isSameSymbol(name, symbol)))
}

/** Returns whether two symbols mean the same coin. Case and punctuation do not count, and Tether's ₮ is a T. */
export function isSameSymbol(one: string, other: string): boolean {
  const plain = plainSymbol(one)
  return plain !== '' && plain === plainSymbol(other)
}

/** Returns the letters and digits of a symbol. Letters of another alphabet make a symbol unusable, since they may look like Latin ones. */
function plainSymbol(symbol: string): string {
  const latin = symbol.replaceAll('₮', 'T')
  return /^[\x20-\x7e]*$/.test(latin) ? latin.toUpperCase().replace(/[^A-Z0-9]/g, '') : ''
}
