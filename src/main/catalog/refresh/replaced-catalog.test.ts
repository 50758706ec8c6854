import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { browseInput, type BrowseInput } from '../../../shared/catalog/views.ts'
import { variantView } from '../../../shared/catalog/variant-views.ts'
import { openTestCatalog, price, rawBrand, rawVariant, type TestCatalog } from '../../../testing/catalog/cache.ts'
import { esims, topups } from '../../../testing/catalog/small-catalog.ts'
import { dropForeignCatalog, readCatalogState } from '../catalog-state-repository.ts'
import { browseBrands, readBrand } from '../search/brands-repository.ts'
import { searchProducts } from '../search/products-repository.ts'
import { readVariant } from '../variants-repository.ts'

const page = { offset: 0, limit: 60 }

let catalog: TestCatalog
beforeEach(() => {
  catalog = openTestCatalog()
  write([topups, esims])
})
afterEach(() => catalog.dispose())

const write = (products: readonly unknown[]): void => catalog.write(products)
const skus = (more: Partial<BrowseInput>): string[] =>
  searchProducts(catalog.db, { ...browseInput.parse(more), sort: 'best' }, page).products.map(({ sku }) => sku)

describe('refreshing', () => {
  it('starts empty, and then has a refresh time', () => {
    const empty = openTestCatalog()
    expect(readCatalogState(empty.db)).toEqual({ refreshedAt: null, brands: 0, variants: 0, skipped: 0 })
    empty.dispose()
    expect(readCatalogState(catalog.db)).toEqual({
      refreshedAt: '2030-01-01T00:00:00.000Z',
      brands: 3,
      variants: 5,
      skipped: 0,
    })
  })

  it('writes changed, new and removed variants, also to the search index', () => {
    const changed = rawVariant('ORBITA_MX_10-I', { price: price('MXN', '15.00', '0.80'), categories: ['renamed'] })
    write([{ productType: 'topup', brands: [rawBrand('Nova', 1, [changed, rawVariant('NOVA_MX_5-I')])] }])
    const { brands } = browseBrands(catalog.db, { ...browseInput.parse({}), sort: 'best' }, page)
    expect(brands.map(({ slug }) => slug)).toEqual(['nova'])
    expect(skus({ text: 'orbita' })).toEqual([])
    expect(skus({ text: 'nova 15' })).toEqual(['ORBITA_MX_10-I'])
    expect(skus({ category: 'mobile' })).toEqual(['NOVA_MX_5-I'])
    expect(readCatalogState(catalog.db)).toMatchObject({ brands: 1, variants: 2 })
  })

  it('skips and counts a bad variant, and keeps the first of two with one SKU', () => {
    const variants = [
      rawVariant('GOOD-I'),
      rawVariant('TWICE-I', { country: 'US' }),
      rawVariant('TWICE-I', { country: 'CO' }),
      rawVariant('', {}),
      rawVariant('NO-PRICE-I', { price: null }),
      rawVariant('BAD-PRICE-I', { price: price('MXN', '-1', '1') }),
      rawVariant('NAMELESS-FIELD-I', { requiredFields: [{ regex: '.' }] }),
      'no object',
      null,
    ]
    write([
      { productType: 'topup', brands: [rawBrand('Nova', 1, variants), 'no brand', { brandName: '', variants: [] }] },
      7,
    ])
    expect(readCatalogState(catalog.db)).toMatchObject({ variants: 2, skipped: 10 })
    expect(readVariant(catalog.db, 'TWICE-I')?.country).toBe('US')
  })

  it.each(['', '{"products":', '{"data":[]}', '[]', '{"products":[{"productType":"topup","brands":[1,2]}]}'])(
    'keeps yesterday’s catalog unchanged when %j arrives',
    (text) => {
      expect(() => catalog.write(text)).toThrow(expect.objectContaining({ code: 'service-malformed' }))
      expect(readCatalogState(catalog.db)).toMatchObject({ variants: 5, refreshedAt: '2030-01-01T00:00:00.000Z' })
    },
  )

  it('reads a variant however the service fills its optional fields', () => {
    const odd = fc.oneof(
      fc.constant(null),
      fc.constant(undefined),
      fc.integer(),
      fc.string(),
      fc.boolean(),
      fc.array(fc.string()),
      fc.dictionary(fc.string(), fc.string()),
    )
    const fields = [
      'id',
      'fupId',
      'country',
      'notes',
      'shortNotes',
      'subTypes',
      'categories',
      'supportedCountries',
      'imageUrl',
      'referenceType',
      'dataGB',
      'durationDays',
      'smsNumber',
      'evmServiceId',
      'roamingCountryIso2',
    ]
    fc.assert(
      fc.property(fc.record(Object.fromEntries(fields.map((name) => [name, odd]))), (open) => {
        write([{ productType: 'topup', brands: [rawBrand('Nova', 1, [rawVariant('NOVA-I', open)])] }])
        const variants = readBrand(catalog.db, 'nova', [])?.variants
        expect(variants).toHaveLength(1)
        variantView.parse(variants?.[0])
      }),
      { numRuns: 60 },
    )
  })

  it('drops a catalog of another service', () => {
    dropForeignCatalog(catalog.db, 'service')
    expect(readCatalogState(catalog.db).variants).toBe(5)
    dropForeignCatalog(catalog.db, 'another')
    expect(readCatalogState(catalog.db)).toEqual({ refreshedAt: null, brands: 0, variants: 0, skipped: 0 })
    expect(skus({ text: 'orbita' })).toEqual([])
    write([topups])
    expect(skus({ text: 'zephyr' })).toEqual(['ZEPHYR_US_10-I'])
  })
})
