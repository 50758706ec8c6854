import { stableUuid } from './countries.ts'
import type { FieldSpec, Price, Variant } from './model.ts'
import { numberOf } from './numbers.ts'
import { skuOf, slugOf } from './price.ts'

export interface VariantDraft extends Partial<
  Omit<Variant, 'id' | 'sku' | 'brand' | 'country' | 'price' | 'imageUrl'>
> {
  readonly brand: string
  readonly country: string
  readonly price: Price
  readonly productType: string
  readonly referenceType?: FieldSpec
}

/** Completes a draft: adds ids that never change, and neutral values for missing fields. */
export function finishVariant(draft: VariantDraft): Variant {
  const slug = slugOf(draft.brand)
  const sku = skuOf(slug, draft.country, draft.price)
  return {
    notes: '',
    requiredFields: [],
    shortNotes: '',
    subTypes: [],
    categories: [],
    supportedCountries: [draft.country],
    ...draft,
    id: stableUuid('variant', sku),
    fupId: draft.dataGB === undefined && draft.dataUnlimited !== true ? '' : `fup-${numberOf(slug, 90) + 10}`,
    sku,
    imageUrl: `/images/brands/${slug}.svg`,
    evmServiceId: 1000 + numberOf(slug, 8000),
    svmServiceId: 20000 + numberOf(slug, 8000),
  }
}
