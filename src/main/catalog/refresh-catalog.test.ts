import { writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { catalogStatusView, type CatalogStatusView } from '../../shared/catalog-views.ts'
import { countryView, networkView } from '../../shared/views.ts'
import { createTestClient, type TestClient } from '../service/test-client.ts'
import { reply, startTestServer, type Responder, type TestServer } from '../service/test-server.ts'
import { toCountryView } from './country-view.ts'
import { imageId } from './image-id.ts'
import { readImageUrl } from './images-repository.ts'
import { rpcUrlsOf, toNetworkView } from './network-view.ts'
import { countVariantsByCountry, readCountries, readNetwork, readNetworks } from './places-repository.ts'
import { createCatalogRefresher, type CatalogRefresher } from './refresh-catalog.ts'
import { openTestCache, rawBrand, rawVariant, type TestCache } from './test-cache.ts'

const workerUrl = new URL('./refresh-worker.ts', import.meta.url)
const asset = '0x000000000000000000000000000000000000dEaD'
const network = {
  name: 'Alpha',
  key: 'alpha',
  chainId: 31337,
  rpcUrl: 'http://127.0.0.1:8545',
  isActive: true,
  networkType: 'EVM',
  rank: 2,
  logoUrl: 'https://pictures.example/alpha.png',
  protocolContracts: { routerProxy: asset },
  nativeToken: { name: 'Alp', symbol: 'ALP', decimals: 18 },
}
const token = {
  id: 1,
  symbol: 'USDX',
  key: 'usdx',
  name: 'Test dollar',
  address: asset,
  decimals: 6,
  friendlyDecimals: 2,
  minAllowance: '1',
}
const answers: Record<string, unknown> = {
  '/api/v1/products/grouped/': {
    products: [{ productType: 'topup', brands: [rawBrand('Orbit', 1, [rawVariant('ORBIT_MX_100-I'), 'broken'])] }],
  },
  '/api/v1/countries/': {
    message: '',
    data: {
      count: 2,
      results: [
        {
          name: 'Mexico',
          isoAlpha2: 'MX',
          isoAlpha3: 'MEX',
          languages: { spa: 'Spanish' },
          flagUrl: 'https://pictures.example/mx.svg',
        },
        { name: 'Andorra', isoAlpha2: 'AD', isoAlpha3: 'AND' },
      ],
    },
  },
  '/api/v1/networks/': {
    success: true,
    data: [
      network,
      { ...network, key: 'sol', chainId: 2, networkType: 'SVM' },
      { ...network, key: 'off', chainId: 3, isActive: false, rank: 1 },
      { ...network, key: 'bare', chainId: 4, rank: 4 },
      { ...network, key: 'dark', chainId: 5, rank: 5, rpcUrl: 'http://rpc.example' },
    ],
  },
  '/api/v1/tokens/alpha/': { success: true, data: [token] },
  '/api/v1/tokens/dark/': { success: true, data: [token] },
  '/api/v1/tokens/bare/': undefined,
}
const good: Responder = (request, response) => {
  const answer = answers[request.url.pathname]
  reply(answer === undefined ? 400 : 200, answer ?? { message: 'unknown network' })(request, response)
}
const failing =
  (path: string, respond: Responder): Responder =>
  (request, response) =>
    (request.url.pathname === path ? respond : good)(request, response)

let server: TestServer
let till: TestClient
let cache: TestCache
let seen: CatalogStatusView[]
let refresher: CatalogRefresher
beforeEach(async () => {
  server = await startTestServer(good)
  till = createTestClient({ baseUrl: server.baseUrl }, 2_000)
  cache = openTestCache()
  seen = []
  refresher = createCatalogRefresher({
    db: cache.db,
    cacheFile: cache.file,
    workerUrl,
    client: till.client,
    source: server.baseUrl,
    now: () => till.clock.now,
    onChange: (view) => seen.push(catalogStatusView.parse(view)),
  })
})
afterEach(async () => {
  await refresher.close()
  till.dispose()
  cache.dispose()
  await server.close()
})

describe('refreshing the catalog', () => {
  it('brings catalog, countries, networks and tokens, and says how it goes', async () => {
    const status = await refresher.refresh()
    expect(status).toEqual({
      refreshedAt: '2030-01-01T12:00:00.000Z',
      brands: 1,
      variants: 1,
      skipped: 1,
      refreshing: false,
      progress: null,
      error: null,
    })
    expect(seen.map((view) => [view.refreshing, view.variants])).toEqual([
      [true, 0],
      [false, 1],
    ])
    expect(server.seen.map(({ url }) => url.pathname)).toEqual([
      '/api/v1/products/grouped/',
      '/api/v1/countries/',
      '/api/v1/networks/',
      '/api/v1/tokens/alpha/',
      '/api/v1/tokens/bare/',
      '/api/v1/tokens/dark/',
    ])
  })

  it('asks once for all who ask together', async () => {
    const both = [refresher.refresh(), refresher.refresh()]
    expect(await both[0]).toEqual(await both[1])
    expect(server.seen.filter(({ url }) => url.pathname.includes('products'))).toHaveLength(1)
  })

  it.each([
    ['the catalog fails', failing('/api/v1/products/grouped/', reply(500, {})), 'service-down'],
    ['the catalog is no catalog', failing('/api/v1/products/grouped/', reply(200, '<html>')), 'service-malformed'],
    [
      'the catalog is truncated',
      failing('/api/v1/products/grouped/', reply(200, '{"products":[{"prod')),
      'service-malformed',
    ],
    ['countries fail', failing('/api/v1/countries/', reply(429, {})), 'service-rate-limited'],
    ['networks fail', failing('/api/v1/networks/', reply(200, {})), 'service-malformed'],
    ['tokens fail', failing('/api/v1/tokens/alpha/', reply(503, {})), 'service-down'],
  ] as const)('keeps yesterday’s whole when %s', async (_, respond, error) => {
    const before = await refresher.refresh()
    server.respond = respond
    till.clock.now += 86_400_000
    expect(await refresher.refresh()).toEqual({ ...before, error })
    expect(readNetworks(cache.db)).toHaveLength(5)
    till.clock.now += 3_600_000
    server.respond = good
    expect(await refresher.refresh()).toMatchObject({ error: null, refreshedAt: '2030-01-02T13:00:00.000Z' })
  })

  it('says so when the cache can not be written, and keeps answering', async () => {
    await refresher.close()
    const broken = `${cache.file}.broken`
    writeFileSync(broken, 'this is no database, and long enough to look at')
    refresher = createCatalogRefresher({
      db: cache.db,
      cacheFile: broken,
      workerUrl,
      client: till.client,
      source: 's',
      now: () => 0,
      onChange: () => undefined,
    })
    expect(await refresher.refresh()).toMatchObject({ error: 'internal', variants: 0, refreshing: false })
  })

  it('shows a cache that was damaged meanwhile as empty, without throwing', async () => {
    cache.db.exec('DROP TABLE catalog_state')
    expect(refresher.status()).toMatchObject({ variants: 0, error: 'internal' })
    expect(await refresher.refresh()).toMatchObject({ variants: 0, error: 'internal', refreshing: false })
  })

  it('can be closed midway without leaving half a catalog', async () => {
    server.respond = failing('/api/v1/networks/', () => undefined)
    const running = refresher.refresh()
    await vi.waitFor(() => expect(server.seen.length).toBe(3))
    await refresher.close()
    expect(await running).toMatchObject({ variants: 0, refreshing: false })
    expect(await refresher.refresh()).toMatchObject({ refreshing: false })
    expect(server.seen).toHaveLength(3)
  })
})

describe('places', () => {
  beforeEach(async () => void (await refresher.refresh()))

  it('shows networks in the service’s order with what keeps each from paying', () => {
    const views = readNetworks(cache.db).map((one) => networkView.parse(toNetworkView(one, {})))
    expect(views.map(({ key, unpayable }) => [key, unpayable])).toEqual([
      ['off', 'inactive'],
      ['alpha', null],
      ['sol', 'not-evm'],
      ['bare', 'no-tokens'],
      ['dark', 'no-rpc'],
    ])
    expect(views[1]?.tokens).toMatchObject([{ key: 'usdx', minAllowance: '1', maxAllowance: null, image: null }])
    expect(views[1]?.logo).toBe(`/image/${imageId(network.logoUrl)}`)
  })

  it('takes the profile’s own RPC addresses first', () => {
    const dark = readNetwork(cache.db, 'dark')
    const rpcUrls = { '5': ['https://own.example', 'https://own.example'] }
    expect(dark && toNetworkView(dark, rpcUrls).unpayable).toBeNull()
    expect(dark && rpcUrlsOf(dark, rpcUrls)).toEqual(['https://own.example'])
    expect(rpcUrlsOf({ chainId: 5, rpcUrl: 'https://theirs.example' }, rpcUrls)).toEqual([
      'https://own.example',
      'https://theirs.example',
    ])
  })

  it('keeps everything of a network for the guard', () => {
    expect(readNetwork(cache.db, 'alpha')).toMatchObject({
      protocolContracts: { routerProxy: asset },
      explorerUrl: '',
      tokens: [{ address: asset, decimals: 6 }],
    })
    expect(readNetwork(cache.db, 'unknown')).toBeNull()
  })

  it('shows countries by name with what is sold for them', () => {
    const count = countVariantsByCountry(cache.db)
    const views = readCountries(cache.db).map((one) => countryView.parse(toCountryView(one, count(one.isoAlpha2))))
    expect(views.map(({ iso2, variants, languages }) => [iso2, variants, languages])).toEqual([
      ['AD', 0, []],
      ['MX', 1, ['Spanish']],
    ])
  })

  it('lets only pictures of the answers be fetched', () => {
    const id = imageId('https://pictures.example/mx.svg') ?? ''
    expect(readImageUrl(cache.db, id)).toBe('https://pictures.example/mx.svg')
    expect(readImageUrl(cache.db, imageId('https://elsewhere.example/x.svg') ?? '')).toBeNull()
  })
})
