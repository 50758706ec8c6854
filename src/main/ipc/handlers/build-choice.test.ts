import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { programOf } from '../../../../scripts/testing/program-of.ts'
import type { RunningSandbox } from '../../../../scripts/launch/start-sandbox.ts'
import { openSandbox } from '../../../testing/purchases/sandbox-controls.ts'
import { profileSchema, type Profile } from '../../../shared/services/profile.ts'
import { readRates } from '../../catalog/search/rates-repository.ts'
import { readBrand } from '../../catalog/search/brands-repository.ts'
import { createRegexMatcher, type RegexMatcher } from '../../catalog/delivery/regex-matcher.ts'
import { openTestShop, type TestShop } from '../../../testing/catalog/shop.ts'
import { createTestClient, type TestClient } from '../../../testing/service/client.ts'
import type { Choice } from '../../purchases/quote/offer.ts'
import { buildChoice, readHomeMoney } from './build-choice.ts'

let sandbox: RunningSandbox
let till: TestClient
let shop: TestShop
let matcher: RegexMatcher
let profile: Profile
beforeAll(async () => {
  sandbox = (await openSandbox()).running
  profile = profileSchema.parse(sandbox.profile)
  till = createTestClient(sandbox.profile, 20_000)
  shop = openTestShop(till.client, sandbox.baseUrl, () => till.clock.now)
  matcher = createRegexMatcher(programOf('regex-worker'))
  expect(await shop.refresher.refresh()).toMatchObject({ error: null })
})
afterAll(async () => {
  await matcher?.close()
  till?.dispose()
  shop?.dispose()
})

const wish = {
  sku: 'juniperline_US_5.00-I',
  reference: '(201) 555-0123',
  fields: {},
  networkKey: 'meadow',
  tokenKey: 'usdt',
}
const build = (changes: Partial<typeof wish> = {}): Promise<Choice> =>
  buildChoice(shop.store, shop.db, profile, matcher, { ...wish, ...changes }, null)

describe('buildChoice', () => {
  it('combines product, network, token and delivery as the service names them', async () => {
    const choice = await build()
    expect(choice).toMatchObject({
      product: { sku: wish.sku, brandName: 'Juniperline', country: 'US', fiatCurrency: 'USD', fiatValue: '5.00' },
      network: { key: 'meadow', chainId: 913_370_102, nativeSymbol: 'ETH' },
      token: { key: 'usdt', symbol: 'USDT', decimals: 6, minAllowance: '0.1', maxAllowance: '5000' },
      delivery: { reference: '+12015550123', fields: [] },
    })
    expect(choice.network.protocolContracts).toHaveLength(2)
    expect(choice.network.rpcUrls).toEqual(profile.rpcUrls['913370102'])
  })

  it('includes the product’s facts for the record', async () => {
    const [plan] = shop.store.use((db) => readBrand(db, 'skylark-esim', ['US']))?.variants ?? []
    const { product, delivery } = await build({
      sku: plan?.sku ?? '',
      reference: '',
      fields: { 'recipient.email': 'a@example.org' },
    })
    expect(delivery).toEqual({ reference: '', fields: [{ key: 'recipient.email', value: 'a@example.org' }] })
    expect(plan?.data.gigabytes).toMatch(/^\d+$/)
    expect(product.facts).toMatchObject({ data: plan?.data, durationDays: plan?.durationDays })
    expect(product.countryCount).toBe(plan?.supportedCountries.length)
  })

  it('prefers the profile’s own nodes to the service’s', async () => {
    const own = 'https://node.example/own'
    const choice = await buildChoice(
      shop.store,
      shop.db,
      { ...profile, rpcUrls: { '913370102': [own] } },
      matcher,
      wish,
      null,
    )
    expect(choice.network.rpcUrls).toEqual([own, ...(profile.rpcUrls['913370102'] ?? [])])
  })

  it.each([
    ['an unknown product', { sku: 'nothing_US_1-I' }, 'not-found'],
    ['an unknown network', { networkKey: 'nowhere' }, 'network-unknown'],
    ['a network that is switched off', { networkKey: 'granite' }, 'network-unknown'],
    ['a network that is not EVM', { networkKey: 'lantern' }, 'network-unknown'],
    ['a token that is not listed there', { tokenKey: 'gold' }, 'token-unknown'],
    ['an invalid number', { reference: '12' }, 'fields-invalid'],
    ['a missing field', { sku: 'moonmeal_US_10.00-I', reference: 'one@example.com' }, 'fields-invalid'],
  ])('refuses %s', async (_, changes, code) => {
    await expect(build(changes)).rejects.toMatchObject({ code })
  })
})

describe('the money in which totals are shown', () => {
  const moneyOf = (...countries: (string | null)[]): string | null =>
    readHomeMoney(shop.store, shop.db, countries)?.currency ?? null

  it('is that of the home country, at the catalog’s rate', () => {
    const rates = shop.store.use(readRates)
    expect(readHomeMoney(shop.store, shop.db, ['MX', 'BR'])).toEqual({ currency: 'MXN', perCoin: rates['MXN'] })
  })

  it('is that of the country shopped for, or of dollars, where home is not known', () => {
    expect([moneyOf(null, 'BR'), moneyOf(null, null), moneyOf('ZZ', 'BR'), moneyOf('ZZ', null)]).toEqual([
      'BRL',
      'USD',
      'BRL',
      null,
    ])
  })
})
