import { isDollarName } from '../../../shared/networks/coin-names.ts'
import type { NetworkView } from '../../../shared/networks/views.ts'
import type { CatalogStore } from '../../catalog/catalog-store.ts'
import type { ReadableDb } from '../../db/connections.ts'
import type { Profiles } from '../../profiles/profiles.ts'
import { serviceInUse, type Services } from '../../profiles/services.ts'
import type { Purchases } from '../../purchases/create-purchases.ts'
import type { Counter } from '../../sales/counter.ts'
import type { CashPrices } from '../../sales/prices/cash-prices.ts'
import { buildPriced } from './build-choice.ts'

export interface FeeParts {
  readonly cache: ReadableDb
  readonly catalog: Pick<CatalogStore, 'use'>
  readonly profiles: Pick<Profiles, 'current'>
  readonly services: Pick<Services, 'get'>
  readonly networks: { views(): readonly NetworkView[] }
  readonly purchases: Pick<Purchases, 'askFee'>
  readonly counter: Pick<Counter, 'get'>
  readonly cashPrices: Pick<CashPrices, 'toAskFor' | 'knowsFee'>
}

/** Nobody waits longer for a fee that was not asked for by hand. */
const WAITS_MS = 4_000

/**
 * Learns the service's fee from one price of a product, which is never paid, in the first dollar coin that can pay. Returns whether the fee
 * is known now: without such a coin nothing is asked, and a price that cannot be paid teaches nothing.
 */
export async function learnFee(parts: FeeParts, sku: string, signal?: AbortSignal): Promise<boolean> {
  const service = serviceInUse(parts.profiles, parts.services)
  const [coin] = parts.networks
    .views()
    .filter(({ unpayable }) => unpayable === null)
    .flatMap(({ key: networkKey, tokens }) =>
      tokens
        .filter(({ symbol, isActive }) => isActive && isDollarName(symbol))
        .map(({ key: tokenKey }) => ({ networkKey, tokenKey })),
    )
  if (coin !== undefined) {
    const priced = buildPriced(parts.catalog, parts.cache, service.profile, { sku, ...coin })
    await parts.purchases.askFee(service, priced, signal)
  }
  return parts.cashPrices.knowsFee(sku)
}

/** Learns the fee for the counter's products before their prices are fixed for a shift; a shift opens without it too. */
export async function learnFeeForShift(parts: FeeParts): Promise<void> {
  const { pages, recent } = parts.counter.get()
  const shown = [...pages.flatMap(({ products }) => products), ...recent]
  const sku = parts.cashPrices.toAskFor(shown.map(({ product }) => product.sku))
  if (sku !== null) await learnFee(parts, sku, AbortSignal.timeout(WAITS_MS)).catch(() => undefined)
}

/**
 * Returns a function that learns the fee for products before a shift shows their prices, and says whether it learnt it. It never throws, and
 * never asks twice for the same product.
 */
export function createFeeOnce(parts: FeeParts): (skus: readonly string[]) => Promise<boolean> {
  const asked = new Set<string>()
  return async (skus) => {
    const sku = parts.cashPrices.toAskFor(skus)
    if (sku === null || asked.has(sku)) return false
    asked.add(sku)
    return learnFee(parts, sku, AbortSignal.timeout(WAITS_MS)).catch(() => false)
  }
}
