import { closeSync, fstatSync, mkdirSync, openSync, readdirSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { browseInput, catalogStatusView, type CatalogStatusView } from '../../../shared/catalog/views.ts'
import { countryView } from '../../../shared/catalog/country-view.ts'
import { networkView } from '../../../shared/networks/views.ts'
import { createTestClient, type TestClient } from '../../../testing/service/client.ts'
import { reply, startTestServer, type Responder, type TestServer } from '../../../testing/service/server.ts'
import { readCatalogState } from '../catalog-state-repository.ts'
import { openCatalogStore, type CatalogStore } from '../catalog-store.ts'
import { toCountryView } from '../metadata/country-view.ts'
import { imageId } from '../images/image-id.ts'
import { readImageUrl } from '../images/images-repository.ts'
import { toNetworkViews } from '../metadata/network-view.ts'
import { searchProducts } from '../search/products-repository.ts'
import { countVariantsByCountry } from '../search/facets-repository.ts'
import { readCountries, readNetwork, readNetworks } from '../metadata/metadata-repository.ts'
import { price, rawBrand, rawVariant } from '../../../testing/catalog/cache.ts'
import { openTestShop, type TestShop } from '../../../testing/catalog/shop.ts'
import { soon } from '../../../testing/soon.ts'

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
let shop: TestShop
beforeEach(async () => {
  server = await startTestServer(good)
  till = createTestClient({ baseUrl: server.baseUrl }, 2_000)
  shop = openTestShop(till.client, server.baseUrl, () => till.clock.now)
})
afterEach(async () => {
  await shop.refresher.close()
  till.dispose()
  shop.dispose()
  await server.close()
})

describe('refreshing the catalog', () => {
  it('stores catalog, countries, networks and tokens, and reports progress', async () => {
    const status = await shop.refresher.refresh()
    expect(status).toEqual({
      refreshedAt: '2030-01-01T12:00:00.000Z',
      brands: 1,
      variants: 1,
      skipped: 1,
      refreshing: false,
      progress: null,
      error: null,
      missing: [],
    })
    for (const view of shop.seen) catalogStatusView.parse(view)
    expect(shop.seen[0]).toMatchObject({ refreshing: true, variants: 0 })
    expect(shop.seen.map(({ progress }) => progress?.part)).toContain('writing')
    expect(shop.seen.at(-1)).toEqual(status)
    expect(server.seen.map(({ url }) => url.pathname)).toEqual([
      '/api/v1/countries/',
      '/api/v1/networks/',
      '/api/v1/tokens/alpha/',
      '/api/v1/tokens/bare/',
      '/api/v1/tokens/dark/',
      '/api/v1/products/grouped/',
    ])
  })

  it('makes one request for concurrent callers', async () => {
    const both = [shop.refresher.refresh(), shop.refresher.refresh()]
    expect(await both[0]).toEqual(await both[1])
    expect(server.seen.filter(({ url }) => url.pathname.includes('products'))).toHaveLength(1)
  })

  it.each([
    ['the catalog fails', failing('/api/v1/products/grouped/', reply(500, {})), 'service-down'],
    ['the catalog is a page', failing('/api/v1/products/grouped/', reply(200, '<html>')), 'service-malformed'],
    [
      'the catalog is truncated',
      failing('/api/v1/products/grouped/', reply(200, '{"products":[{"prod')),
      'service-malformed',
    ],
  ] as const)('keeps yesterday’s catalog when %s', async (_, respond, error) => {
    const before = await shop.refresher.refresh()
    server.respond = respond
    till.clock.now += 86_400_000
    expect(await shop.refresher.refresh()).toEqual({ ...before, error: expect.objectContaining({ code: error }) })
    till.clock.now += 3_600_000
    server.respond = good
    expect(await shop.refresher.refresh()).toMatchObject({ error: null, refreshedAt: '2030-01-02T13:00:00.000Z' })
  })

  it.each([
    ['countries fail', failing('/api/v1/countries/', reply(500, {})), 'service-down'],
    ['networks fail', failing('/api/v1/networks/', reply(200, {})), 'service-malformed'],
    ['tokens fail', failing('/api/v1/tokens/alpha/', reply(503, {})), 'service-down'],
  ] as const)('stores the catalog even when %s, and reports it', async (_, respond, error) => {
    await shop.refresher.refresh()
    server.respond = respond
    till.clock.now += 8 * 86_400_000
    expect(await shop.refresher.refresh()).toMatchObject({
      error: { code: error },
      refreshedAt: '2030-01-09T12:00:00.000Z',
    })
    expect(readNetworks(shop.db)).toHaveLength(5)
  })

  it('replaces a catalog that is damaged during a read, or was deleted during use', async () => {
    await shop.refresher.refresh()
    writeFileSync(shop.store.file, 'this is no database, and long enough to look at: '.repeat(400))
    writeFileSync(`${shop.store.file}-wal`, '')
    const other = openCatalogStore(shop.store.file, () => undefined)
    expect(other.use(readCatalogState)).toMatchObject({ variants: 0 })
    other.close()
    expect(await shop.refresher.refresh()).toMatchObject({ variants: 1, error: null })
    for (const suffix of ['', '-wal', '-shm']) rmSync(shop.store.file + suffix, { force: true })
    expect(await shop.refresher.refresh()).toMatchObject({ variants: 1, error: null })
  })

  describe('with a file damaged meanwhile', () => {
    const brands = (coins: string) =>
      Array.from({ length: 120 }, (_, brand) =>
        rawBrand(
          `Brand ${brand}`,
          brand,
          Array.from({ length: 50 }, (_, index) =>
            rawVariant(`B${brand}_${index}-I`, { price: price('MXN', '100.00', coins) }),
          ),
        ),
      )
    const sells = (coins: string): void => {
      const products = [{ productType: 'topup', brands: brands(coins) }]
      server.respond = (request, response) =>
        request.url.pathname.includes('products')
          ? reply(200, { products }, { ETag: `"${coins}"` })(request, response)
          : good(request, response)
    }
    /** Moves everything from the WAL into the file. */
    const checkpoint = (): void => void shop.store.write((db) => db.pragma('wal_checkpoint(TRUNCATE)'))
    /** Overwrites everything after the first page, like a failing disk. */
    const damage = (): void => {
      const file = openSync(shop.store.file, 'r+')
      writeSync(file, Buffer.alloc(fstatSync(file).size - 16_384, 7), 0, undefined, 16_384)
      closeSync(file)
    }
    const search = () =>
      shop.store.use((db) => searchProducts(db, { ...browseInput.parse({}), sort: 'best' }, { offset: 0, limit: 60 }))
        .products
    const nextDay = (): void => void (till.clock.now += 86_400_000)
    const today = { variants: 6000, error: null, refreshedAt: '2030-01-02T12:00:00.000Z' }
    beforeEach(async () => {
      sells('5')
      expect(await shop.refresher.refresh()).toMatchObject({ variants: 6000, error: null })
      checkpoint()
      nextDay()
    })

    it.each([
      ['before it is written', 0, false],
      ['while it is written', 0.01, false],
      ['while it is written, and searched', 0.01, true],
    ])('stores today’s catalog, damaged %s', async (_, share, isSearched) => {
      sells('6')
      let damaged = 0
      const onChange = ({ progress }: CatalogStatusView): void => {
        if (damaged > 0 || progress?.part !== 'writing' || (progress.share ?? 0) < share) return
        damaged++
        damage()
        if (isSearched) search()
      }
      expect(await shop.recreate({ onChange }).refresh()).toMatchObject(today)
      expect(damaged).toBe(1)
      expect(new Set(search().map((product) => product.price.stableCoinValue))).toEqual(new Set(['6']))
    })

    it('requests the whole catalog if it was damaged while the service called it unchanged', async () => {
      server.respond = failing('/api/v1/products/grouped/', (request, response) => {
        expect(request.headers['if-none-match']).toBe('"5"')
        damage()
        search()
        sells('5')
        response.writeHead(304).end()
      })
      expect(await shop.refresher.refresh()).toMatchObject(today)
      expect(search()).not.toEqual([])
    })

    it('reports damage that recurs after every refresh', async () => {
      sells('6')
      const withExternalWriter: CatalogStore['withExternalWriter'] = async (work) => {
        const done = await shop.store.withExternalWriter(work)
        checkpoint()
        damage()
        search()
        return done
      }
      const status = await shop.recreate({ store: { ...shop.store, withExternalWriter } }).refresh()
      expect(status).toMatchObject({ variants: 0, error: { code: 'internal' }, refreshing: false })
    })
  })

  it('continues with a complete download after an abort, without a new request', async () => {
    const workerUrl = new URL('../../../testing/catalog/endless-worker.ts', import.meta.url)
    const [first, requestCount] = [shop.recreate({ workerUrl }), (): number => server.seen.length]
    const running = first.refresh()
    await vi.waitFor(() => expect(first.status().progress?.part).toBe('writing'), soon)
    await first.close()
    expect(await running).toMatchObject({ variants: 0 })
    const before = requestCount()
    writeFileSync(join(shop.folder, 'downloads', 'kept.txt'), 'not ours')
    writeFileSync(
      join(shop.folder, 'downloads', `${'0'.repeat(40)}.json.0123456789abcdef.part`),
      'half of another day’s',
    )
    const clock = { now: () => Date.now() }
    expect(await shop.recreate(clock).refresh()).toMatchObject({ variants: 1, error: null })
    expect(requestCount()).toBe(before)
    expect(readdirSync(join(shop.folder, 'downloads'))).toEqual(['kept.txt'])
  })

  it('requests country by country if the profile says so, and counts shared products once', async () => {
    const roam = rawVariant('ROAM-I', { country: 'MX', supportedCountries: ['MX', 'CO'] })
    const of = (country: string) => [roam, rawVariant(`NOVA_${country}-I`, { country })]
    server.respond = (request, response) => {
      const country = request.url.searchParams.get('country')
      if (country === null) return good(request, response)
      reply(200, { products: [{ productType: 'topup', brands: [rawBrand('Nova', 1, of(country))] }] })(
        request,
        response,
      )
    }
    const refresher = shop.recreate({ countries: ['MX', 'CO'] })
    expect(await refresher.refresh()).toMatchObject({ variants: 3, skipped: 0, error: null })
  })

  it('keeps an unchanged catalog, and reports its time', async () => {
    const etag = '"one"'
    server.respond = (request, response) => {
      if (!request.url.pathname.includes('products')) return good(request, response)
      if (request.headers['if-none-match'] === etag) response.writeHead(304).end()
      else reply(200, answers['/api/v1/products/grouped/'], { ETag: etag })(request, response)
    }
    await shop.refresher.refresh()
    till.clock.now += 3_600_000
    expect(await shop.refresher.refresh()).toMatchObject({
      variants: 1,
      skipped: 1,
      error: null,
      refreshedAt: '2030-01-01T13:00:00.000Z',
    })
  })

  it('reports a catalog that cannot be written, and keeps answering', async () => {
    const file = join(shop.folder, 'blocked.db')
    mkdirSync(file)
    const error = { code: 'not-allowed', details: { reason: 'not-saved' } }
    const written = await shop.recreate({ store: { ...shop.store, file } }).refresh()
    expect(written).toMatchObject({ error, variants: 0, refreshing: false })
    const full = join(shop.folder, 'full')
    writeFileSync(full, '')
    expect(await shop.recreate({ folder: full }).refresh()).toMatchObject({ error, variants: 0, refreshing: false })
  })

  it('never throws: after a disk failure it returns the last status with the error', async () => {
    await shop.refresher.refresh()
    let isBroken = false
    const use: CatalogStore['use'] = (work) => {
      if (isBroken) throw new SqliteDatabase.SqliteError('disk I/O error', 'SQLITE_IOERR')
      return shop.store.use(work)
    }
    const refresher = shop.recreate({ store: { ...shop.store, use } })
    const before = await refresher.refresh()
    isBroken = true
    const error = { code: 'not-allowed', details: { reason: 'not-saved' } }
    expect(await refresher.refresh()).toMatchObject({ error, variants: before.variants, refreshing: false })
    expect(shop.seen.at(-1)).toMatchObject({ error, refreshing: false })
    isBroken = false
    expect(await refresher.refresh()).toMatchObject({ error: null, refreshing: false })
  })

  it('can be closed midway without leaving half a catalog', async () => {
    server.respond = failing('/api/v1/networks/', () => undefined)
    const running = shop.refresher.refresh()
    await vi.waitFor(() => expect(server.seen.length).toBe(2), soon)
    await shop.refresher.close()
    expect(await running).toMatchObject({ variants: 0, refreshing: false })
    expect(await shop.refresher.refresh()).toMatchObject({ refreshing: false })
    expect(server.seen).toHaveLength(2)
  })
})

describe('metadata', () => {
  beforeEach(async () => void (await shop.refresher.refresh()))

  it('lists networks in the service’s order with the reason each cannot be paid on', () => {
    const views = toNetworkViews(readNetworks(shop.db), { baseUrl: server.baseUrl, rpcUrls: {} })
    for (const view of views) networkView.parse(view)
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

  it('keeps all details of a network for the guard', () => {
    expect(readNetwork(shop.db, 'alpha')).toMatchObject({
      protocolContracts: { routerProxy: asset },
      explorerUrl: '',
      tokens: [{ address: asset, decimals: 6 }],
    })
    expect(readNetwork(shop.db, 'unknown')).toBeNull()
  })

  it('lists countries by name with their number of products', () => {
    const count = shop.store.use(countVariantsByCountry)
    const views = readCountries(shop.db).map((one) => countryView.parse(toCountryView(one, count(one.isoAlpha2))))
    expect(views.map(({ iso2, variants, languages }) => [iso2, variants, languages])).toEqual([
      ['AD', 0, []],
      ['MX', 1, ['Spanish']],
    ])
  })

  it('allows only images from the answers to be fetched', () => {
    const id = imageId('https://pictures.example/mx.svg') ?? ''
    expect(readImageUrl(shop.db, id)).toBe('https://pictures.example/mx.svg')
    expect(readImageUrl(shop.db, imageId('https://elsewhere.example/x.svg') ?? '')).toBeNull()
  })
})
