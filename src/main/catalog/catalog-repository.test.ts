import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { brandTileView } from '../../shared/catalog/views.ts'
import { variantView } from '../../shared/catalog/variant-views.ts'
import { browseBrands, readBrand } from './search/brands-repository.ts'
import { countVariantsByCountry, readFacets } from './search/facets-repository.ts'
import { searchProducts } from './search/products-repository.ts'
import { openTestCatalog, price, rawBrand, rawVariant, type TestCatalog } from '../../testing/catalog/cache.ts'
import { ask, findSkus, findSlugs, page, type SearchQuery } from '../../testing/catalog/search.ts'
import { esims, topups } from '../../testing/catalog/small-catalog.ts'
import { readVariant } from './variants-repository.ts'
import naughty from './vectors/naughty-strings.json' with { type: 'json' }

let catalog: TestCatalog
beforeEach(() => {
  catalog = openTestCatalog()
  write([topups, esims])
})
afterEach(() => catalog.dispose())

const write = (products: readonly unknown[]): void => catalog.write(products)
const slugs = (more: Partial<SearchQuery>): string[] => findSlugs(catalog.db, more)
const skus = (more: Partial<SearchQuery>): string[] => findSkus(catalog.db, more)

describe('browsing', () => {
  it('shows brands in the service’s order with their lowest price', () => {
    const { brands, total } = browseBrands(catalog.db, ask(), page)
    expect(brands.map(({ slug, variants, from }) => [slug, variants, from.fiatCurrency, from.fiatValue])).toEqual([
      ['zephyr', 1, 'USD', '10.00'],
      ['órbita-móvil', 3, 'MXN', '10.00'],
      ['meridian', 1, 'EUR', '9.99'],
    ])
    expect(total).toBe(3)
    for (const brand of brands) brandTileView.parse(brand)
  })

  it('narrows by country, type, category and words, with prices only from the matches', () => {
    expect(slugs({ country: 'DE' })).toEqual(['meridian'])
    expect(slugs({ country: 'mx' })).toEqual(['órbita-móvil'])
    expect(slugs({ type: 'topup' })).toEqual(['zephyr', 'órbita-móvil'])
    expect(slugs({ category: 'travel', country: 'MX' })).toEqual([])
    expect(slugs({ subType: 'data' })).toEqual(['meridian'])
    expect(browseBrands(catalog.db, ask({ country: 'CO' }), page).brands[0]).toMatchObject({
      variants: 1,
      from: { fiatCurrency: 'COP', fiatValue: '20000' },
      countries: ['CO', 'MX'],
    })
  })

  it.each(['best', 'price', 'popular'] as const)(
    'returns an empty page with the total for an offset behind the end, by %s',
    (sort) => {
      const behind = { offset: 60, limit: 60 }
      expect(browseBrands(catalog.db, ask({ sort }), behind)).toEqual({ brands: [], total: 3 })
      for (const text of ['', '10', 'movil'])
        expect(searchProducts(catalog.db, ask({ sort, text }), behind)).toMatchObject({
          products: [],
          ranked: searchProducts(catalog.db, ask({ sort, text }), page).products.length,
        })
    },
  )

  it('pages without losing or repeating a brand', () => {
    const seen = [0, 1, 2, 3].flatMap((offset) => browseBrands(catalog.db, ask(), { offset, limit: 1 }).brands)
    expect(seen.map((brand) => brand.slug)).toEqual(['zephyr', 'órbita-móvil', 'meridian'])
  })
})

describe('searching', () => {
  it('finds plans by the regions that hold two of their countries, in English and Spanish', () => {
    for (const text of ['europe', 'esim europe', 'europa', 'eSIM Western Europe']) {
      expect([text, slugs({ text })]).toEqual([text, ['meridian']])
    }
    // Spain alone is in the south.
    for (const text of ['southern europe', 'americas']) expect([text, slugs({ text })]).toEqual([text, []])
  })

  it('finds plans that name no country by words for the whole world', () => {
    write([topups, { productType: 'esim', brands: [rawBrand('Nova', 1, [rawVariant('N-I', { country: 'GLOBAL' })])] }])
    for (const text of ['global', 'world', 'mundial']) expect([text, slugs({ text })]).toEqual([text, ['nova']])
  })

  it('finds plans of a hundred countries by words for the whole world, and no smaller ones', () => {
    const letters = [...'ABCDEFGHIJ']
    const many = letters.flatMap((first) => letters.map((second) => first + second))
    const planOf = (sku: string, supportedCountries: readonly string[]) =>
      rawBrand(sku, 1, [rawVariant(sku, { productType: 'esim', country: 'AA', supportedCountries })])
    write([topups, { productType: 'esim', brands: [planOf('Roam', many), planOf('Near', many.slice(0, 99))] }])
    for (const text of ['esim worldwide', 'global', 'mundial', 'monde'])
      expect([text, slugs({ text })]).toEqual([text, ['roam']])
  })

  it.each([
    ['orbita', ['ORBITA_MX_10-I', 'ORBITA_MX_100-I', 'ORBITA_CO_20000-I']],
    ['ÓRBI mex', ['ORBITA_MX_10-I', 'ORBITA_MX_100-I']],
    ['méxico 10', ['ORBITA_MX_10-I', 'ORBITA_MX_100-I']],
    ['Alemania', ['MERIDIAN_EU-I']],
    ['Germany esim', ['MERIDIAN_EU-I']],
    ['MEX 100', ['ORBITA_MX_100-I']],
    ['9.99', ['MERIDIAN_EU-I']],
    ['5GB', ['MERIDIAN_EU-I']],
    ['recarga zephyr', ['ZEPHYR_US_10-I']],
    ['ORBITA_CO_20000-I', ['ORBITA_CO_20000-I']],
    ['family', ['ORBITA_CO_20000-I']],
    ['good', ['MERIDIAN_EU-I']],
    ['esim fast', ['MERIDIAN_EU-I']],
    ['japan', ['MERIDIAN_EU-I']],
    ['alert', []],
    ['nothing at all', []],
  ])('finds by %j', (text, expected) => {
    expect(skus({ text }).sort()).toEqual([...expected].sort())
  })

  it('ranks a whole word before longer ones, and a brand before a mere mention', () => {
    expect(skus({ text: '10' }).at(-1)).toBe('ORBITA_MX_100-I')
    const mention = rawVariant('OTHER_MX_1-I', { categories: ['zephyr'], price: price('MXN', '1', '0.1') })
    write([topups, esims, { productType: 'topup', brands: [rawBrand('Other', 0, [mention])] }])
    expect(skus({ text: 'zephyr' })).toEqual(['ZEPHYR_US_10-I', 'OTHER_MX_1-I'])
  })

  it('ranks what a name, a kind or a region means before a mention in notes', () => {
    const mention = rawVariant('OTHER_US_1-I', {
      country: 'US',
      price: price('USD', '1', '1'),
      shortNotes: 'Not for Zephyr',
      notes: 'An eSIM for Europe',
    })
    write([topups, esims, { productType: 'topup', brands: [rawBrand('Other', 0, [mention])] }])
    expect(skus({ text: 'zephyr' })).toEqual(['ZEPHYR_US_10-I', 'OTHER_US_1-I'])
    expect(skus({ text: 'esim europe' })).toEqual(['MERIDIAN_EU-I', 'OTHER_US_1-I'])
    expect(skus({ text: 'europe', country: 'US' })).toEqual(['OTHER_US_1-I'])
  })

  it('forgets the notes of a product that is gone', () => {
    write([topups])
    expect(skus({ text: 'fast' })).toEqual([])
  })

  it('ranks products of a country before those that also work there, whatever the brand’s position', () => {
    const roam = rawVariant('ROAM_FR-I', { country: 'FR', supportedCountries: ['FR', 'ES', 'TT'] })
    const spain = rawVariant('NOVA_ES_5-I', { country: 'ES' })
    const inn = rawVariant('INN_TT-I', { country: 'TT', categories: ['Spain'] })
    const brands = [rawBrand('Roam', 1, [roam]), rawBrand('Inn', 2, [inn]), rawBrand('Nova', 3, [spain])]
    write([{ productType: 'esim', brands }])
    for (const text of ['spain', 'spa', 'España']) {
      expect(skus({ text })[0]).toBe('NOVA_ES_5-I')
      expect(slugs({ text })[0]).toBe('nova')
    }
    expect(skus({ text: 'spain' })).toEqual(['NOVA_ES_5-I', 'ROAM_FR-I', 'INN_TT-I'])
  })

  it('ranks a country’s whole name before a brand with that prefix, and a brand’s whole name first', () => {
    const brands = [
      rawBrand('Malibu', 1, [rawVariant('MALIBU-I')]),
      rawBrand('Nova', 2, [rawVariant('NOVA_ML-I', { country: 'ML' })]),
    ]
    write([{ productType: 'topup', brands }])
    expect(skus({ text: 'mali' })).toEqual(['NOVA_ML-I', 'MALIBU-I'])
    write([{ productType: 'topup', brands: [...brands, rawBrand('Mali', 3, [rawVariant('MALI-I')])] }])
    expect(skus({ text: 'mali' })).toEqual(['MALI-I', 'NOVA_ML-I', 'MALIBU-I'])
  })

  it('orders equally good matches by brand, country and price, nearby ones first', () => {
    const rows = ['MX 100', 'MX 20', 'DE 5', 'AT 5', 'ES 5'].map((at) => {
      const [country = '', value = ''] = at.split(' ')
      return rawVariant(`NOVA_${country}_${value}-I`, { country, price: price('EUR', value, value) })
    })
    write([{ productType: 'topup', brands: [rawBrand('Nova', 1, rows)] }])
    const ordered = (more: Partial<SearchQuery>): string =>
      skus({ text: 'nova', ...more })
        .map((sku) => sku.slice(5, -2))
        .join(' ')
    expect(ordered({})).toBe('AT_5 DE_5 MX_20 MX_100 ES_5')
    expect(ordered({ near: 'mx' })).toBe('MX_20 MX_100 AT_5 DE_5 ES_5')
  })

  it('ranks brands with the requested product type first', () => {
    expect(slugs({ first: 'esim' })).toEqual(['meridian', 'zephyr', 'órbita-móvil'])
    expect(slugs({ first: 'esim', text: 'm' })).toEqual(['meridian', 'órbita-móvil', 'zephyr'])
  })

  it('finds a plan for many countries under each of them', () => {
    for (const country of ['FR', 'DE', 'ES']) expect(skus({ country })).toEqual(['MERIDIAN_EU-I'])
  })

  it('never treats typed text as query syntax', () => {
    const hostile = [
      '"',
      '* OR *',
      'brand: x',
      '^a',
      'a NEAR b',
      'NOT',
      '{brand} : a',
      '-zephyr',
      'AND',
      '\u0000',
      "'; DROP TABLE variants; --",
    ]
    for (const text of [...naughty.values, ...hostile]) {
      const typed = text.slice(0, 200)
      const short = text.slice(0, 100)
      const found = searchProducts(catalog.db, ask({ text: typed }), page)
      expect(found.products.length).toBe(found.ranked)
      browseBrands(catalog.db, ask({ text: typed, country: 'MX', type: short, category: short, subType: short }), page)
      readFacets(catalog.db, ask({ text: typed }), null)
    }
  })

  it('finds every brand by any prefix of its words, whatever surrounds it', () => {
    const words = fc.constantFrom('orbita', 'movil', 'zephyr', 'meridian')
    const noise = fc.stringMatching(/^[\s"'*^():{}<>;,.!?+-]*$/)
    fc.assert(
      fc.property(words, fc.nat(), noise, noise, (word, cut, before, after) => {
        const beginning = word.slice(0, 1 + (cut % word.length))
        expect(slugs({ text: `${before}${beginning}${after}` })).toContain(
          { orbita: 'órbita-móvil', movil: 'órbita-móvil', zephyr: 'zephyr', meridian: 'meridian' }[word],
        )
      }),
    )
  })
})

describe('facets', () => {
  it('are counted with the other choices applied', () => {
    const facets = readFacets(catalog.db, ask({ type: 'topup', country: 'MX' }), null)
    expect(facets.countries).toEqual([
      { value: 'CO', count: 1 },
      { value: 'MX', count: 2 },
      { value: 'US', count: 1 },
    ])
    expect(facets.types).toEqual([
      { value: 'esim', count: 0 },
      { value: 'topup', count: 2 },
    ])
    expect(facets.categories).toEqual([{ value: 'mobile', count: 2 }])
    expect(facets.subTypes).toEqual([{ value: 'airtime', count: 2 }])
  })

  it('keep their order whatever the counts are', () => {
    const narrow = readFacets(catalog.db, ask({ country: 'MX' }), null)
    for (const facet of ['types', 'categories', 'subTypes'] as const) {
      const all = readFacets(catalog.db, ask(), null)[facet].map(({ value }) => value)
      const left = narrow[facet].map(({ value }) => value)
      expect(all.filter((value) => left.includes(value))).toEqual(left)
    }
    expect(narrow.types.map(({ value }) => value)).toEqual(
      readFacets(catalog.db, ask(), null).types.map(({ value }) => value),
    )
  })

  it('count exactly what each choice returns', () => {
    for (const { value, count } of readFacets(catalog.db, ask({ text: 'm' }), null).countries) {
      expect(searchProducts(catalog.db, ask({ text: 'm', country: value }), page).ranked).toBe(count)
    }
  })
})

describe('a brand', () => {
  it('shows products by price for the first preferred country with any, and none while no country is chosen', () => {
    const mexico = readBrand(catalog.db, 'órbita-móvil', ['DE', 'mx', 'CO'])
    expect(mexico?.country).toBe('MX')
    expect(mexico?.variants.map(({ sku }) => sku)).toEqual(['ORBITA_MX_10-I', 'ORBITA_MX_100-I'])
    expect(mexico?.countries).toEqual([
      { value: 'CO', count: 1 },
      { value: 'MX', count: 2 },
    ])
    expect(mexico?.brand.variants).toBe(3)
    expect(readBrand(catalog.db, 'órbita-móvil', ['DE'])).toMatchObject({
      country: null,
      variants: [],
      countries: { length: 2 },
    })
    expect(readBrand(catalog.db, 'meridian', ['US'])).toMatchObject({ country: 'FR', variants: { length: 1 } })
    expect(readBrand(catalog.db, 'nobody', [])).toBeNull()
    for (const variant of mexico?.variants ?? []) variantView.parse(variant)
  })

  it('orders its countries by name, not by code', () => {
    const rows = ['MX', 'DE', 'AT', 'ES'].map((country) => rawVariant(`NOVA_${country}-I`, { country }))
    write([{ productType: 'topup', brands: [rawBrand('Nova', 1, rows)] }])
    expect(readBrand(catalog.db, 'nova', [])?.countries.map(({ value }) => value)).toEqual(['AT', 'DE', 'MX', 'ES'])
  })

  it('counts products without a country in every country, and separately if there is no other', () => {
    const global = rawVariant('GLOBAL-I', { country: 'GLOBAL' })
    write([topups, { productType: 'esim', brands: [rawBrand('Nova', 1, [global, rawVariant('NOVA_MX-I')])] }])
    expect(slugs({ country: 'DE' })).toEqual(['nova'])
    expect(readBrand(catalog.db, 'nova', ['MX'])?.variants.map(({ sku }) => sku)).toEqual(['GLOBAL-I', 'NOVA_MX-I'])
    expect(readFacets(catalog.db, ask({ text: 'nova' }), null).countries).toEqual([{ value: 'MX', count: 2 }])
    expect([countVariantsByCountry(catalog.db)('MX'), countVariantsByCountry(catalog.db)('DE')]).toEqual([4, 1])
    write([{ productType: 'esim', brands: [rawBrand('Nova', 1, [global])] }])
    expect(readBrand(catalog.db, 'nova', ['MX'])).toMatchObject({
      country: null,
      countries: [],
      variants: { length: 1 },
    })
  })

  it('strips markup from notes and does not expose regexes', () => {
    const found = readBrand(catalog.db, 'meridian', [])?.variants[0]
    expect(found?.notes).toBe('Fast & good for 10 days on 4G\n• One')
    expect(found?.data).toEqual({ gigabytes: '5', unlimited: false, speeds: [] })
    expect(readVariant(catalog.db, 'MERIDIAN_EU-I')?.referenceType).toBeNull()
    expect(readVariant(catalog.db, 'unknown')).toBeNull()
  })
})
