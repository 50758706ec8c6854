import { cashPrice, ruleFor, type CashPrice, type Priced } from '../../shared/sales/cash-price.ts'
import { AppError } from '../../shared/errors.ts'
import type { Decimal } from '../../shared/money.ts'
import type { Prices } from '../../shared/sales/views.ts'
import type { Offered } from '../purchases/create-purchases.ts'

const noMarkup = { percent: '0', fixed: '0', upTo: null }

/**
 * What an offer costs in cash: the coins it takes, fee of the service and all, at the shop's rate, and the markup; what the network takes
 * is not in it. AppError `quote-refused` where it is paid with a coin that is no dollar, which the rate says nothing about.
 */
export function priceOffered({ product, quote, isDollar }: Offered, prices: Prices): CashPrice {
  if (!isDollar) throw new AppError('quote-refused', 'The rate is for dollars', { details: { reason: 'other-coin' } })
  return priceInCash(product, quote.totalAmount, prices)
}

/** What a product that takes `coins` dollars' worth costs in cash, by the shop's rate and the markup that fits it. */
export function priceInCash(product: Priced, coins: Decimal, { currency, rate, rules }: Prices): CashPrice {
  return cashPrice(coins, rate, ruleFor(product, rules) ?? noMarkup, decimalsOf(currency))
}

/** Decimals of a currency's smallest coin, by ISO 4217 as the engine knows it. */
function decimalsOf(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
}
