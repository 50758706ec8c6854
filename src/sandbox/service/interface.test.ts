import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSandbox, type Sandbox } from '../start-sandbox.ts'
import { ask, createBuyer, type Buyer, type Json, type Quote } from '../testing/buyer.ts'
import * as schemas from './schemas.ts'

let sandbox: Sandbox
let buyer: Buyer
let quote: Quote
let registered: Json

const topup = 'juniperline_US_5.00-I'
const stranger = `0x${'5'.repeat(40)}`
const many = 1_000_000

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

const quoteBody = { fiatCurrency: 'USD', digitalAsset: 'USDC', sku: topup, chainId: 913_370_101 }
const alternateBody = { fiat_currency: 'USD', digital_asset: 'USDC', sku: topup, chain_id: 913_370_101 }
const wallet = () => `/api/v1/wallets/${buyer.address}/`
const post = (json: unknown, key?: string) => ({ json, headers: key === undefined ? {} : { 'Idempotency-Key': key } })
const body = () => buyer.registration(quote, `0x${'ab'.repeat(32)}`)

interface Case {
  readonly operation: string
  readonly path: () => string
  readonly init?: () => { json: unknown; headers?: Record<string, string> }
  readonly status: number
  readonly why: string
}

const cases: Case[] = [
  { operation: 'listProducts', status: 200, why: 'all', path: () => '/api/v1/products/grouped/' },
  {
    operation: 'listProducts',
    status: 400,
    why: 'a country that is no code',
    path: () => '/api/v1/products/grouped/?country=Peru',
  },
  { operation: 'listNetworks', status: 200, why: 'all', path: () => `/api/v1/networks/?walletAddress=${stranger}` },
  { operation: 'listNetworks', status: 400, why: 'no address', path: () => '/api/v1/networks/?walletAddress=me' },
  { operation: 'listTokens', status: 200, why: 'all', path: () => '/api/v1/tokens/meadow/' },
  { operation: 'listTokens', status: 400, why: 'no address', path: () => '/api/v1/tokens/meadow/?walletAddress=me' },
  { operation: 'listTokens', status: 404, why: 'no such network', path: () => '/api/v1/tokens/atlantis/' },
  { operation: 'listCountries', status: 200, why: 'all', path: () => '/api/v1/countries/' },
  {
    operation: 'listCountries',
    status: 400,
    why: 'no currency code',
    path: () => '/api/v1/countries/?fiatCurrency=soles',
  },
  { operation: 'createQuote', status: 201, why: 'a price', path: () => '/api/v1/quotes/', init: () => post(quoteBody) },
  {
    operation: 'createQuote',
    status: 400,
    why: 'unknown sku',
    path: () => '/api/v1/quotes/',
    init: () => post({ ...quoteBody, sku: 'x' }),
  },
  {
    operation: 'createQuote',
    status: 400,
    why: 'unknown asset',
    path: () => '/api/v1/quotes/',
    init: () => post({ ...quoteBody, digitalAsset: 'X' }),
  },
  {
    operation: 'createQuote',
    status: 400,
    why: 'other fiat',
    path: () => '/api/v1/quotes/',
    init: () => post({ ...quoteBody, fiatCurrency: 'PEN' }),
  },
  {
    operation: 'createQuote',
    status: 400,
    why: 'unknown chain',
    path: () => '/api/v1/quotes/',
    init: () => post({ ...quoteBody, chainId: 1 }),
  },
  {
    operation: 'createQuote',
    status: 400,
    why: 'inactive chain',
    path: () => '/api/v1/quotes/',
    init: () => post({ ...quoteBody, chainId: 913_370_103 }),
  },
  {
    operation: 'createQuote',
    status: 400,
    why: 'bad sender',
    path: () => '/api/v1/quotes/',
    init: () => post({ ...quoteBody, sender: 'me' }),
  },
  {
    operation: 'createQuote',
    status: 400,
    why: 'missing members',
    path: () => '/api/v1/quotes/',
    init: () => post({ sku: topup }),
  },
  {
    operation: 'createAlternateQuote',
    status: 200,
    why: 'a price',
    path: () => '/quotes',
    init: () => post(alternateBody),
  },
  {
    operation: 'createAlternateQuote',
    status: 400,
    why: 'unknown sku',
    path: () => '/quotes',
    init: () => post({ ...alternateBody, sku: 'x' }),
  },
  {
    operation: 'createAlternateQuote',
    status: 400,
    why: 'missing members',
    path: () => '/quotes',
    init: () => post({ sku: topup }),
  },
  { operation: 'getWallet', status: 200, why: 'known', path: () => `${wallet()}?integrator=till` },
  { operation: 'getWallet', status: 400, why: 'no address', path: () => '/api/v1/wallets/me/?integrator=till' },
  { operation: 'getWallet', status: 404, why: 'unknown', path: () => `/api/v1/wallets/${stranger}/?integrator=till` },
  {
    operation: 'registerTransaction',
    status: 400,
    why: 'no key',
    path: () => `${wallet()}transactions/?integrator=till`,
    init: () => post(body()),
  },
  {
    operation: 'registerTransaction',
    status: 400,
    why: 'a key of 256',
    path: () => `${wallet()}transactions/?integrator=till`,
    init: () => post(body(), 'k'.repeat(256)),
  },
  {
    operation: 'registerTransaction',
    status: 400,
    why: 'no integrator',
    path: () => `${wallet()}transactions/`,
    init: () => post(body(), randomUUID()),
  },
  {
    operation: 'registerTransaction',
    status: 400,
    why: 'no body',
    path: () => `${wallet()}transactions/?integrator=till`,
    init: () => post({}, randomUUID()),
  },
  {
    operation: 'registerTransaction',
    status: 400,
    why: 'no address',
    path: () => '/api/v1/wallets/me/transactions/?integrator=till',
    init: () => post(body(), randomUUID()),
  },
  {
    operation: 'registerTransaction',
    status: 409,
    why: 'used key',
    path: () => `${wallet()}transactions/?integrator=till`,
    init: () => post(body(), 'the first key'),
  },
  {
    operation: 'listTransactions',
    status: 200,
    why: 'its own',
    path: () => `${wallet()}transactions/?integrator=till`,
  },
  {
    operation: 'listTransactions',
    status: 200,
    why: 'of a chain',
    path: () => `${wallet()}transactions/?integrator=till&chainId=913370101&pageNumber=1&pageSize=5`,
  },
  {
    operation: 'listTransactions',
    status: 404,
    why: 'of another chain',
    path: () => `${wallet()}transactions/?integrator=till&chainId=913370102`,
  },
  {
    operation: 'listTransactions',
    status: 404,
    why: 'of another integrator',
    path: () => `${wallet()}transactions/?integrator=other`,
  },
  {
    operation: 'listTransactions',
    status: 404,
    why: 'unknown wallet',
    path: () => `/api/v1/wallets/${stranger}/transactions/?integrator=till`,
  },
  { operation: 'listTransactions', status: 400, why: 'no integrator', path: () => `${wallet()}transactions/` },
  {
    operation: 'listTransactions',
    status: 400,
    why: 'page 0',
    path: () => `${wallet()}transactions/?integrator=till&pageNumber=0`,
  },
  {
    operation: 'listTransactions',
    status: 400,
    why: 'a page too large',
    path: () => `${wallet()}transactions/?integrator=till&pageSize=1001`,
  },
  {
    operation: 'getTransaction',
    status: 200,
    why: 'its own',
    path: () => `${wallet()}transactions/${String(registered.transactionId)}/?integrator=till`,
  },
  {
    operation: 'getTransaction',
    status: 400,
    why: 'no UUID',
    path: () => `${wallet()}transactions/17/?integrator=till`,
  },
  {
    operation: 'getTransaction',
    status: 400,
    why: 'no integrator',
    path: () => `${wallet()}transactions/${String(registered.transactionId)}/`,
  },
  {
    operation: 'getTransaction',
    status: 404,
    why: 'unknown',
    path: () => `${wallet()}transactions/${randomUUID()}/?integrator=till`,
  },
]

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
  it.each(cases)('$operation answers $status: $why', async ({ operation, path, init, status }) => {
    const answer = await ask(sandbox, path(), init?.())
    expect({ status: answer.status, body: answer.body }).toMatchObject({ status })
    expect(answer.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/)
    if (status < 300) expect(shapes[operation as Name].strict().parse(answer.body)).toEqual(answer.body)
    else if (operation === 'createAlternateQuote')
      expect(answer.body).toMatchObject({ error: expect.stringMatching(/./), data: null })
    else expect(schemas.errorBody.parse(answer.body).message).not.toBe('')
  })

  it('answers a body that is no JSON with 400', async () => {
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
    for (const { operation, status } of cases) expect(described.get(operation)).toContain(String(status))
    for (const statuses of described.values())
      expect(statuses).toEqual(expect.arrayContaining(['401', '403', '429', '500']))
  })

  it('leaves requests outside the interface uncounted: pictures, the faucet, the explorer', async () => {
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
    const list = await ask(sandbox, `${wallet()}transactions/?integrator=till`)
    const [item] = list.body.transactions as [{ blockchainTransactionHash: string }]
    const page = await ask(sandbox, `/explorer/harbour/tx/${item.blockchainTransactionHash}`)
    expect(page).toMatchObject({ status: 200 })
    expect(page.body.text).toContain(buyer.address)
  })
})

describe('the list of transactions', () => {
  it('pages without gaps, the newest first', async () => {
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

  it('counts a hundred requests an hour per token, else per caller, and says when to come back', async () => {
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

  it('answers bad tokens with 401, then locks every token of that caller out for a while, and still works without', async () => {
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
  it('are complete payments that both number styles of services appear in', async () => {
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

  it('take the token by symbol or address, and refuse a poor sender only when told to', async () => {
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
