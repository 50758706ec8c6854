import type { Country } from './countries.ts'
import type { Variant } from './model.ts'
import { listPrice } from './price.ts'
import { email, phoneOf } from './regexes.ts'
import { finishVariant } from './variant.ts'

/** The brand whose purchases always fail and are refunded, for trying that. */
export const failingBrand = 'Sandbox'

/** Returns the products of the brand that always fails, sold in the United States only. */
export function sandboxVariants(unitedStates: Country): Variant[] {
  const common = {
    brand: failingBrand,
    country: unitedStates.isoAlpha2,
    shortNotes: 'Always fails, and is paid back',
    notes: 'For trying out: every purchase of this brand fails, and what was paid comes back.',
  }
  const cards = [1, 5, 10, 25].map((value) =>
    finishVariant({
      ...common,
      price: listPrice(value, 'USD'),
      productType: 'gift_card',
      subTypes: ['gift_card'],
      categories: ['Testing'],
      referenceType: email,
    }),
  )
  const topups = [2, 20].map((value) =>
    finishVariant({
      ...common,
      price: listPrice(value, 'USD'),
      productType: 'topup',
      subTypes: ['airtime'],
      categories: ['Testing', 'Mobile'],
      referenceType: phoneOf('US', unitedStates.callingCode),
    }),
  )
  return [...cards, ...topups]
}
