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

/**
 * A product as the user last saw it, so that it has a name after it is gone. Facts that an older version of Till
 * stored in another form are dropped.
 */
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

/** Returns the part of a catalog product to store. */
export function toSeenProduct(product: ProductRowView): SeenProduct {
  return seenProductSchema.parse({ ...product, facts: product })
}

/** Returns a stored product as a list shows it. */
export function fromSeenProduct({ facts, ...product }: SeenProduct): ProductRowView {
  return { ...product, ...facts }
}

/**
 * Returns the coin price as last seen, if it changed: in fiat money, or by 1 % of the coins or more. Smaller moves are daily exchange rate
 * noise. Null if it is unchanged, or in other coins.
 */
export function movedFrom(seen: SeenProduct['price'], now: SeenProduct['price']): Decimal | null {
  if (seen.stableCoinCurrency !== now.stableCoinCurrency) return null
  // An amount has at most 100 characters, so 100 decimals are always enough.
  const [before, after] = [toUnits(seen.stableCoinValue, 100), toUnits(now.stableCoinValue, 100)]
  const away = before < after ? after - before : before - after
  const isOtherFiat = seen.fiatCurrency !== now.fiatCurrency || compareDecimals(seen.fiatValue, now.fiatValue) !== 0
  return away > 0n && (isOtherFiat || away * 100n >= before) ? seen.stableCoinValue : null
}
