import { addDecimals, compareDecimals, multiplyDecimals, roundUp, subtractDecimals, type Decimal } from '../money.ts'

/** The properties of a product that a markup may depend on. */
export interface MarkupSubject {
  readonly productType: string
  readonly brandSlug: string
  readonly country: string | null
}

/** The customer's surcharge: a share of the shop's cost (in percent), a fixed amount, and rounding up to whole coins. */
export interface Markup {
  readonly percent: Decimal
  readonly fixed: Decimal
  /** The smallest coin that prices are rounded up to; null for no rounding. */
  readonly upTo: Decimal | null
}

/** A markup for products that match all conditions set. */
export interface MarkupRule extends Markup {
  readonly productType: string | null
  readonly brandSlug: string | null
  readonly country: string | null
}

/** The customer's price, the shop's cost and the margin, in the shop's currency. */
export interface CashPrice {
  readonly price: Decimal
  readonly cost: Decimal
  /** Never negative: a markup only adds. */
  readonly margin: Decimal
}

/** Returns the most specific rule for a product: by brand before country before type, the later of two equal ones; null if none matches. */
export function ruleFor(product: MarkupSubject, rules: readonly MarkupRule[]): MarkupRule | null {
  const specificity = ({ brandSlug, country, productType }: MarkupRule): number =>
    (brandSlug === null ? 0 : 4) + (country === null ? 0 : 2) + (productType === null ? 0 : 1)
  return rules
    .filter((rule) =>
      (['productType', 'brandSlug', 'country'] as const).every(
        (key) => rule[key] === null || rule[key] === product[key],
      ),
    )
    .reduce<MarkupRule | null>(
      (best, rule) => (best === null || specificity(rule) >= specificity(best) ? rule : best),
      null,
    )
}

/**
 * Returns the price in cash of something that costs `coins` dollars, at `rate` of the shop's currency per dollar; `decimals` are the
 * currency's.
 */
export function cashPrice(coins: Decimal, rate: Decimal, markup: Markup, decimals: number): CashPrice {
  const smallest = decimals === 0 ? '1' : `0.${'0'.repeat(decimals - 1)}1`
  const cost = roundUp(multiplyDecimals(coins, rate), smallest)
  const share = multiplyDecimals(cost, multiplyDecimals(markup.percent, '0.01'))
  const whole = addDecimals([cost, share, markup.fixed])
  const step = markup.upTo !== null && compareDecimals(markup.upTo, smallest) > 0 ? markup.upTo : smallest
  const price = roundUp(whole, step)
  return { price, cost, margin: subtractDecimals(price, cost) }
}
