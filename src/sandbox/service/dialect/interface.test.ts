import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSandbox, type Sandbox } from '../../start-sandbox.ts'
import { ask, createBuyer, type Buyer, type Json, type Quote } from '../../testing/buyer.ts'
import { interfaceCases, quoteBody, topup, walletPath } from '../../testing/interface-cases.ts'
import * as schemas from '../schemas.ts'

let sandbox: Sandbox
let buyer: Buyer
let quote: Quote
let registered: Json

const many = 1_000_000
const known = () => ({ buyer, quote, registered })

beforeAll(async () => {
  sandbox = await startSandbox()
  sandbox.service.settings = { ...sandbox.service.settings, rateLimit: { requests: many, windowSeconds: 3600 } }
  buyer = createBuyer(sandbox, 'harbour')
  await buyer.fill()
  quote = await buyer.quote(topup)
  const answer = await buyer.register(buyer.registration(quote, await buyer.pay(quote)), 'the first key')
  registered = answer.body
})
afterAll(() => sandbox.stop())

const shapes = {
  listProducts: schemas.products,
  listNetworks: schemas.networks,
  listTokens: schemas.tokens,
  listCountries: schemas.countries,
  createQuote: schemas.quote,
  createAlternateQuote: schemas.alternateQuote,
  getWallet: schemas.walletState,
  registerTransaction: schemas.spendTransaction,
  listTransactions: schemas.transactionList,
  getTransaction: schemas.spendTransaction,
}
type Name = keyof typeof shapes

describe('every operation', () => {
  it.each(interfaceCases)('$operation answers $status: $why', async ({ operation, path, init, status }) => {
    const answer = await ask(sandbox, path(known()), init?.(known()))
    expect({ status: answer.status, body: answer.body }).toMatchObject({ status })
    expect(answer.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/)
    if (status < 300) expect(shapes[operation as Name].strict().parse(answer.body)).toEqual(answer.body)
    else if (operation === 'createAlternateQuote')
      expect(answer.body).toMatchObject({ error: expect.stringMatching(/./), data: null })
    else expect(schemas.errorBody.parse(answer.body).message).not.toBe('')
  })

  it('answers a body that is not JSON with 400', async () => {
    const init = { method: 'POST', body: '{"sku":', headers: { 'Content-Type': 'application/json' } }
    expect(await ask(sandbox, '/api/v1/quotes/', init)).toMatchObject({ status: 400, body: { fields: {} } })
    expect(await ask(sandbox, '/quotes', init)).toMatchObject({ status: 400 })
  })

  it('is described by the OpenAPI document, every status included', async () => {
    const { body } = await ask(sandbox, '/openapi.json')
    const paths = Object.values(body.paths as Record<string, Record<string, { operationId: string; responses: Json }>>)
    const described = new Map(
      paths.flatMap((path) => Object.values(path)).map((one) => [one.operationId, Object.keys(one.responses)]),
    )
    expect([...described.keys()].sort()).toEqual(Object.keys(shapes).sort())
    for (const { operation, status } of interfaceCases) expect(described.get(operation)).toContain(String(status))
    for (const statuses of described.values())
      expect(statuses).toEqual(expect.arrayContaining(['401', '403', '429', '500']))
  })

  it('tags the catalog with a strong entity tag that changes only with its content', async () => {
    const catalog = '/api/v1/products/grouped/?country=PE'
    const tag = (await ask(sandbox, catalog)).headers.get('etag') ?? ''
    expect(tag).toMatch(/^"[\w-]{43}"$/)
    const again = (known: string) => fetch(sandbox.service.baseUrl + catalog, { headers: { 'If-None-Match': known } })
    const same = await again(`"other", ${tag}`)
    expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', tag])
    expect(same.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/)
    const [variant] = sandbox.service.catalog.groups({ country: 'PE' })[0]?.brands[0]?.variants ?? []
    if (!variant) throw new Error('Nothing is on sale in PE')
    sandbox.service.catalog.put({ ...variant, notes: 'New today' })
    const changed = await again(tag)
    expect([changed.status, changed.headers.get('etag') === tag]).toEqual([200, false])
    sandbox.service.catalog.reset()
    expect((await again(tag)).status).toBe(304)
  })

  it('does not count requests outside the interface: pictures, the faucet, the explorer', async () => {
    for (const path of [
      '/images/flags/PE.svg',
      '/images/brands/nimbus-mobile.svg',
      '/images/networks/meadow.svg',
      '/images/tokens/dai.svg',
    ]) {
      const answer = await ask(sandbox, path)
      expect({ path, status: answer.status, type: answer.headers.get('content-type') }).toMatchObject({
        status: 200,
        type: 'image/svg+xml',
      })
      expect(answer.headers.has('x-ratelimit-remaining')).toBe(false)
    }
    expect((await ask(sandbox, '/images/flags/XX.svg')).status).toBe(404)
    expect((await ask(sandbox, '/faucet', { json: { address: 'me' } })).status).toBe(400)
    const list = await ask(sandbox, `${walletPath(known())}transactions/?integrator=till`)
    const [item] = list.body.transactions as [{ blockchainTransactionHash: string }]
    const page = await ask(sandbox, `/explorer/harbour/tx/${item.blockchainTransactionHash}`)
    expect(page).toMatchObject({ status: 200 })
    expect(page.body.text).toContain(buyer.address)
  })
})

describe('the list of transactions', () => {
  it('pages without gaps, newest first', async () => {
    const other = createBuyer(sandbox, 'harbour')
    await other.fill()
    const ids: unknown[] = []
    for (let count = 0; count < 5; count++) {
      const offer = await other.quote(topup)
      ids.unshift((await other.register(other.registration(offer, await other.pay(offer)))).body.transactionId)
    }
    const page = async (number: number) => {
      const { body } = await ask(
        sandbox,
        `/api/v1/wallets/${other.address}/transactions/?integrator=till&pageSize=2&pageNumber=${number}`,
      )
      expect(body).toMatchObject({ totalItems: 5, totalPages: 3, currentPage: number })
      return (body.transactions as { id: string }[]).map(({ id }) => id)
    }
    expect([await page(1), await page(2), await page(3), await page(4)]).toEqual([
      ids.slice(0, 2),
      ids.slice(2, 4),
      ids.slice(4),
      [],
    ])
  })
})

describe('credentials and limits', () => {
  const networks = '/api/v1/networks/'
  const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } })

  it('count a hundred requests an hour per token, else per caller, and say when to retry', async () => {
    const { service } = sandbox
    service.limits.reset()
    service.settings = { ...service.settings, rateLimit: { requests: 100, windowSeconds: 3600 } }
    for (let left = 99; left >= 0; left--) {
      const answer = await ask(sandbox, networks)
      expect([answer.status, answer.headers.get('x-ratelimit-remaining')]).toEqual([200, String(left)])
    }
    const refused = await ask(sandbox, networks)
    expect(refused).toMatchObject({ status: 429, body: { errorCode: 'RATE_LIMIT_EXCEEDED' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500)
    expect((await ask(sandbox, networks, bearer(service.bearerTokens[0] ?? ''))).status).toBe(200)
    expect(
      (await ask(sandbox, networks, bearer(service.bearerTokens[1] ?? ''))).headers.get('x-ratelimit-remaining'),
    ).toBe('99')
    service.clock.advance(3600 * 1000)
    expect((await ask(sandbox, networks)).status).toBe(200)
    service.settings = { ...service.settings, rateLimit: { requests: many, windowSeconds: 3600 } }
  })

  it('answer bad tokens with 401, then lock all of that caller’s tokens out for a while, but still serve it without one', async () => {
    const { service } = sandbox
    const good = bearer(service.bearerTokens[0] ?? '')
    for (let attempt = 0; attempt < 5; attempt++) {
      expect((await ask(sandbox, networks, bearer('wrong'))).status).toBe(401)
    }
    expect(await ask(sandbox, networks, good)).toMatchObject({
      status: 403,
      body: { errorCode: 'TEMPORARILY_BLOCKED' },
    })
    expect((await ask(sandbox, networks)).status).toBe(200)
    service.clock.advance(600 * 1000)
    expect((await ask(sandbox, networks, good)).status).toBe(200)
  })
})

describe('filters', () => {
  interface Group {
    productType: string
    brands: {
      brandSlug: string
      variants: { country: string; supportedCountries: string[]; categories: string[]; subTypes: string[] }[]
    }[]
  }
  const variantsOf = async (query: string) => {
    const { body } = await ask(sandbox, `/api/v1/products/grouped/?${query}`)
    return (body.products as Group[]).flatMap(({ productType, brands }) =>
      brands.flatMap(({ brandSlug, variants }) => variants.map((variant) => ({ productType, brandSlug, ...variant }))),
    )
  }

  it('narrow the products by brand, country, type, subtype and any of several categories', async () => {
    const all = await variantsOf('')
    const checks: [string, (one: (typeof all)[number]) => boolean][] = [
      ['brand=toybarrow', (one) => one.brandSlug === 'toybarrow'],
      ['country=pe', (one) => one.country === 'PE' || one.supportedCountries.includes('PE')],
      ['type=esim', (one) => one.productType === 'esim'],
      ['subType=bundle', (one) => one.subTypes.includes('bundle')],
      ['category=Books,gaming', (one) => one.categories.some((name) => ['Books', 'Gaming'].includes(name))],
      [
        'type=gift_card&country=MX&category=Groceries',
        (one) => one.country === 'MX' && one.categories.includes('Groceries'),
      ],
      ['brand=nobody', () => false],
    ]
    for (const [query, wanted] of checks)
      expect({ query, found: await variantsOf(query) }).toEqual({ query, found: all.filter(wanted) })
  })

  it('narrow the countries by region, subregion, currency and a search over name and capital', async () => {
    const names = async (query: string) => {
      const { body } = await ask(sandbox, `/api/v1/countries/?${query}`)
      const { count, results } = body.data as { count: number; results: { name: string }[] }
      expect(count).toBe(results.length)
      return results.map(({ name }) => name)
    }
    expect(await names('')).toHaveLength(249)
    expect(await names('subregion=Central Asia')).toEqual([
      'Kazakhstan',
      'Kyrgyzstan',
      'Tajikistan',
      'Turkmenistan',
      'Uzbekistan',
    ])
    expect(await names('region=Oceania&fiatCurrency=nzd')).toEqual([
      'New Zealand',
      'Niue',
      'Pitcairn Islands',
      'Tokelau',
    ])
    expect(await names('search=bogota')).toEqual(['Colombia'])
    expect(await names('search=ruritania')).toEqual([])
  })
})

describe('quotes', () => {
  it('are complete payments in both number formats of services', async () => {
    for (const key of ['harbour', 'meadow'] as const) {
      const one = createBuyer(sandbox, key)
      const { transactionRequest: request } = await one.quote(topup, 'DAI')
      expect(request).toMatchObject({ chainId: one.chain.network.chainId, type: 2 })
      expect(BigInt(request.value)).toBe(0n)
      expect(BigInt(request.gas)).toBe(BigInt(request.gasLimit))
      expect(BigInt(request.maxFeePerGas)).toBeGreaterThanOrEqual(BigInt(request.maxPriorityFeePerGas))
      const numbers = [request.value, request.gas, request.gasLimit, request.maxFeePerGas, request.maxPriorityFeePerGas]
      expect(new Set(numbers.map((number) => number.startsWith('0x')))).toEqual(new Set([true, false]))
    }
  })

  it('accept the token by symbol or address, and refuse a sender without enough coins only if set to', async () => {
    const poor = createBuyer(sandbox, 'meadow')
    const json = {
      ...quoteBody,
      chainId: poor.chain.network.chainId,
      digitalAsset: poor.token('USDT'),
      sender: poor.address,
    }
    expect(await ask(sandbox, '/api/v1/quotes/', { json })).toMatchObject({
      status: 201,
      body: { digitalAsset: poor.token('USDT') },
    })
    sandbox.service.settings = { ...sandbox.service.settings, strictBalance: true }
    expect(await ask(sandbox, '/api/v1/quotes/', { json })).toMatchObject({
      status: 400,
      body: { errorCode: 'INSUFFICIENT_BALANCE' },
    })
    sandbox.service.settings = { ...sandbox.service.settings, strictBalance: false }
  })
})
