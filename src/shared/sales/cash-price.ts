import { addDecimals, compareDecimals, multiplyDecimals, roundUp, subtractDecimals, type Decimal } from '../money.ts'

/** What a product is, as far as a markup may depend on it. */
export interface Priced {
  readonly productType: string
  readonly brandSlug: string
  readonly country: string | null
}

/** What a customer pays on top: a share of what it costs the shop (in percent), a fixed amount, and up to whole coins. */
export interface Markup {
  readonly percent: Decimal
  readonly fixed: Decimal
  /** The smallest coin that prices are rounded up to; null leaves them as they are. */
  readonly upTo: Decimal | null
}

/** A markup for what fits every condition that is set. */
export interface MarkupRule extends Markup {
  readonly productType: string | null
  readonly brandSlug: string | null
  readonly country: string | null
}

/** In the shop's currency: what the customer pays, what the shop pays, and what is left. */
export interface CashPrice {
  readonly price: Decimal
  readonly cost: Decimal
  /** Never negative: a markup only adds. */
  readonly margin: Decimal
}

/** The rule that says most about a product: of its brand before its country before its type, the later of two alike; null where none fits. */
export function ruleFor(product: Priced, rules: readonly MarkupRule[]): MarkupRule | null {
  const weigh = ({ brandSlug, country, productType }: MarkupRule): number =>
    (brandSlug === null ? 0 : 4) + (country === null ? 0 : 2) + (productType === null ? 0 : 1)
  return rules
    .filter((rule) =>
      (['productType', 'brandSlug', 'country'] as const).every(
        (key) => rule[key] === null || rule[key] === product[key],
      ),
    )
    .reduce<MarkupRule | null>((best, rule) => (best === null || weigh(rule) >= weigh(best) ? rule : best), null)
}

/** The price in cash of what costs `coins` dollars' worth, at `rate` of the shop's currency for a dollar; `decimals` are the currency's. */
export function cashPrice(coins: Decimal, rate: Decimal, markup: Markup, decimals: number): CashPrice {
  const smallest = decimals === 0 ? '1' : `0.${'0'.repeat(decimals - 1)}1`
  const cost = roundUp(multiplyDecimals(coins, rate), smallest)
  const share = multiplyDecimals(cost, multiplyDecimals(markup.percent, '0.01'))
  const whole = addDecimals([cost, share, markup.fixed])
  const step = markup.upTo !== null && compareDecimals(markup.upTo, smallest) > 0 ? markup.upTo : smallest
  const price = roundUp(whole, step)
  return { price, cost, margin: subtractDecimals(price, cost) }
}
