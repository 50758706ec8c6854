import { knownCoins } from './known-coins.ts'

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
