import { z } from 'zod'
import type { ProductRowView } from '../../shared/catalog/views.ts'
import { compareDecimals, isDecimal, toUnits, type Decimal } from '../../shared/money.ts'
import { productFacts } from '../../shared/catalog/variant-views.ts'

const decimal = z.string().refine(isDecimal)
const noFacts: z.output<typeof productFacts> = {
  data: { gigabytes: null, unlimited: false, speeds: [] },
  sms: { count: null, unlimited: false },
  voice: { minutes: null, unlimited: false },
  durationDays: null,
  roaming: { country: null, speeds: [] },
}

/** A product as the person last saw it, kept so that it can be named when it is gone. Facts that an older Till wrote otherwise are left out. */
export const seenProductSchema = z.object({
  sku: z.string(),
  brandSlug: z.string(),
  brandName: z.string(),
  country: z.string(),
  supportedCountries: z.array(z.string()).catch([]),
  productType: z.string(),
  image: z.string().startsWith('/image/').nullable().catch(null),
  shortNotes: z.string().catch(''),
  price: z.object({
    fiatCurrency: z.string(),
    fiatValue: decimal,
    stableCoinCurrency: z.string(),
    stableCoinValue: decimal,
  }),
  facts: productFacts.catch(noFacts),
})
export type SeenProduct = z.output<typeof seenProductSchema>

/** What to keep of a product of the catalog. */
export function toSeenProduct(product: ProductRowView): SeenProduct {
  return seenProductSchema.parse({ ...product, facts: product })
}

/** A kept product as a list shows it. */
export function fromSeenProduct({ facts, ...product }: SeenProduct): ProductRowView {
  return { ...product, ...facts }
}

/**
 * The price in coins as it was seen, where it is another one now: in fiat money, or by a hundredth of the coins. Less is the exchange
 * rate's daily noise. Null where it is the same, or told in other coins.
 */
export function movedFrom(seen: SeenProduct['price'], now: SeenProduct['price']): Decimal | null {
  if (seen.stableCoinCurrency !== now.stableCoinCurrency) return null
  const [before, after] = [toUnits(seen.stableCoinValue, 100), toUnits(now.stableCoinValue, 100)]
  const away = before < after ? after - before : before - after
  const isOtherFiat = seen.fiatCurrency !== now.fiatCurrency || compareDecimals(seen.fiatValue, now.fiatValue) !== 0
  return away > 0n && (isOtherFiat || away * 100n >= before) ? seen.stableCoinValue : null
}
