import { z } from 'zod'
import type { Catalog } from '../catalog/catalog.ts'
import type { Variant } from '../catalog/model.ts'
import { finishVariant } from '../catalog/variant.ts'
import { listPrice } from '../catalog/price.ts'
import { invalid } from '../service/service-error.ts'

const list = z.array(z.string())

/** A variant to put on sale: a copy of another (`like`) with changes, or a new one; unknown members are sent as they are. */
export const variantChange = z.looseObject({
  like: z.string().optional(),
  sku: z.string().min(1),
  brand: z.string().optional(),
  country: z.string().optional(),
  productType: z.string().optional(),
  price: z.record(z.string(), z.string()).optional(),
  subTypes: list.optional(),
  categories: list.optional(),
  supportedCountries: list.optional(),
})

/** Puts a variant on sale, replacing the one with its SKU. */
export function putVariant(catalog: Catalog, change: z.output<typeof variantChange>): void {
  const { like, price, ...members } = change
  const base = like === undefined ? (catalog.find(change.sku) ?? blank(change)) : catalog.find(like)
  if (!base) throw invalid({ like: 'is not for sale' })
  // Hostile on purpose: members beyond those of the schema may have any shape.
  catalog.put({ ...base, ...members, price: { ...base.price, ...price } } as Variant)
}

function blank(change: z.output<typeof variantChange>): Variant {
  const { brand = 'Sandbox Extra', country = 'US', productType = 'gift_card' } = change
  return finishVariant({ brand, country, productType, price: listPrice(5, 'USD') })
}
