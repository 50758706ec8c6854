import { fractionDigits, unitsPerDollar } from './currencies.ts'
import type { Price } from './model.ts'

/** Returns the list price of `value` units of `currency`, with its approximate stable coin price (rounded up to a cent). */
export function listPrice(value: number, currency: string): Price {
  const cents = Math.ceil((value / (unitsPerDollar(currency) ?? 1)) * 100 - 1e-6)
  return {
    fiatCurrency: currency,
    fiatValue: value.toFixed(fractionDigits(currency)),
    stableCoinCurrency: 'USDC',
    stableCoinValue: (Math.max(cents, 1) / 100).toFixed(2),
  }
}

/** Returns a product's SKU: brand, country and amount joined by underscores, with the suffix `-I`. */
export function skuOf(brandSlug: string, country: string, price: Price): string {
  return `${brandSlug}_${country}_${price.fiatValue}-I`
}

/** Returns a brand's name for URLs: plain lower-case letters and digits, joined by hyphens. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain
    .replaceAll('&', 'and')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
