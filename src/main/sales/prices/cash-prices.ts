import type { ProductRowView } from '../../../shared/catalog/views.ts'
import { compareDecimals, type Decimal } from '../../../shared/money.ts'
import { isDollar } from '../../../shared/networks/coin-names.ts'
import type { WritableDb } from '../../db/connections.ts'
import type { PriceChangeView } from '../../../shared/sales/views.ts'
import type { OnSale } from '../../../shared/catalog/on-sale.ts'
import type { Shifts } from '../shifts/create-shifts.ts'
import { readQuotedFees, type QuotedFee } from '../../purchases/quote/quoted-fee-repository.ts'
import { cashPriceOfProduct, type Rules } from './cash-price-of.ts'
import { readEarlierPrices, readRetailPrice, writeRetailPrice } from './retail-price-repository.ts'
import { withServiceFee } from './service-fee.ts'
import { readOpenShift } from '../shifts/shifts-repository.ts'

/** The products quoted last, which tell the service's fee. */
const LEARNT_AMONG = 200

/** A price, and whether it lacks the service's fee, which is not known: it may still rise until a shift fixes it. */
export interface ShownPrice {
  readonly price: Decimal
  readonly withoutFee: boolean
}

/** The cash prices of products, in the shop's currency. */
export interface CashPrices {
  /**
   * Returns a product's price: the catalog's cost with the service's fee as far as quotes told it, and the shop's markup. The first answer
   * in a shift fixes it, as the retail price, until the shift closes or the manager sets new prices. Null before prices are set, or without a price in dollars.
   */
  of(product: ProductRowView): Decimal | null
  /** Returns the price of a product on sale as `of` does; null if it is not on sale. */
  ofSku(sku: string): Decimal | null
  /** Returns the price of `ofSku` as it shows to a customer; null if there is none. */
  show(sku: string): ShownPrice | null
  /** Returns the cost and the price of a product on sale by other rules, and whether the service's fee is known; null without a price in dollars. */
  try(sku: string, rules: Rules): { cost: Decimal; price: Decimal; knowsFee: boolean } | null
  /** Returns whether the service's fee for a product on sale is known. */
  knowsFee(sku: string): boolean
  /**
   * Returns the dearest of the products on sale if neither it nor a dearer one was quoted: a dear product's quote tells the share that the fee
   * takes of all cheaper ones. Null otherwise.
   */
  toAskFor(skus: readonly string[]): string | null
  /** Returns the products that cost something else in the open shift than in the last one that had them; fixes their prices. */
  changes(): PriceChangeView[]
  /** Fixes another price for the rest of the open shift. */
  fix(sku: string, price: Decimal): void
}

/** Opens the cash prices of the ledger's open shift; `service` returns the key of the service in use, null before there is one. */
export function openCashPrices(
  ledger: WritableDb,
  onSale: Pick<OnSale, 'product'>,
  shifts: Pick<Shifts, 'prices'>,
  service: () => string | null,
): CashPrices {
  const quoted = (): QuotedFee[] => readLearnt(ledger, service())
  /** Returns what a product costs in dollar coins, with the service's fee if it is known; null without a price in dollars. */
  function costOf(
    { sku, price }: ProductRowView,
    fees: readonly QuotedFee[] = quoted(),
  ): { coins: Decimal; knowsFee: boolean } | null {
    const { stableCoinCurrency, stableCoinValue } = price
    if (!isDollar(stableCoinCurrency)) return null
    const full = withServiceFee(sku, stableCoinValue, fees)
    return { coins: full ?? stableCoinValue, knowsFee: full !== null }
  }
  function ifOnSale<T>(sku: string, read: (product: ProductRowView) => T | null): T | null {
    const product = onSale.product(sku)
    return product === null ? null : read(product)
  }
  function show(product: ProductRowView, fees?: readonly QuotedFee[]): ShownPrice | null {
    const prices = shifts.prices()
    if (prices === null) return null
    const open = readOpenShift(ledger)
    // A policy may change the currency while a shift is open: nothing can be sold then.
    const shift = open?.currency === prices.currency ? open.number : null
    const fixed = shift === null ? null : readRetailPrice(ledger, shift, product.sku)
    if (fixed !== null) return { price: fixed, withoutFee: false }
    const cost = costOf(product, fees)
    if (cost === null) return null
    const { price } = cashPriceOfProduct(product, cost.coins, prices)
    if (shift !== null) writeRetailPrice(ledger, shift, product.sku, price)
    return { price, withoutFee: shift === null && !cost.knowsFee }
  }
  const of = (product: ProductRowView): Decimal | null => show(product)?.price ?? null
  return {
    of,
    ofSku: (sku) => ifOnSale(sku, of),
    show: (sku) => ifOnSale(sku, (product) => show(product)),
    try(sku, rules) {
      const product = onSale.product(sku)
      const known = product && costOf(product)
      if (product === null || known === null) return null
      const { cost, price } = cashPriceOfProduct(product, known.coins, rules)
      return { cost, price, knowsFee: known.knowsFee }
    },
    knowsFee: (sku) => ifOnSale(sku, (product) => costOf(product))?.knowsFee === true,
    toAskFor: (skus) =>
      findToAskFor(
        skus.flatMap((sku) => onSale.product(sku) ?? []),
        quoted(),
      ),
    changes: () => findChanges(readEarlier(ledger, shifts.prices()), onSale, quoted(), show),
    fix(sku, price) {
      const shift = readOpenShift(ledger)
      if (shift !== null) writeRetailPrice(ledger, shift.number, sku, price)
    },
  }
}

/** Returns the newest quotes of a service; none before there is one. */
function readLearnt(ledger: WritableDb, service: string | null): QuotedFee[] {
  return service === null ? [] : readQuotedFees(ledger, service, LEARNT_AMONG)
}

/** Returns the prices of earlier shifts; none while the drawer holds another currency than the prices, which a policy may change. */
function readEarlier(ledger: WritableDb, prices: Rules | null): ReturnType<typeof readEarlierPrices> {
  const open = readOpenShift(ledger)
  if (open === null || open.currency !== prices?.currency) return []
  return readEarlierPrices(ledger, open.number, open.currency)
}

/** Compares the prices of the open shift, which `show` fixes, with those of the last one that had each product. */
function findChanges(
  earlier: ReturnType<typeof readEarlierPrices>,
  onSale: Pick<OnSale, 'product'>,
  fees: readonly QuotedFee[],
  show: (product: ProductRowView, fees: readonly QuotedFee[]) => ShownPrice | null,
): PriceChangeView[] {
  return earlier.flatMap(({ sku, price: before }) => {
    const product = onSale.product(sku)
    const now = product && show(product, fees)?.price
    return product === null || !now || compareDecimals(now, before) === 0 ? [] : [{ product, before, now }]
  })
}

/** Returns the dearest product in dollars unless a quote with an amount tells the fee for it; null otherwise. */
function findToAskFor(products: readonly ProductRowView[], quoted: readonly QuotedFee[]): string | null {
  const [dearest] = products
    .filter(({ price }) => isDollar(price.stableCoinCurrency))
    .toSorted((one, other) => compareDecimals(other.price.stableCoinValue, one.price.stableCoinValue))
  if (dearest === undefined) return null
  const { sku, price } = dearest
  const isKnown = quoted
    .filter(({ amount }) => compareDecimals(amount, '0') > 0)
    .some((one) => one.sku === sku || compareDecimals(one.amount, price.stableCoinValue) >= 0)
  return isKnown ? null : sku
}
