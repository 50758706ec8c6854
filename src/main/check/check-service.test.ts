import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkMessages } from '../../shared/services/check-parts.ts'
import type { CheckView } from '../../shared/services/check-views.ts'
import { checkView } from '../../shared/services/check-views.ts'
import { profileSchema, type ProfileInput } from '../../shared/services/profile.ts'
import { openTestSandbox, type TestSandbox } from '../../testing/purchases/context.ts'
import { checkService } from './check-service.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
beforeEach(() => sandbox.reset())

async function check(settings: Partial<ProfileInput> = {}): Promise<CheckView> {
  const { name, baseUrl, integrator } = sandbox.running.profile
  const profile = profileSchema.parse({ name, baseUrl, integrator, ...settings })
  return checkView.parse(await checkService({ profile, country: 'US', hour: null, now: Date.now }))
}

const saidOf = ({ rows }: CheckView, part: string): string[] =>
  rows.filter((row) => row.part === part).map(({ message }) => message)

/** Returns the profile that a check found, as its file contains it. */
function profileOf({ found }: CheckView): Partial<ProfileInput> {
  const { name, baseUrl, integrator } = sandbox.running.profile
  const written = JSON.stringify({ name, baseUrl, integrator, ...found })
  return profileSchema.strict().parse(JSON.parse(written))
}

/** Returns the product whose price a check requests first. */
async function cheapest(): Promise<string> {
  const price = (await check()).rows.find(({ message }) => message === 'price.quoted')
  return String(price?.values.sku)
}

/** Buys with the profile that a check found, from the quote to the delivery. */
async function buysWith(checked: CheckView, network: 'harbour' | 'meadow' = 'harbour'): Promise<void> {
  const { rpcUrls: _, feeCaps: __, ...settings } = profileOf(checked)
  const till = await sandbox.till({ profile: settings })
  const { id } = await till.buy(network, 'usdc')
  expect(await till.delivered(id)).toMatchObject({ status: 'delivered' })
  expect(await till.service.client.readAllTransactions({ address: till.address })).toMatchObject({
    complete: true,
    transactions: [{ productSku: 'juniperline_US_5.00-I' }],
  })
}

const otherNames = {
  listParameters: { chain: 'chain_id', page: 'page', size: 'limit' },
  countryParameters: { region: 'regionName', subregion: 'sub_region', fiatCurrency: 'currency', search: 'q' },
}

describe('a check of the sandbox', () => {
  it('finds that everything fits, with ten requests, no payment and nobody’s wallet', async () => {
    const checked = await check()
    expect(checked).toMatchObject({ ok: true, requests: 10 })
    expect(checked.rows.filter(({ verdict }) => verdict === 'differs' || verdict === 'fails')).toEqual([])
    const requests = await sandbox.requests()
    expect(requests.map(({ operation }) => operation).filter((name) => name === 'registerTransaction')).toEqual([])
    expect(requests.filter(({ operation }) => operation === 'createQuote')).toHaveLength(1)
    const named = [...new Set(JSON.stringify(requests).match(/0x[0-9a-fA-F]{40}\b/g))]
    expect(named).toEqual([checked.rows.find(({ part }) => part === 'sender')?.values.address])
    expect(await sandbox.witness(named[0] as `0x${string}`)).toMatchObject({ payments: [], registrations: [] })
    await buysWith(checked)
  })

  it('uses a token, counts the service’s limit, and does not fit with a wrong one', async () => {
    await sandbox.control('settings', { rateLimit: { requests: 250 } }, 'PATCH')
    const { token } = sandbox.running.profile
    const known = await check(token === undefined ? {} : { token })
    expect(saidOf(known, 'token')).toEqual(['token.accepted'])
    expect(known.found?.requestsPerHour).toBe(250)
    const wrong = await check({ token: 'not-this-one' })
    expect(wrong).toMatchObject({ ok: false, requests: 11 })
    expect(saidOf(wrong, 'token')).toEqual(['token.refused'])
    expect(saidOf(wrong, 'price')).toEqual(['price.quoted'])
    const unsendable = await check({ token: 'two words' })
    expect(unsendable.ok).toBe(false)
    expect(saidOf(unsendable, 'token')).toEqual(['token.unsendable'])
  })

  it.each([
    ['its coins by address', { digitalAsset: 'address' }, { digitalAsset: 'address' }],
    ['its coins by symbol', { digitalAsset: 'symbol' }, { digitalAsset: 'symbol' }],
    ['the chain by its id, as documented', { intentChain: 'chain-id' }, { intentChain: 'chain-id' }],
    ['the chain by its key, as documented', { intentChain: 'network-key' }, { intentChain: 'network-key' }],
    [
      'the list parameters differently, as documented',
      { listParameters: { chain: 'chain_id', page: 'page', size: 'limit' }, maxPageSize: 20 },
      { listParameters: { chain: 'chain_id', page: 'page', size: 'limit' }, pageSize: 20 },
    ],
    [
      'the list parameters differently, without a document',
      { listParameters: { chain: 'network', page: 'page', size: 'per_page' }, maxPageSize: 20, document: false },
      { listParameters: { chain: 'network', page: 'page', size: 'per_page' }, pageSize: 20 },
    ],
    [
      'the country filters differently, as documented',
      { countryParameters: { fiatCurrency: 'fiat_currency', search: 'q' } },
      { countryParameters: { region: 'region', subregion: 'subregion', fiatCurrency: 'fiat_currency', search: 'q' } },
    ],
    [
      'a country filter differently, without a document',
      { countryParameters: { fiatCurrency: 'fiat_currency' }, document: false },
      { countryParameters: { region: 'region', subregion: 'subregion', fiatCurrency: 'fiat_currency' } },
    ],
    ['only the current form of quotes', { quotes: 'v1' }, { quoteDialect: 'v1' }],
    [
      'everything differently, as documented',
      { quotes: 'v1', digitalAsset: 'address', intentChain: 'chain-id', maxPageSize: 20, ...otherNames },
      { quoteDialect: 'v1', digitalAsset: 'address', intentChain: 'chain-id', pageSize: 20, ...otherNames },
    ],
    [
      'everything visible differently, without a document',
      { digitalAsset: 'address', maxPageSize: 20, document: false, listParameters: otherNames.listParameters },
      { digitalAsset: 'address', pageSize: 20, listParameters: otherNames.listParameters },
    ],
  ] as const)('that names %s gets a profile that buys', async (_, dialect, found) => {
    await sandbox.control('settings', { dialect }, 'PATCH')
    const checked = await check()
    expect(checked.ok).toBe(true)
    expect(checked.requests).toBeLessThanOrEqual(12)
    expect(checked.found).toMatchObject(found)
    await buysWith(checked)
  })

  it.each([
    ['a router', 'none', 'payment.router'],
    ['an escrow', '1.1', 'payment.escrow'],
  ] as const)('knows the call that pays through %s', async (_, escrow, message) => {
    await sandbox.control('settings', { escrow }, 'PATCH')
    await sandbox.fault({ operation: 'listNetworks', kind: 'patch', changes: { 'data.0.isActive': false } })
    const checked = await check()
    expect(checked.ok).toBe(true)
    expect(saidOf(checked, 'payment')).toEqual([message])
    if (escrow === 'none') await buysWith(checked, 'meadow')
  })

  it('with only the older form of quotes reports that nothing can be paid, and saves that form', async () => {
    await sandbox.control('settings', { dialect: { quotes: 'alternate', digitalAsset: 'address' } }, 'PATCH')
    const checked = await check()
    expect(checked).toMatchObject({ ok: false, found: { quoteDialect: 'alternate', digitalAsset: 'address' } })
    expect(saidOf(checked, 'price')).toEqual(['price.only'])
    const till = await sandbox.till({ profile: profileOf(checked), funded: false })
    const offer = await till.quote('harbour', 'usdc')
    expect(offer.problems).toContainEqual(expect.objectContaining({ problem: 'price-only', blocking: true }))
  })

  it.each([
    ['404 with a message', { status: 404, body: { message: 'Not on sale now' } }],
    ['404 without a message', { status: 404 }],
    ['422 with a message', { status: 422, body: { message: 'This one has no quote' } }],
    ['422 without a message', { status: 422 }],
  ])('without a price for the cheapest product (%s) is asked for another price, and buys', async (_, refusal) => {
    await sandbox.control('settings', { dialect: { quotes: 'v1' } }, 'PATCH')
    const about = await cheapest()
    await sandbox.fault({ operation: 'createQuote', kind: 'status', times: 9, about, ...refusal })
    const checked = await check()
    expect(checked).toMatchObject({ ok: true, found: { quoteDialect: 'v1', digitalAsset: 'symbol' } })
    expect(saidOf(checked, 'price')).toEqual(['price.unpriced', 'price.quoted'])
    await sandbox.control('faults', undefined, 'DELETE')
    await buysWith(checked)
  })

  it.each([
    { stableCoinValue: '0' },
    { stableCoinValue: `0.${'1'.repeat(60)}` },
    { stableCoinValue: 'abc' },
    { fiatValue: '0' },
  ])('whose first product costs %o is asked for another one’s price', async (price) => {
    const changes = Object.fromEntries(
      Object.entries(price).map(([name, value]) => [`products.0.brands.0.variants.0.price.${name}`, value]),
    )
    await sandbox.fault([
      { operation: 'listProducts', kind: 'patch', changes },
      { operation: 'listTokens', kind: 'missing-fields', fields: ['minAllowance'] },
    ])
    const checked = await check()
    expect(checked.ok).toBe(true)
    expect(saidOf(checked, 'price')).toEqual(['price.quoted'])
  })

  it.each([true, false])('with unknown names for pages reports the names seen (documented: %s)', async (document) => {
    const listParameters = { chain: 'chain_id', page: 'leaf', size: 'limit' }
    await sandbox.control('settings', { dialect: { listParameters, document } }, 'PATCH')
    const checked = await check()
    expect(saidOf(checked, 'pageNames')).toEqual(['pageNames.some'])
    expect(checked.rows.find(({ part }) => part === 'pageNames')?.values).toEqual({
      seen: 'limit, chain_id',
      guessed: 'pageNumber',
    })
    expect(checked.found?.listParameters).toEqual({ chain: 'chain_id', page: 'pageNumber', size: 'limit' })
  })

  it('that does not show its name for the chain keeps the profile’s, and reports it', async () => {
    expect(saidOf(await check(), 'chainName')).toEqual(['chainName.usual'])
    const kept = await check({ intentChain: 'chain-id' })
    expect(kept.found?.intentChain).toBe('chain-id')
    expect(saidOf(kept, 'chainName')).toEqual(['chainName.kept-id'])
  })

  it('found with an older profile is asked for the current form first', async () => {
    const checked = await check({ quoteDialect: 'alternate' })
    expect(checked).toMatchObject({ ok: true, requests: 10, found: { quoteDialect: 'v1' } })
  })

  it('that prices only for funded wallets is asked without a wallet, and fits', async () => {
    await sandbox.control('settings', { strictBalance: true }, 'PATCH')
    const checked = await check()
    expect(checked).toMatchObject({ ok: true, requests: 11 })
    expect(saidOf(checked, 'price')).toContain('price.unfunded')
  })

  it('never sends more than twelve requests, and reports what was left', async () => {
    const dialect = {
      digitalAsset: 'address',
      document: false,
      maxPageSize: 20,
      listParameters: { size: 'limit' },
      countryParameters: { fiatCurrency: 'fiat_currency' },
    }
    await sandbox.control('settings', { dialect }, 'PATCH')
    await sandbox.control('requests', undefined, 'DELETE')
    const checked = await check()
    expect(checked).toMatchObject({ ok: true, requests: 12 })
    expect(saidOf(checked, 'purchase')).toEqual(['skipped.used-up'])
    // The document is not an operation, and so not in the log.
    expect(await sandbox.requests()).toHaveLength(11)
  })

  it('judges a quote’s payment like a purchase does', async () => {
    const stranger = `0x${'7'.repeat(40)}`
    const cases = [
      [{ transactionRequest: { hint: 'x' } }, 'payment.ignored', true],
      [{ transactionRequest: { accessList: [{}] } }, 'payment.refused', false],
      [{ transactionRequest: { chainId: 1 } }, 'payment.refused', false],
      [{ call: { kind: 'approve', spender: stranger } }, 'payment.refused', false],
      [{ quote: { sku: 'other_US_5-I' } }, 'payment.refused', false],
    ] as const
    for (const [override, message, ok] of cases) {
      await sandbox.control('quotes', override)
      const checked = await check()
      expect([saidOf(checked, 'payment').at(-1), checked.ok], JSON.stringify(override)).toEqual([message, ok])
    }
    for (const member of ['id', 'transactionRequest']) {
      await sandbox.fault({ operation: 'createQuote', kind: 'patch', changes: { [member]: null } })
      expect(saidOf(await check(), 'payment')).toEqual(['payment.none'])
    }
    await sandbox.control('settings', { priceFactor: 10 }, 'PATCH')
    expect(saidOf(await check(), 'price')).toContain('price.far-above')
  })

  it('reports only messages that have a translation', async () => {
    const { rows } = await check()
    expect(rows.filter(({ message }) => !checkMessages.includes(message))).toEqual([])
  })
})
