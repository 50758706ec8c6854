import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { programOf } from '../../../scripts/testing/program-of.ts'
import { profileSchema } from '../../shared/services/profile.ts'
import type { CatalogStatusView } from '../../shared/catalog/views.ts'
import { openCatalogStore, type CatalogStore } from './catalog-store.ts'
import { readNetworks } from './metadata/metadata-repository.ts'
import { openTestCache, rawBrand, rawVariant, type TestCache } from '../../testing/catalog/cache.ts'
import { createTestClient, type TestClient } from '../../testing/service/client.ts'
import { reply, startTestServer, type Responder, type TestServer } from '../../testing/service/server.ts'
import { soon } from '../../testing/soon.ts'
import { openCatalogs, type Catalogs } from './catalogs.ts'

const HOUR = 3_600_000

let server: TestServer
let till: TestClient
let cache: TestCache
let store: CatalogStore
let catalogs: Catalogs
/** The pending timers, and the last event for the page. */
let alarms: { readonly ms: number; run(): void }[]
let shown: CatalogStatusView | null
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  server = await startTestServer(reply(404, {}))
  sell('OLD-I')
  till = createTestClient({ baseUrl: server.baseUrl })
  cache = openTestCache()
  store = openCatalogStore(join(cache.folder, 'catalog.db'), () => undefined)
  alarms = []
  shown = null
  catalogs = openCatalogs({
    store,
    cache: cache.db,
    folder: join(cache.folder, 'downloads'),
    workerUrl: programOf('refresh-worker'),
    now: () => till.clock.now,
    timer(ms, run) {
      const alarm = { ms, run }
      alarms.push(alarm)
      return () => void (alarms = alarms.filter((one) => one !== alarm))
    },
    onChange: (view) => (shown = view),
    onMetadata: () => undefined,
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

/** Sets the service's products from now on. */
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
const events = () => {
  const own = { skus: [], brands: [] }
  return catalogs.changes({ kind: null, yours: false, own }, { offset: 0, limit: 10 })
}

it('a catalog is old before the first refresh, and again after half a day', async () => {
  expect(catalogs.isOld()).toBe(true)
  await catalogs.refresh()
  expect(catalogs.isOld()).toBe(false)
  till.clock.now += 11 * HOUR
  expect(catalogs.isOld()).toBe(false)
  till.clock.now += 2 * HOUR
  expect(catalogs.isOld()).toBe(true)
})

it('reports changes until they are seen', async () => {
  await catalogs.refresh()
  till.clock.now += HOUR
  sell('OLD-I', 'NEW-I')
  await catalogs.refresh()
  expect(events()).toMatchObject({ since: null, counts: { added: 1 }, changes: [{ product: { sku: 'NEW-I' } }] })
  till.clock.now += HOUR
  catalogs.markSeen()
  expect(events()).toMatchObject({ since: new Date(till.clock.now).toISOString(), counts: { added: 0 }, changes: [] })
})

it('refreshes an open Till once its catalog is old, and not before, and stops when closed', async () => {
  await catalogs.refresh()
  const requestCount = (): number => server.seen.filter(({ url }) => url.pathname.includes('/products/')).length
  till.clock.now += 11 * HOUR
  vi.advanceTimersByTime(11 * HOUR)
  expect(requestCount()).toBe(1)
  sell('OLD-I', 'NEW-I')
  till.clock.now += 2 * HOUR
  vi.advanceTimersByTime(HOUR)
  await vi.waitFor(() => expect(catalogs.isOld()).toBe(false), soon)
  expect(events()).toMatchObject({ changes: [{ product: { sku: 'NEW-I' } }] })
  await catalogs.close()
  till.clock.now += 24 * HOUR
  vi.advanceTimersByTime(24 * HOUR)
  expect(requestCount()).toBe(2)
})

describe('a missing part', () => {
  const asset = '0x000000000000000000000000000000000000dEaD'
  const network = { key: 'alpha', chainId: 31_337, networkType: 'EVM' }
  const token = { symbol: 'USDX', address: asset, decimals: 6 }
  const whole: Responder = ({ url }, response) => {
    const part = url.pathname.split('/')[3]
    const list = { success: true, data: part === 'networks' ? [network] : [token] }
    const products = [{ productType: 'topup', brands: [rawBrand('Nova', 1, [rawVariant('A-I')])] }]
    const countries = { message: '', data: { count: 1, results: [{ name: 'Mexico', isoAlpha2: 'MX' }] } }
    reply(200, { products: { products }, countries }[part ?? ''] ?? list)(null as never, response)
  }
  /** Advances the clock by `ms`, and runs the timers due by then. */
  async function pass(ms: number): Promise<void> {
    for (let left = ms; ;) {
      const [next] = alarms.toSorted((a, b) => a.ms - b.ms)
      if (next === undefined || next.ms > left) return
      left -= next.ms
      till.clock.now += next.ms
      alarms = []
      next.run()
      await vi.waitFor(() => expect(shown?.refreshing).toBe(false), soon)
    }
  }
  const portal = reply(200, '<!doctype html><html>Sign in</html>', { 'Content-Type': 'text/html' })

  it.each([
    ['503', reply(503, {}), 0],
    ['503 with Retry-After', reply(503, {}, { 'Retry-After': '30' }), 0],
    ['429 with Retry-After', reply(429, {}, { 'Retry-After': '30' }), 0],
    ['429 without Retry-After', reply(429, {}), 0],
    ['a captive portal’s page', portal, 0],
    ['503 for an hour', reply(503, {}), HOUR],
    ['a captive portal’s page for five minutes', portal, 5 * 60_000],
  ])('is there within 90 s of the service’s recovery: %s', async (_, bad, lasts) => {
    server.respond = bad
    const first = await catalogs.refresh()
    expect(first.missing).toEqual(['countries', 'networks', 'catalog'])
    await pass(lasts)
    server.respond = whole
    await pass(90_000)
    expect(shown).toMatchObject({ missing: [], error: null, variants: 1 })
    expect(alarms).toEqual([])
  })

  it.each([
    ['networks', 'none', reply(200, { success: true, data: [] })],
    ['networks', 'only unreadable ones', reply(200, { success: true, data: [{ id: 1 }, null] })],
    ['tokens', 'none', reply(200, { success: true, data: [] })],
    ['tokens', 'a refusal', reply(400, { message: 'Not now' })],
    ['tokens', 'the service’s own timeout', reply(408, {})],
    ['products', 'none', reply(200, { products: [] })],
  ])('is requested again within two minutes if there were no %s: %s', async (part, _, bad) => {
    server.respond = (request, response) => (request.url.pathname.includes(part) ? bad : whole)(request, response)
    expect((await catalogs.refresh()).missing).toEqual([part === 'products' ? 'catalog' : part])
    await pass(30_000)
    server.respond = whole
    await pass(90_000)
    expect(shown).toMatchObject({ missing: [], error: null, variants: 1 })
    expect(readNetworks(cache.db)).toMatchObject([{ key: 'alpha', tokens: [{ symbol: 'USDX' }] }])
  })

  it('is requested rarely if the service really has none', async () => {
    server.respond = (request, response) =>
      (request.url.pathname.includes('networks') ? reply(200, { data: [] }) : whole)(request, response)
    await catalogs.refresh()
    const before = server.seen.length
    await pass(HOUR)
    expect(server.seen.length - before).toBeLessThan(6)
  })

  it('is requested separately, one request at a time while the service is down', async () => {
    server.respond = (request, response) =>
      (request.url.pathname.includes('networks') ? reply(500, {}) : whole)(request, response)
    expect((await catalogs.refresh()).missing).toEqual(['networks'])
    const before = server.seen.length
    await pass(20_000)
    expect(server.seen.slice(before).map(({ url }) => url.pathname)).toEqual(Array(2).fill('/api/v1/networks/'))
    expect(shown?.error?.code).toBe('service-down')
    server.respond = whole
    await pass(60_000)
    expect(shown).toMatchObject({ missing: [], error: null })
  })

  it('is requested ever more rarely if the service refuses', async () => {
    server.respond = (request, response) =>
      (request.url.pathname.includes('countries') ? reply(404, {}) : whole)(request, response)
    expect((await catalogs.refresh()).missing).toEqual(['countries'])
    const before = server.seen.length
    await pass(HOUR)
    expect(server.seen.length - before).toBeLessThan(5)
  })
})
