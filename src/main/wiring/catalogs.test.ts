import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { programOf } from '../../../scripts/program-of.ts'
import { profileSchema } from '../../shared/profile.ts'
import { openCatalogStore, type CatalogStore } from '../catalog/catalog-store.ts'
import { openTestCache, rawBrand, rawVariant, type TestCache } from '../catalog/test-cache.ts'
import { createTestClient, type TestClient } from '../service/test-client.ts'
import { reply, startTestServer, type TestServer } from '../service/test-server.ts'
import { openCatalogs, type Catalogs } from './catalogs.ts'

const HOUR = 3_600_000

let server: TestServer
let till: TestClient
let cache: TestCache
let store: CatalogStore
let catalogs: Catalogs
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  server = await startTestServer(reply(404, {}))
  sell('OLD-I')
  till = createTestClient({ baseUrl: server.baseUrl })
  cache = openTestCache()
  store = openCatalogStore(join(cache.folder, 'catalog.db'), () => undefined)
  catalogs = openCatalogs({
    ...{ store, cache: cache.db, folder: join(cache.folder, 'downloads'), workerUrl: programOf('refresh-worker') },
    now: () => till.clock.now,
    onChange: () => undefined,
    onPlaces: () => undefined,
    refused: () => null,
  })
  const profile = profileSchema.parse({ name: 'Test', integrator: 'till-tests', baseUrl: server.baseUrl })
  catalogs.use({ profileId: 'one', profile, client: till.client, budget: till.budget })
})
afterEach(async () => {
  vi.useRealTimers()
  await catalogs.close()
  store.close()
  till.dispose()
  cache.dispose()
  await server.close()
})

/** What the service sells from now on; the rest of it is not there. */
function sell(...skus: string[]): void {
  const brands = [
    rawBrand(
      'Nova',
      1,
      skus.map((sku) => rawVariant(sku)),
    ),
  ]
  server.respond = (request, response) => {
    const isCatalog = request.url.pathname.includes('/products/')
    reply(isCatalog ? 200 : 404, isCatalog ? { products: [{ productType: 'topup', brands }] } : {})(request, response)
  }
}
const told = () => {
  const own = { skus: [], brands: [] }
  return catalogs.changes({ kind: null, yours: false, own }, { offset: 0, limit: 10 })
}

it('is old before it first came, and again after half a day', async () => {
  expect(catalogs.isOld()).toBe(true)
  await catalogs.refresh()
  expect(catalogs.isOld()).toBe(false)
  till.clock.now += 11 * HOUR
  expect(catalogs.isOld()).toBe(false)
  till.clock.now += 2 * HOUR
  expect(catalogs.isOld()).toBe(true)
})

it('what changed is told until a person has looked', async () => {
  await catalogs.refresh()
  till.clock.now += HOUR
  sell('OLD-I', 'NEW-I')
  await catalogs.refresh()
  expect(told()).toMatchObject({ since: null, counts: { added: 1 }, changes: [{ product: { sku: 'NEW-I' } }] })
  till.clock.now += HOUR
  catalogs.looked()
  expect(told()).toMatchObject({ since: new Date(till.clock.now).toISOString(), counts: { added: 0 }, changes: [] })
})

it('a Till that stays open asks again once its catalog is old, and no sooner; nothing is asked once it is closed', async () => {
  await catalogs.refresh()
  const asked = (): number => server.seen.filter(({ url }) => url.pathname.includes('/products/')).length
  till.clock.now += 11 * HOUR
  vi.advanceTimersByTime(11 * HOUR)
  expect(asked()).toBe(1)
  sell('OLD-I', 'NEW-I')
  till.clock.now += 2 * HOUR
  vi.advanceTimersByTime(HOUR)
  await vi.waitFor(() => expect(catalogs.isOld()).toBe(false))
  expect(told()).toMatchObject({ changes: [{ product: { sku: 'NEW-I' } }] })
  await catalogs.close()
  till.clock.now += 24 * HOUR
  vi.advanceTimersByTime(24 * HOUR)
  expect(asked()).toBe(2)
})
