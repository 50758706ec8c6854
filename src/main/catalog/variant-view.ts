import type { ProductFacts, VariantView } from '../../shared/views.ts'
import type { Variant } from '../service/parse-products.ts'
import { toFieldView } from './field-kind.ts'
import { imagePath } from './image-id.ts'

/** What a variant gives. */
export function toProductFacts(variant: Variant): ProductFacts {
  return {
    data: { gigabytes: variant.dataGB, unlimited: variant.dataUnlimited, speeds: variant.dataSpeeds },
    sms: { count: variant.smsNumber, unlimited: variant.smsUnlimited },
    voice: { minutes: variant.voiceMinutes, unlimited: variant.voiceUnlimited },
    durationDays: variant.durationDays,
    roaming: { country: variant.roamingCountryIso2 || null, speeds: variant.roamingDataSpeeds },
  }
}

/** What a renderer may see of a variant; texts were freed of markup when the catalog was written. */
export function toVariantView(variant: Variant): VariantView {
  const { id, fupId, evmServiceId, svmServiceId } = variant
  return {
    sku: variant.sku,
    brandSlug: variant.brandSlug,
    brandName: variant.brand,
    country: variant.country,
    supportedCountries: variant.supportedCountries,
    productType: variant.productType,
    subTypes: variant.subTypes,
    categories: variant.categories,
    price: variant.price,
    notes: variant.notes,
    shortNotes: variant.shortNotes,
    image: imagePath(variant.imageUrl),
    reference: variant.referenceType === null ? null : toFieldView(variant.referenceType),
    requiredFields: variant.requiredFields.map(toFieldView),
    ...toProductFacts(variant),
    ids: { id, fupId, evmServiceId, svmServiceId },
  }
}
