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
 * What Till itself knows of a coin: that it is what it is listed as, with its currency; that it is listed as another (`lie`); that
 * another coin of this network has its name (`namesake`); or nothing.
 */
export type CoinJudgement =
  { readonly is: 'known'; readonly currency: KnownCoin['currency'] } | { readonly is: 'lie' | 'namesake' | 'unknown' }

/** Compares a listed coin with the coins that Till knows; pure. */
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

/** Whether dollar coins go by this name on other networks; says nothing of a coin whose contract nobody trustworthy was asked about. */
export function isDollarName(symbol: string): boolean {
  return knownCoins.some(
    ({ names, currency }) => currency === 'USD' && names.some((name) => isSameSymbol(name, symbol)),
  )
}

/** Whether a stable coin of any known network goes by this name. */
export function isStableCoinName(symbol: string): boolean {
  return knownCoins.some(({ names }) => names.some((name) => isSameSymbol(name, symbol)))
}

/** Whether two symbols are one coin's: alike but for case and signs, Tether's ₮ being a T. */
export function isSameSymbol(one: string, other: string): boolean {
  const plain = plainSymbol(one)
  return plain !== '' && plain === plainSymbol(other)
}

/** Letters and digits of a symbol; one with letters of another alphabet is nobody's, since those may look alike. */
function plainSymbol(symbol: string): string {
  const latin = symbol.replaceAll('₮', 'T')
  return /^[\x20-\x7e]*$/.test(latin) ? latin.toUpperCase().replace(/[^A-Z0-9]/g, '') : ''
}
