import { afterEach, beforeEach, expect, it } from 'vitest'
import { browseInput } from '../../../shared/catalog/views.ts'
import { openTestCatalog, rawBrand, rawVariant, type TestCatalog } from '../../../testing/catalog/cache.ts'
import { readChanges, type Own } from '../../catalog/changes-repository.ts'
import type { WritableDb } from '../../db/connections.ts'
import { openTestLedger, terms, type TestLedger } from '../../../testing/purchases/ledger.ts'
import { catalogHandlers, type CatalogParts } from './catalog-handlers.ts'

const own = terms.product
const page = { offset: 0, limit: 10 }

let ledger: TestLedger
let catalog: TestCatalog
beforeEach(() => {
  ledger = openTestLedger()
  catalog = openTestCatalog()
  sell('ELM-I')
})
afterEach(() => {
  ledger.dispose()
  catalog.dispose()
})

/** Fills the catalog with the SKUs after others, in the service's order. */
function sell(...skus: string[]): void {
  const variants = (some: string[]) => some.map((sku) => rawVariant(sku))
  const brands = [rawBrand('Elm', 1, variants(skus)), rawBrand('Oak', 2, variants([`${own.sku}-small`, own.sku]))]
  catalog.write([{ productType: 'topup', brands }], Date.UTC(2030, 0, skus.length))
}
/** Creates the handlers of a user whose service is the profile's. */
const open = (profileId: string) =>
  catalogHandlers({
    ledger: ledger.context.ledger,
    catalog: { use: <T>(work: (db: WritableDb) => T) => work(catalog.db) },
    profiles: { current: () => ({ id: profileId }) },
    favourites: { list: () => ({ brands: [], products: [] }) },
    catalogs: {
      changes: (filter: { own: Own }) => ({ since: null, ...readChanges(catalog.db, 0, filter, page) }),
    },
  } as unknown as CatalogParts)
const input = { ...browseInput.parse({}), ...page }

it('ranks products by purchases with this service', async () => {
  for (let times = 0; times < 2; times++) ledger.store({ profileId: 'mine' })
  const first = async (profileId: string) => {
    const handlers = open(profileId)
    const { brands } = await handlers['catalog.browse']({ ...input, sort: 'popular' })
    const { products } = await handlers['catalog.search']({ ...input, brandsFrom: null, sort: 'popular' })
    return [brands[0]?.slug, products[0]?.sku]
  }
  expect(await first('mine')).toEqual(['oak', own.sku])
  expect(await first('another')).toEqual(['elm', 'ELM-I'])
})

it('marks changes of a brand that was bought as the user’s own', () => {
  ledger.store({ profileId: 'mine' })
  catalog.write([{ productType: 'topup', brands: [rawBrand('Oak', 2, [rawVariant(own.sku)])] }], Date.UTC(2030, 0, 9))
  const changes = (profileId: string) => open(profileId)['catalog.changes']({ ...page, kind: null, yours: false })
  expect(changes('mine')).toMatchObject({ counts: { gone: 2 }, yours: 1 })
  expect(changes('another')).toMatchObject({ counts: { gone: 2 }, yours: 0 })
})
