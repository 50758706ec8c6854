import type { UnavailableView } from '../../shared/policy/views.ts'
import type { PolicyValues } from '../policy/policy-schema.ts'
import type { OnSale } from '../../shared/catalog/on-sale.ts'

/** Returns the entries of a policy that the catalog lacks now, in the file's order; they may still appear. Empty without a catalog. */
export function findUnavailablePolicyEntries({ favourites, prices }: PolicyValues, onSale: OnSale): UnavailableView[] {
  if (!onSale.isFilled()) return []
  const among = (names: readonly string[], path: string, has: (name: string) => boolean): UnavailableView[] =>
    names.flatMap((name, index) => (has(name) ? [] : [{ name, path: `${path}.${index}` }]))
  const isProduct = (sku: string): boolean => onSale.product(sku) !== null
  const isBrand = (slug: string): boolean => onSale.brand(slug) !== null
  const ofRules = (prices?.rules ?? []).flatMap(({ productType, brandSlug }, index) => [
    ...(productType === null || onSale.hasType(productType)
      ? []
      : [{ name: productType, path: `prices.rules.${index}.productType` }]),
    ...(brandSlug === null || isBrand(brandSlug) ? [] : [{ name: brandSlug, path: `prices.rules.${index}.brandSlug` }]),
  ])
  return [
    ...among(favourites?.brands ?? [], 'favourites.brands', isBrand),
    ...among(favourites?.products ?? [], 'favourites.products', isProduct),
    ...(favourites?.counter ?? []).flatMap(({ products }, index) =>
      among(products, `favourites.counter.${index}.products`, isProduct),
    ),
    ...ofRules,
  ]
}
