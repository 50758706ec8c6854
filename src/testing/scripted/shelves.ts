import { withoutCommonWords } from '../../shared/search/common-words.ts'
import { fold } from '../../shared/search/fold.ts'
import type { BrandTileView, BrowseInput, FacetsView, FacetView } from '../../shared/catalog/views.ts'
import type { RequestArgument, RequestOutput } from '../../shared/contract.ts'
import type { VariantView } from '../../shared/catalog/variant-views.ts'
import { found, pageOf } from './found.ts'

const facets = {
  country: ({ supportedCountries }: VariantView) => supportedCountries,
  type: ({ productType }: VariantView) => [productType],
  category: ({ categories }: VariantView) => categories,
  subType: ({ subTypes }: VariantView) => subTypes,
}
type Facet = keyof typeof facets

const wordsIn = (text: string): string[] =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
const soundOf = ({ brandName, sku, shortNotes }: VariantView): string =>
  ` ${wordsIn(`${brandName} ${sku} ${shortNotes}`).join(' ')}`

/** Returns the variants that match by text and facets. Scenes set the answer for main's other filters and orders. */
function matching(variants: readonly VariantView[], input: BrowseInput, without?: Facet): VariantView[] {
  const words = wordsIn(input.text)
  const chosen = (Object.keys(facets) as Facet[]).filter((name) => name !== without && input[name] !== null)
  return variants.filter(
    (variant) =>
      words.every((word) => soundOf(variant).includes(` ${word}`)) &&
      chosen.every((name) => facets[name](variant).includes(input[name] ?? '')),
  )
}

function count(values: readonly string[]): FacetView[] {
  const groups = [...Map.groupBy(values, (value) => value)]
  return groups.map(([value, all]) => ({ value, count: all.length })).sort((a, b) => a.value.localeCompare(b.value))
}

/** Returns a tile for each brand that is sold. */
export function brandsOf(variants: readonly VariantView[]): BrandTileView[] {
  return [...Map.groupBy(variants, ({ brandSlug }) => brandSlug)].map(([slug, own]) => {
    const value = ({ price }: VariantView): number => Number(price.fiatValue)
    const cheapest = own.reduce((least, one) => (value(one) < value(least) ? one : least))
    return {
      slug,
      name: cheapest.brandName,
      image: cheapest.image,
      productTypes: [...new Set(own.map(({ productType }) => productType))],
      countries: [...new Set(own.flatMap(({ country, supportedCountries }) => [country, ...supportedCountries]))],
      variants: own.length,
      from: cheapest.price,
    }
  })
}

/** Returns the brand with this slug; throws `not-found` where nothing of it is sold. */
export function brandOf(variants: readonly VariantView[], slug: string): BrandTileView {
  return found(brandsOf(variants.filter(({ brandSlug }) => brandSlug === slug)), () => true)
}

/** Counts the values of each facet under all other filters. */
export function facetsOf(variants: readonly VariantView[], input: BrowseInput): Partial<FacetsView> {
  const countOf = (name: Facet): FacetView[] => count(matching(variants, input, name).flatMap(facets[name]))
  const [countries, types] = [countOf('country'), countOf('type')]
  const total = matching(variants, input).length
  const kinds = count(variants.map(({ productType }) => productType))
  return {
    total,
    countries,
    types: kinds.map(({ value }) => types.find((one) => one.value === value) ?? { value, count: 0 }),
    categories: countOf('category'),
    subTypes: countOf('subType'),
    prices: total > 1 ? [0, 100].map((from) => ({ from, to: from + 100, count: 1 })) : [],
  }
}

/** Returns a page of the brands that match. */
export function browse(variants: readonly VariantView[], input: RequestArgument<'catalog.browse'>) {
  const brands = brandsOf(matching(variants, input))
  return { brands: pageOf(brands, input), total: brands.length }
}

/** Returns a page of the products that match, those of the country `near` first. */
export function search(variants: readonly VariantView[], input: RequestArgument<'catalog.search'>) {
  const products = matching(variants, input)
  return {
    products: pageOf(products, input),
    ranked: Math.min(products.length, input.text === '' ? products.length : 1000),
    marks: [...withoutCommonWords(wordsIn(input.text))],
  }
}

/** Returns a brand and its products in one country: the first of `prefer` with any products, else the brand's first. */
export function brandPage(
  all: readonly VariantView[],
  { slug, prefer }: RequestArgument<'catalog.brand'>,
): RequestOutput<'catalog.brand'> {
  const brand = brandOf(all, slug)
  const own = all.filter(({ brandSlug }) => brandSlug === slug)
  const countries = count(own.flatMap(({ supportedCountries }) => supportedCountries))
  const isSold = (iso2: string): boolean => countries.some(({ value }) => value === iso2)
  const areAlike = countries.every(({ count: here }) => here === own.length)
  const country = prefer.find(isSold) ?? (areAlike ? countries[0]?.value : undefined) ?? null
  const isOpen = country === null && countries.length > 0
  const variants = own.filter(({ supportedCountries }) =>
    country === null ? !isOpen : supportedCountries.includes(country),
  )
  return { brand, countries, country, variants }
}
