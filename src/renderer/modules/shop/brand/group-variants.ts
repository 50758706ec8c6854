import type { VariantView } from '../../../../shared/catalog/variant-views.ts'

export interface VariantGroup {
  /** Plain amounts, plans with data, calls or days, or variants that work in several countries. */
  readonly kind: 'amounts' | 'plans' | 'several'
  readonly productType: string
  readonly variants: readonly VariantView[]
}

function isPlan({ data, sms, voice, durationDays }: VariantView): boolean {
  const gives = [data.gigabytes, sms.count, voice.minutes, durationDays].some((count) => count !== null)
  return gives || data.unlimited || sms.unlimited || voice.unlimited
}

function kindOf(variant: VariantView): VariantGroup['kind'] {
  const isLocal = variant.supportedCountries.length <= 1 && /^[A-Z]{2}$/.test(variant.country)
  if (!isLocal) return 'several'
  return isPlan(variant) ? 'plans' : 'amounts'
}

const order: readonly VariantGroup['kind'][] = ['amounts', 'plans', 'several']

/** Groups a brand's variants by product type and kind, in their given order; those for several countries come last. */
export function groupVariants(variants: readonly VariantView[]): VariantGroup[] {
  const groups = new Map<string, { kind: VariantGroup['kind']; productType: string; variants: VariantView[] }>()
  for (const variant of variants) {
    const [kind, { productType }] = [kindOf(variant), variant]
    const key = JSON.stringify([kind, productType])
    const group = groups.get(key) ?? { kind, productType, variants: [] }
    group.variants.push(variant)
    groups.set(key, group)
  }
  return [...groups.values()].sort(
    (a, b) =>
      Number(a.kind === 'several') - Number(b.kind === 'several') ||
      a.productType.localeCompare(b.productType) ||
      order.indexOf(a.kind) - order.indexOf(b.kind),
  )
}

/** Returns what all lists have in common; empty for a single list. */
export function sharedBy(lists: readonly (readonly string[])[]): string[] {
  const [first = [], ...others] = lists
  return others.length === 0 ? [] : first.filter((item) => others.every((list) => list.includes(item)))
}

/** Returns whether `text` contains the short note. */
export function containsNote(text: string, short: string): boolean {
  return text.toLowerCase().includes(short.toLowerCase().replace(/\.$/, ''))
}

export interface SortedNotes {
  /** Notes of several variants, or of the only one. */
  readonly shared: readonly string[]
  /** Notes of a single variant. */
  readonly own: readonly { readonly variant: VariantView; readonly text: string }[]
}

/** Sorts the variants' notes, each text once, into shared ones and those of a single variant. */
export function sortNotes(variants: readonly VariantView[]): SortedNotes {
  const withNotes = variants.filter(({ notes }) => notes.trim() !== '')
  const texts = [...new Set(withNotes.map(({ notes }) => notes))]
  const isShared = (text: string): boolean => withNotes.filter(({ notes }) => notes === text).length > 1
  const shared = variants.length === 1 ? texts : texts.filter(isShared)
  return {
    shared,
    own: withNotes.filter(({ notes }) => !shared.includes(notes)).map((variant) => ({ variant, text: variant.notes })),
  }
}
