import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startSandbox, type Sandbox } from '../../start-sandbox.ts'
import { ask, createBuyer, type Buyer, type Json } from '../../testing/buyer.ts'
import { quoteBody, topup } from '../../testing/interface-cases.ts'
import { settingsSchema } from '../settings.ts'

let sandbox: Sandbox
let buyer: Buyer
beforeAll(async () => {
  sandbox = await startSandbox()
  buyer = createBuyer(sandbox, 'harbour')
  await buyer.fill()
})
afterAll(() => sandbox?.stop())
beforeEach(() => setDialect({}))

/** Sets the dialect; what is left out has its default. */
function setDialect(dialect: Json): void {
  sandbox.service.settings = settingsSchema.parse({ dialect, rateLimit: { requests: 1_000_000 } })
}

const list = (query: string): ReturnType<typeof ask> =>
  ask(sandbox, `/api/v1/wallets/${buyer.address}/transactions/?integrator=till${query}`)
const quote = (digitalAsset: string): ReturnType<typeof ask> =>
  ask(sandbox, '/api/v1/quotes/', { json: { ...quoteBody, digitalAsset } })

describe('the dialect', () => {
  it('accepts the list’s parameters under its own names only, and uses those in errors', async () => {
    setDialect({ listParameters: { page: 'page', size: 'limit', chain: 'chain_id' } })
    expect(await list('&pageNumber=x&pageSize=x&chainId=x')).toMatchObject({ status: 404 })
    const refused = await list('&page=x&limit=0&chain_id=x')
    expect(refused).toMatchObject({ status: 400 })
    expect(Object.keys(refused.body.fields as Json)).toEqual(['chain_id', 'page', 'limit'])
  })

  it('refuses pages that are too large', async () => {
    setDialect({ maxPageSize: 20 })
    expect(await list('&pageSize=21')).toMatchObject({ status: 400, body: { fields: { pageSize: /20/ } } })
    expect(await list('&pageSize=20')).toMatchObject({ status: 404 })
  })

  it('accepts the country filters under its own names only', async () => {
    setDialect({ countryParameters: { fiatCurrency: 'fiat_currency' } })
    const count = async (query: string): Promise<unknown> =>
      (await ask(sandbox, `/api/v1/countries/?${query}`)).body.data
    expect(await count('fiat_currency=MXN')).toMatchObject({ count: 1 })
    expect(await count('fiatCurrency=MXN')).toMatchObject({ count: 249 })
  })

  it('restricts how a quote may name the coin', async () => {
    const chain = sandbox.service.chains.find(({ network }) => network.key === 'harbour')
    const address = chain?.contracts.tokens.get('USDC') ?? ''
    setDialect({ digitalAsset: 'address' })
    expect([(await quote('USDC')).status, (await quote(address)).status]).toEqual([400, 201])
    setDialect({ digitalAsset: 'symbol' })
    expect([(await quote('USDC')).status, (await quote(address)).status]).toEqual([201, 400])
  })

  it('can have a single kind of quotes', async () => {
    const alternate = { fiat_currency: 'USD', digital_asset: 'USDC', sku: topup, chain_id: quoteBody.chainId }
    setDialect({ quotes: 'alternate' })
    expect([(await quote('USDC')).status, (await ask(sandbox, '/quotes', { json: alternate })).status]).toEqual([
      404, 200,
    ])
    setDialect({ quotes: 'v1' })
    expect([(await quote('USDC')).status, (await ask(sandbox, '/quotes', { json: alternate })).status]).toEqual([
      201, 404,
    ])
  })

  it('restricts how a registration may name the chain', async () => {
    const priced = await buyer.quote(topup)
    const registration = buyer.registration(priced, await buyer.pay(priced)) as { transactionIntent: Json }
    const naming = (chain: string): Json => ({
      ...registration,
      transactionIntent: { ...registration.transactionIntent, chain },
    })
    setDialect({ intentChain: 'chain-id' })
    expect(await buyer.register(naming('harbour'), 'one')).toMatchObject({ status: 400 })
    setDialect({ intentChain: 'network-key' })
    expect(await buyer.register(naming(String(quoteBody.chainId)), 'two')).toMatchObject({ status: 400 })
    setDialect({ intentChain: 'chain-id' })
    expect(await buyer.register(naming(String(quoteBody.chainId)), 'three')).toMatchObject({ status: 201 })
  })

  it('is described by the OpenAPI document, which may be missing', async () => {
    const names = async (): Promise<string> => JSON.stringify((await ask(sandbox, '/openapi.json')).body)
    const usual = await names()
    setDialect({ listParameters: { size: 'limit' }, countryParameters: { search: 'q' }, intentChain: 'chain-id' })
    const described = await names()
    expect(described).toContain('"name":"limit"')
    expect(described).toContain('"name":"q"')
    expect(described).toContain(`"example":"${quoteBody.chainId}"`)
    setDialect({})
    expect(await names()).toBe(usual)
    setDialect({ document: false })
    expect(await ask(sandbox, '/openapi.json')).toMatchObject({ status: 404 })
  })
})
