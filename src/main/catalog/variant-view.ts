import type { ProductRowView } from '../../shared/catalog/views.ts'
import type { ProductFacts, VariantView } from '../../shared/catalog/variant-views.ts'
import type { Variant } from '../service/operations/read-variant.ts'
import { toFieldView } from './delivery/field-kind.ts'
import { imagePath } from './images/image-id.ts'
import { stripMarkup } from './strip-markup.ts'

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

/** What a list of products shows of a variant. */
export function toProductRow(variant: Variant): ProductRowView {
  return {
    sku: variant.sku,
    brandSlug: variant.brandSlug,
    brandName: variant.brand,
    country: variant.country,
    supportedCountries: variant.supportedCountries,
    productType: variant.productType,
    price: variant.price,
    shortNotes: stripMarkup(variant.shortNotes),
    image: imagePath(variant.imageUrl),
    ...toProductFacts(variant),
  }
}

/** What a renderer may see of a variant, with its texts freed of markup. */
export function toVariantView(variant: Variant): VariantView {
  const { id, fupId, evmServiceId, svmServiceId } = variant
  return {
    ...toProductRow(variant),
    subTypes: variant.subTypes,
    categories: variant.categories,
    notes: stripMarkup(variant.notes),
    reference: variant.referenceType === null ? null : toFieldView(variant.referenceType),
    requiredFields: variant.requiredFields.map(toFieldView),
    ids: { id, fupId, evmServiceId, svmServiceId },
  }
}
