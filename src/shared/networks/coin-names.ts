/** The names of dollar coins on the networks that Till knows, as used by their issuers and contracts. */
export const dollarCoins = [
  'USDC',
  'USDC.e',
  'USDbC',
  'USDT',
  'USDT0',
  'BSC-USD',
  'DAI',
  'WXDAI',
  'cUSD',
  'PYUSD',
] as const

/** The names of the dollar itself. */
const dollarSigns = ['USD', 'US$']

/** Returns whether dollar coins have this name on other networks. It does not vouch for the coin: no trusted source knows its contract. */
export function isDollarName(symbol: string): boolean {
  return dollarCoins.some((name) => isSameSymbol(name, symbol))
}

/** Returns whether a price in this currency or coin is one in dollars. */
export function isDollar(symbol: string): boolean {
  return dollarSigns.includes(symbol.trim().toUpperCase()) || isDollarName(symbol)
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
