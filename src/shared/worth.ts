/** How much of each currency (ISO 4217) one dollar coin buys. */
export type Rates = Readonly<Record<string, number>>

/**
 * Returns about how much an amount of dollar coins is worth in a currency, rounded to `digits` decimals: balances down, costs up. Null if
 * no rate is known or nothing would be left.
 */
export function worthOf(
  coins: number,
  currency: string,
  rates: Rates,
  digits: number,
  rounding: 'up' | 'down',
): number | null {
  const perCoin = rates[currency]
  if (perCoin === undefined || !Number.isFinite(coins)) return null
  const scale = 10 ** digits
  // Binary fractions: 5.24 × 100 is a little more than 524.
  const scaled = Number((coins * perCoin * scale).toPrecision(12))
  const worth = (rounding === 'up' ? Math.ceil(scaled) : Math.floor(scaled)) / scale
  return worth > 0 ? worth : null
}

/**
 * Returns the currency in which a person reads prices: of their countries, the first one's with a known rate, else the first one's; dollars
 * for somebody without any. Null while it is unknown.
 */
export function readingCurrency(
  countries: readonly (string | null)[],
  currencyOf: (iso2: string) => string | null,
  hasRate: (currency: string) => boolean,
): string | null {
  const places = countries.filter((iso2) => iso2 !== null)
  if (places.length === 0) return 'USD'
  const known = places.map(currencyOf).filter((code) => code !== null)
  return known.find(hasRate) ?? known[0] ?? null
}
