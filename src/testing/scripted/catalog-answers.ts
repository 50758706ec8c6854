import { findPhone } from '../../main/catalog/search/find-phone.ts'
import { withoutCommonWords } from '../../shared/search/common-words.ts'
import { fold } from '../../shared/search/fold.ts'
import type { BrandTileView, BrowseInput, FacetsView, FacetView } from '../../shared/catalog/views.ts'
import type { RequestArgument } from '../../shared/contract.ts'
import type { VariantView } from '../../shared/catalog/variant-views.ts'
import { ago } from '../fixtures/ago.ts'
import { scriptedCountries } from '../fixtures/catalog.ts'
import { found } from './found.ts'
import type { Answers, Ask, Script } from './script.ts'

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
function brandsOf(variants: readonly VariantView[]): BrandTileView[] {
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
  return found(brandsOf(variants), (brand) => brand.slug === slug)
}

/** Counts the values of each facet under all other filters. */
function facetsOf(variants: readonly VariantView[], input: BrowseInput): Partial<FacetsView> {
  const countOf = (name: Facet): FacetView[] => count(matching(variants, input, name).flatMap(facets[name]))
  const types = new Map(countOf('type').map((one) => [one.value, one]))
  const total = matching(variants, input).length
  return {
    total,
    countries: countOf('country'),
    types: count(variants.flatMap(facets.type)).map(({ value }) => types.get(value) ?? { value, count: 0 }),
    categories: countOf('category'),
    subTypes: countOf('subType'),
    prices: total > 1 ? [0, 100].map((from) => ({ from, to: from + 100, count: 1 })) : [],
  }
}

/** Returns a brand and its products in one country: the first of `prefer` with any, or the only one. */
function brandPage(all: readonly VariantView[], { slug, prefer }: RequestArgument<'catalog.brand'>) {
  const own = all.filter(({ brandSlug }) => brandSlug === slug)
  const countries = count(own.flatMap(facets.country))
  const areAlike = countries.every(({ count: here }) => here === own.length)
  const sold = countries.map(({ value }) => value)
  const country = prefer.find((iso2) => sold.includes(iso2)) ?? (areAlike ? sold[0] : undefined) ?? null
  const variants = own.filter((one) => (country === null ? sold.length === 0 : facets.country(one).includes(country)))
  return { brand: brandOf(all, slug), countries, country, variants }
}

/** Returns answers about the catalog. */
export function catalogAnswers(script: Script, ask: Ask): Answers {
  const refreshedAt = ago(7)
  return {
    'catalog.status': () => ({ refreshedAt, brands: 152, variants: script.variants.length }),
    'catalog.refresh'() {
      Object.assign((script['catalog.status'] ??= {}), { refreshedAt: ago(0) })
    },
    'catalog.browse': (input) => ({ brands: brandsOf(matching(script.variants, input)) }),
    'catalog.search': async ({ brandsFrom, ...input }) => {
      const products = matching(script.variants, input)
      return {
        products,
        ranked: Math.min(products.length, input.text === '' ? products.length : 1000),
        marks: [...withoutCommonWords(wordsIn(input.text))],
        brands: brandsFrom === null ? null : await ask('catalog.browse', { ...input, offset: brandsFrom }),
      }
    },
    'catalog.facets': (input) => facetsOf(script.variants, input),
    'catalog.rates': { MXN: 18.45, USD: 1, EUR: 0.92 },
    'catalog.brand': (input) => brandPage(script.variants, input),
    'catalog.nearest': () => brandsOf(script.variants).slice(0, 1),
    'catalog.meanings': [],
    'phone.find': ({ text, near }) => findPhone(text, near),
    'countries.list': scriptedCountries,
  }
}
