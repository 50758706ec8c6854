import type { ProductRowView } from '../../../../shared/catalog/views.ts'

/** Returns the first `count` products with at most `perBrand` of a brand; where that leaves room, the next ones fill it. */
export function mixBrands(products: readonly ProductRowView[], count: number, perBrand: number): ProductRowView[] {
  const taken = new Map<string, number>()
  const [mixed, others]: [ProductRowView[], ProductRowView[]] = [[], []]
  for (const product of products) {
    const before = taken.get(product.brandSlug) ?? 0
    taken.set(product.brandSlug, before + 1)
    ;(before < perBrand ? mixed : others).push(product)
  }
  return [...mixed, ...others].slice(0, count)
}
