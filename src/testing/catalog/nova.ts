import type { ReadableDb } from '../../main/db/connections.ts'
import { price, rawBrand, rawVariant } from './cache.ts'
import { findSkus, type SearchQuery } from './search.ts'

/** Returns a product that costs `value` euros as a service sends it; `more` replaces fields. */
export function nova(sku: string, value: string, more: Readonly<Record<string, unknown>> = {}) {
  const euros = price('EUR', value, String(Number(value) * 1.1))
  return rawVariant(`NOVA_${sku}-I`, { price: euros, country: 'ES', ...more })
}

function plan(sku: string, value: string, dataGB: string | undefined, durationDays: string, more = {}) {
  return nova(sku, value, { dataGB, durationDays, subTypes: ['data'], productType: 'esim', ...more })
}

/** A brand with amounts, and one with plans that has a number in its name. */
export const novaAndRoamer = [
  { productType: 'topup', brands: [rawBrand('Nova', 1, [nova('5', '5'), nova('10', '10'), nova('100', '100')])] },
  {
    productType: 'esim',
    brands: [
      rawBrand('Roamer 10', 2, [
        plan('A', '4', '1', '7'),
        plan('B', '9', '5', '30'),
        plan('C', '20', undefined, '30', { dataUnlimited: true, voiceMinutes: '60' }),
      ]),
    ],
  },
]

/** Returns the short names of the products found: `5` of `NOVA_5-I`. */
export function findNova(db: ReadableDb, text: string, more: Partial<SearchQuery> = {}): string {
  return findSkus(db, { text, ...more })
    .map((sku) => sku.slice(5, -2))
    .join(' ')
}
