import type { Database } from '../../src/main/db/open-database.ts'
import type { Choice } from '../../src/main/purchases/offer.ts'
import { buy } from './buy.ts'
import type { Life } from './life.ts'
import { CHAIN_ID, contracts, type Town } from './town.ts'

/** What a person would buy now: `retryOf` names the purchase that Till says is not paid and may be bought again. */
export interface Wish {
  readonly retryOf: string | null
}

/** More often nobody tries. */
const MOST_PURCHASES = 4
const PAUSE_MS = 5_000

/** Whoever reads of a payment that this ledger did not make does not buy again. */
export function isToldOfOther(ledger: Database): boolean {
  return ledger.prepare('SELECT 1 FROM foreign_payments').get() !== undefined
}

/** What is left to buy for someone who wants one thing: it again, as long as Till shows that it was not paid and offers that. */
export function wishOf({ purchases, ledger }: Life): Wish | null {
  if (isToldOfOther(ledger)) return null
  const stored = ledger.prepare('SELECT id FROM purchases').all() as { id: string }[]
  if (stored.length === 0) return { retryOf: null }
  if (stored.length >= MOST_PURCHASES) return null
  const unpaid = stored
    .map(({ id }) => purchases.get(id))
    .find((view) => view.status === 'not-paid' && view.retriedBy.length === 0)
  return unpaid ? { retryOf: unpaid.id } : null
}

/** Someone who tries again until Till says that the purchase is under way, and buys again whenever Till offers it. */
export async function buyUntilPaid(town: Town, life: Life): Promise<void> {
  while (!life.points.ended) {
    try {
      const wish = wishOf(life)
      if (wish) await buy(life.purchases, life.service, choiceOf(town), wish.retryOf)
    } catch {
      // The next try comes after the pause.
    }
    if (!life.points.ended) await town.clock.sleep(PAUSE_MS)
  }
}

/** What is bought in a town of either shape. */
export function choiceOf({ shape, network }: Town): Choice {
  const token = contracts.tokens[shape === 'transfer' ? 0 : 1]
  if (!token) throw new Error('No token')
  return {
    product: {
      ...{ sku: 'oak_US_5-I', brandSlug: 'oak', brandName: 'Oak', productType: 'topup', country: 'US', image: null },
      facts: null,
      ...{ fiatCurrency: 'USD', listed: null, fiatValue: '5' },
    },
    network: {
      ...{ key: 'sim', name: 'Simulated', chainId: CHAIN_ID, rpcUrls: [...network.urls], explorerUrl: '' },
      ...{ nativeSymbol: 'ETH', nativeAddress: `0x${'e'.repeat(40)}` },
      protocolContracts: [contracts.router],
    },
    token: { ...token, key: token.symbol.toLowerCase(), minAllowance: null, maxAllowance: null },
    delivery: { reference: '+12015550123', fields: [] },
  }
}
