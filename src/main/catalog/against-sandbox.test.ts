import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSandbox, type RunningSandbox } from '../../../scripts/start-sandbox.ts'
import { browseInput } from '../../shared/catalog-views.ts'
import { networkView, variantView } from '../../shared/views.ts'
import { createTestClient, type TestClient } from '../service/test-client.ts'
import { readBrand, readVariant, searchVariants, browseBrands } from './catalog-repository.ts'
import { checkDelivery } from './check-delivery.ts'
import { createImageStore } from './image-store.ts'
import { toNetworkView } from './network-view.ts'
import { readCountries, readNetworks } from './places-repository.ts'
import { createCatalogRefresher } from './refresh-catalog.ts'
import { createRegexMatcher } from './regex-matcher.ts'
import { openTestCache, type TestCache } from './test-cache.ts'

const wallet = '0x52908400098527886E0F7030069857D2E4169EE7'

let sandbox: RunningSandbox
let till: TestClient
let cache: TestCache
beforeAll(async () => {
  sandbox = await startSandbox()
  till = createTestClient(sandbox.profile, 20_000)
  till.access.token = sandbox.profile.token ?? null
  cache = openTestCache()
  const refresher = createCatalogRefresher({
    db: cache.db,
    cacheFile: cache.file,
    workerUrl: new URL('./refresh-worker.ts', import.meta.url),
    client: till.client,
    source: sandbox.baseUrl,
    now: () => till.clock.now,
    onChange: () => undefined,
  })
  expect(await refresher.refresh()).toMatchObject({ error: null, skipped: 0 })
})
afterAll(async () => {
  till?.dispose()
  cache?.dispose()
  await sandbox?.stop()
})

describe('against the sandbox', () => {
  it('understands its whole catalog', () => {
    const { brands, total } = browseBrands(cache.db, browseInput.parse({}), { offset: 0, limit: 200 })
    expect(total).toBeGreaterThan(10)
    for (const { slug } of brands) {
      const { countries = [] } = readBrand(cache.db, slug, []) ?? {}
      expect(countries.length).toBeGreaterThan(0)
      for (const { value, count } of countries) {
        const there = readBrand(cache.db, slug, [value])
        expect(there).toMatchObject({ country: value, variants: { length: count } })
        for (const variant of there?.variants ?? []) variantView.parse(variant)
      }
    }
  })

  it('knows its countries, and networks that can be paid with', () => {
    expect(readCountries(cache.db).length).toBeGreaterThan(200)
    const views = readNetworks(cache.db).map((network) =>
      networkView.parse(toNetworkView(network, sandbox.profile.rpcUrls ?? {})),
    )
    expect(views.filter(({ unpayable }) => unpayable === null).length).toBeGreaterThanOrEqual(2)
  })

  it('shows its pictures', async () => {
    const images = createImageStore({ db: cache.db, now: () => till.clock.now })
    const tile = browseBrands(cache.db, browseInput.parse({}), { offset: 0, limit: 1 }).brands[0]
    const image = await images.getImage(tile?.image?.replace('/image/', '') ?? '')
    expect(image?.type).toMatch(/^image\//)
  })

  it('prices a top-up for a number as people write it', async () => {
    const matcher = createRegexMatcher(new URL('./regex-worker.ts', import.meta.url))
    const found = searchVariants(cache.db, browseInput.parse({ country: 'MX', type: 'topup' }), { offset: 0, limit: 1 })
      .products[0]
    const variant = readVariant(cache.db, found?.sku ?? '')
    const network = readNetworks(cache.db).find((one) => one.tokens.length > 0)
    const token = network?.tokens[0]
    if (!variant || !network || !token) throw new Error('Nothing to buy')
    const delivery = await checkDelivery(variant, { reference: '55 1234 5678', fields: {} }, matcher)
    await matcher.close()
    expect(delivery).toMatchObject({ reference: '+525512345678', problems: [] })
    const { sku, price } = variant
    const quote = await till.client.createQuote({
      fiatCurrency: price.fiatCurrency,
      token,
      sku,
      chainId: network.chainId,
    })
    expect(quote).toMatchObject({ sku, requestProblem: null, transactionRequest: { chainId: network.chainId } })
  })

  it('reads wallets and lists, and is refused for a payment that never was', async () => {
    expect(await till.client.getWallet(wallet)).toMatchObject({ hasAcceptedTerms: false })
    expect(await till.client.readAllTransactions({ address: wallet })).toEqual({
      transactions: [],
      complete: true,
      error: null,
    })
    expect(await till.client.getTransaction(wallet, '6f1c2d6e-0a5a-4a3e-9a55-0a9c7f5d9a11')).toBeNull()
    const registration = { address: wallet, idempotencyKey: 'a key of its own', body: '{}' }
    expect(await till.client.registerSpend(registration)).toMatchObject({ outcome: 'rejected', status: 400 })
  })
})
