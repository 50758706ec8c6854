import type { QuoteView } from '../../shared/checkout/views.ts'
import type { Prices, SaleView } from '../../shared/sales/views.ts'
import { createSales, type SaleConfirmation, type Sales } from '../../main/sales/create-sales.ts'
import { createShifts, type Shifts } from '../../main/sales/shifts/create-shifts.ts'
import { openCashPrices } from '../../main/sales/prices/cash-prices.ts'
import { plainConsentTo } from '../purchases/consent.ts'
import { topup, type TestSandbox, type TestTill } from '../purchases/context.ts'

export const noLimits = {
  perSale: null,
  perClerk: null,
  perShift: null,
  perDay: null,
  cashOut: null,
  leastMarkup: '0',
}
export const shopPrices: Prices = {
  currency: 'MXN',
  rate: '17',
  limits: noLimits,
  showsExpected: true,
  rules: [
    { productType: null, brandSlug: null, country: null, percent: '10', fixed: '0', upTo: '0.5' },
    { productType: null, brandSlug: null, country: 'MX', percent: '90', fixed: '0', upTo: null },
  ],
}

/** A shop's sales over a till's ledger, with the clerks Ana and Ben and an open shift. */
export interface TestShop {
  readonly till: TestTill
  shifts: Shifts
  sales: Sales
}

/** Opens sales and shifts as a new process over the same ledger does. */
export function openSales(till: TestTill): TestShop {
  const now = (): number => Date.now() + till.clock.skewMs
  const shifts = createShifts(till.ledger, now)
  const cashPrices = openCashPrices(till.ledger, { product: () => null }, shifts, () => null)
  return {
    till,
    shifts,
    sales: createSales({ ledger: till.ledger, now, shifts, cashPrices, purchases: till.purchases }),
  }
}

/** Opens a new shop, whose first shift has a float of 500. */
export async function openShop(sandbox: TestSandbox): Promise<TestShop> {
  const till = await sandbox.till()
  till.ledger.exec(`INSERT INTO clerks (id, name, colour, pin, added_at) VALUES
    ('ana', 'Ana', 'teal', x'00', 1), ('ben', 'Ben', 'rose', x'00', 1)`)
  const shop = openSales(till)
  shop.shifts.setPrices(shopPrices)
  shop.shifts.open('500')
  return shop
}

/** Returns what a clerk confirms of an offer, with a note of 500. */
export async function consentTo(
  { sales }: TestShop,
  offer: QuoteView,
  changes: Partial<SaleConfirmation> = {},
): Promise<SaleConfirmation> {
  return {
    ...plainConsentTo(offer),
    acceptFee: false,
    price: (await sales.offer(offer.purchaseId, 'ana')).price,
    given: '500',
    acceptSame: false,
    byManager: false,
    ...changes,
  }
}

/** Sells a product for cash. */
export async function sell(
  shop: TestShop,
  sku = topup,
  changes: Partial<SaleConfirmation> = {},
  clerk: string | null = 'ana',
): Promise<SaleView> {
  return shop.sales.confirm(await consentTo(shop, await shop.till.quote('harbour', 'usdc', sku), changes), clerk)
}
