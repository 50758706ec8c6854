import type { Country } from './countries.ts'
import { esims } from './esims.ts'
import { giftCardsOf } from './gift-cards.ts'
import type { Variant } from './model.ts'
import { slugOf } from './price.ts'
import { sandboxVariants } from './sandbox-brand.ts'
import { topupsOf } from './topups.ts'

export interface CatalogFilter {
  readonly brand?: string | undefined
  readonly country?: string | undefined
  readonly type?: string | undefined
  readonly subType?: string | undefined
  /** Several category names, comma-separated. */
  readonly category?: string | undefined
}

export interface BrandGroup {
  readonly brandName: string
  readonly brandSlug: string
  readonly imageUrl: string
  readonly order: number
  readonly variants: readonly Variant[]
}

export interface ProductGroup {
  readonly productType: string
  readonly brands: readonly BrandGroup[]
}

const typeOrder = ['topup', 'gift_card', 'esim']

/** Returns every variant on sale, always the same and in the same order. */
export function buildVariants(countries: readonly Country[]): Variant[] {
  const unitedStates = countries.find(({ isoAlpha2 }) => isoAlpha2 === 'US')
  return [
    ...countries.flatMap(topupsOf),
    ...countries.flatMap(giftCardsOf),
    ...esims(countries),
    ...(unitedStates ? sandboxVariants(unitedStates) : []),
  ]
}

function matches(variant: Variant, filter: CatalogFilter): boolean {
  const same = (left: string, right: string) => left.toLowerCase() === right.trim().toLowerCase()
  const { brand, country, type, subType, category } = filter
  if (brand && !same(variant.brand, brand) && !same(slugOf(variant.brand), brand)) return false
  if (country && ![variant.country, ...variant.supportedCountries].some((iso2) => same(iso2, country))) return false
  if (type && !same(variant.productType, type)) return false
  if (subType && !variant.subTypes.some((name) => same(name, subType))) return false
  const wanted = category?.split(',') ?? []
  return wanted.length === 0 || variant.categories.some((name) => wanted.some((one) => same(name, one)))
}

/** Creates the set of variants on sale; a test may add, change or remove some. */
export function createCatalog(initial: readonly Variant[]) {
  let bySku = new Map(initial.map((variant) => [variant.sku, variant]))
  return {
    size: () => bySku.size,
    find: (sku: string): Variant | undefined => bySku.get(sku),
    put: (variant: Variant): void => void bySku.set(variant.sku, variant),
    remove: (sku: string): boolean => bySku.delete(sku),
    reset: (): void => {
      bySku = new Map(initial.map((variant) => [variant.sku, variant]))
    },
    /** Returns the variants that pass `filter`, grouped by product type and brand; a filter never changes the order. */
    groups: (filter: CatalogFilter = {}): ProductGroup[] =>
      group([...bySku.values()]).flatMap(({ productType, brands }) => {
        const left = brands.flatMap((brand) => {
          const variants = brand.variants.filter((variant) => matches(variant, filter))
          return variants.length === 0 ? [] : [{ ...brand, variants }]
        })
        return left.length === 0 ? [] : [{ productType, brands: left }]
      }),
  }
}

export type Catalog = ReturnType<typeof createCatalog>

function group(variants: readonly Variant[]): ProductGroup[] {
  const types = Map.groupBy(variants, ({ productType }) => productType)
  const rank = (type: string) => (typeOrder.includes(type) ? typeOrder.indexOf(type) : typeOrder.length)
  return [...types]
    .sort(([left], [right]) => rank(left) - rank(right))
    .map(([productType, ofType]) => ({
      productType,
      brands: [...Map.groupBy(ofType, ({ brand }) => brand)].map(([brandName, ofBrand], index) => ({
        brandName,
        brandSlug: slugOf(brandName),
        imageUrl: ofBrand[0]?.imageUrl ?? '',
        order: index + 1,
        variants: ofBrand,
      })),
    }))
}
