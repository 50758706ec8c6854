import { isAddressEqual, type Address } from 'viem'
import { isSameSymbol } from '../../../shared/networks/coin-names.ts'
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
