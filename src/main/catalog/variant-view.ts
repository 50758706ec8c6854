import type { ProductRowView } from '../../shared/catalog/views.ts'
import type { ProductFacts, VariantView } from '../../shared/catalog/variant-views.ts'
import type { Variant } from '../service/operations/read-variant.ts'
import { toFieldView } from './delivery/field-kind.ts'
import { imagePath } from './images/image-id.ts'
import { stripMarkup } from './strip-markup.ts'

/** Returns what a variant contains: data, SMS, minutes and validity. */
export function toProductFacts(variant: Variant): ProductFacts {
  return {
    data: { gigabytes: variant.dataGB, unlimited: variant.dataUnlimited, speeds: variant.dataSpeeds },
    sms: { count: variant.smsNumber, unlimited: variant.smsUnlimited },
    voice: { minutes: variant.voiceMinutes, unlimited: variant.voiceUnlimited },
    durationDays: variant.durationDays,
    roaming: { country: variant.roamingCountryIso2 || null, speeds: variant.roamingDataSpeeds },
  }
}

/** Returns the fields of a variant for a product list. */
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

/** Returns the renderer's view of a variant, with markup stripped from its texts. */
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
