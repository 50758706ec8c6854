import type { VariantView } from '../../../../shared/catalog/variant-views.ts'
import { namedTypeOf, type NamedType } from '../../../../shared/catalog/product-kind.ts'

/** What a checkout asks for first: a phone number, an e-mail address, several details, or nothing. */
export type FirstQuestion = 'phone' | 'email' | 'details' | 'nothing'
/** What arrives in the end. */
export type Arrival = 'credit' | 'code' | 'esim' | 'product'

/** Returns what all variants of a brand ask for first; the details if they differ. */
export function firstQuestionOf(variants: readonly VariantView[]): FirstQuestion {
  const [first = 'nothing', ...others] = new Set(variants.map(questionOf))
  return others.length === 0 ? first : 'details'
}

function questionOf({ reference, requiredFields }: VariantView): FirstQuestion {
  const required = requiredFields.filter((field) => field.required)
  const [only, ...others] = reference === null ? required : [reference, ...required]
  if (only === undefined) return 'nothing'
  return others.length === 0 && (only.kind === 'phone' || only.kind === 'email') ? only.kind : 'details'
}

const arrivals: Readonly<Record<NamedType, Arrival>> = {
  topup: 'credit',
  esim: 'esim',
  gift_card: 'code',
  voucher: 'code',
  other: 'product',
}

/** Returns what arrives if one of these variants is bought, as far as their product types tell. */
export function arrivalOf(variants: readonly VariantView[]): Arrival {
  const [only = 'other', ...others] = new Set(variants.map(namedTypeOf))
  return arrivals[others.length > 0 ? 'other' : only]
}
