import { cashPrice, ruleFor, type CashPrice, type MarkupSubject } from '../../../shared/sales/cash-price.ts'
import { currencyDecimals } from '../../../shared/currencies.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Decimal } from '../../../shared/money.ts'
import type { Prices } from '../../../shared/sales/views.ts'
import type { Offered } from '../../purchases/buy.ts'

/** What a cash price is calculated by. */
export type Rules = Pick<Prices, 'currency' | 'rate' | 'rules'>

const noMarkup = { percent: '0', fixed: '0', upTo: null }

/** An offer's price in cash. */
export interface OfferCashPrice extends CashPrice {
  /** The lowest price that keeps the shop's least markup: never below the cost. */
  readonly least: Decimal
}

/**
 * Returns the cash price of an offer: its coins, with the service's fee, at the shop's rate, plus the markup. Network fees are not
 * included. Throws AppError `quote-refused` for a coin that is not a dollar coin, because the shop's rate does not apply to it.
 */
export function cashPriceOfOffer({ product, quote, isDollar }: Offered, prices: Prices): OfferCashPrice {
  if (!isDollar) throw new AppError('quote-refused', 'The rate is for dollars', { details: { reason: 'other-coin' } })
  const { currency, rate, rules, limits } = prices
  const lowest = { percent: limits.leastMarkup, fixed: '0', upTo: ruleFor(product, rules)?.upTo ?? null }
  return {
    ...cashPriceOfProduct(product, quote.totalAmount, prices),
    least: cashPrice(quote.totalAmount, rate, lowest, currencyDecimals(currency)).price,
  }
}

/** Returns the cash price of a product that costs `coins` dollars, by the shop's rate and the matching markup. */
export function cashPriceOfProduct(
  product: MarkupSubject,
  coins: Decimal,
  { currency, rate, rules }: Rules,
): CashPrice {
  return cashPrice(coins, rate, ruleFor(product, rules) ?? noMarkup, currencyDecimals(currency))
}
