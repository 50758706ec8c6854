import { fractionDigits, unitsPerDollar } from './currencies.ts'
import type { Price } from './model.ts'

/** The list price of `value` units of `currency`, with what it is about in the stable coin (cents rounded up). */
export function listPrice(value: number, currency: string): Price {
  const cents = Math.ceil((value / (unitsPerDollar(currency) ?? 1)) * 100 - 1e-6)
  return {
    fiatCurrency: currency,
    fiatValue: value.toFixed(fractionDigits(currency)),
    stableCoinCurrency: 'USDC',
    stableCoinValue: (Math.max(cents, 1) / 100).toFixed(2),
  }
}

/** The SKU of a product: brand, country and amount joined by underscores, with the trailing `-I`. */
export function skuOf(brandSlug: string, country: string, price: Price): string {
  return `${brandSlug}_${country}_${price.fiatValue}-I`
}

/** A brand's name as it stands in addresses: plain lower-case letters and digits, joined by hyphens. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain
    .replaceAll('&', 'and')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
