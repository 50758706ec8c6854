import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { programOf } from '../../../scripts/testing/program-of.ts'
import type { RunningSandbox } from '../../../scripts/launch/start-sandbox.ts'
import { openSandbox } from '../../testing/purchases/sandbox-controls.ts'
import { browseInput } from '../../shared/catalog/views.ts'
import { networkView } from '../../shared/networks/views.ts'
import { variantView } from '../../shared/catalog/variant-views.ts'
import { createTestClient, type TestClient } from '../../testing/service/client.ts'
import { browseBrands, readBrand } from './search/brands-repository.ts'
import { checkDelivery } from './delivery/check-delivery.ts'
import { createImageStore } from './images/image-store.ts'
import { readImageUrl } from './images/images-repository.ts'
import { toNetworkViews } from './metadata/network-view.ts'
import { readCountries, readNetworks } from './metadata/metadata-repository.ts'
import { searchProducts } from './search/products-repository.ts'
import { createRegexMatcher } from './delivery/regex-matcher.ts'
import { openTestShop, type TestShop } from '../../testing/catalog/shop.ts'
import { readVariant } from './variants-repository.ts'

const all = { ...browseInput.parse({}), sort: 'best' } as const
const wallet = '0x52908400098527886E0F7030069857D2E4169EE7'

let sandbox: RunningSandbox
let till: TestClient
let shop: TestShop
beforeAll(async () => {
  sandbox = (await openSandbox()).running
  till = createTestClient(sandbox.profile, 20_000)
  till.access.token = sandbox.profile.token ?? null
  shop = openTestShop(till.client, sandbox.baseUrl, () => till.clock.now)
  expect(await shop.refresher.refresh()).toMatchObject({ error: null, skipped: 0 })
})
afterAll(async () => {
  till?.dispose()
  shop?.dispose()
})

describe('against the sandbox', () => {
  it('parses its whole catalog', () => {
    const { brands, total } = shop.store.use((db) => browseBrands(db, all, { offset: 0, limit: 200 }))
    expect(total).toBeGreaterThan(10)
    for (const { slug } of brands) {
      const { countries = [] } = shop.store.use((db) => readBrand(db, slug, [])) ?? {}
      expect(countries.length).toBeGreaterThan(0)
      for (const { value, count } of countries) {
        const there = shop.store.use((db) => readBrand(db, slug, [value]))
        expect(there).toMatchObject({ country: value, variants: { length: count } })
        for (const variant of there?.variants ?? []) variantView.parse(variant)
      }
    }
  })

  it('reads its countries and payable networks', () => {
    expect(readCountries(shop.db).length).toBeGreaterThan(200)
    const views = toNetworkViews(readNetworks(shop.db), { rpcUrls: {}, ...sandbox.profile })
    for (const view of views) networkView.parse(view)
    expect(views.filter(({ unpayable }) => unpayable === null).length).toBeGreaterThanOrEqual(2)
  })

  it('shows its pictures', async () => {
    const images = createImageStore({
      db: shop.db,
      now: () => till.clock.now,
      urlOf: (id) => shop.store.use((db) => readImageUrl(db, id)),
    })
    const tile = shop.store.use((db) => browseBrands(db, all, { offset: 0, limit: 1 })).brands[0]
    const image = await images.getImage(tile?.image?.replace('/image/', '') ?? '')
    expect(image?.type).toMatch(/^image\//)
  })

  it('gets a quote for a top-up to a number as people write it', async () => {
    const matcher = createRegexMatcher(programOf('regex-worker'))
    const found = shop.store.use((db) =>
      searchProducts(db, { ...all, country: 'MX', type: 'topup' }, { offset: 0, limit: 1 }),
    ).products[0]
    const variant = shop.store.use((db) => readVariant(db, found?.sku ?? ''))
    const network = readNetworks(shop.db).find((one) => one.tokens.length > 0)
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

  it('reads wallets and lists, and is refused for a payment that never happened', async () => {
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
