import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { ProfileInput } from '../../../shared/services/profile.ts'
import { createTestClient, type TestClient } from '../../../testing/service/client.ts'
import { reply, startTestServer, type Responder, type TestServer } from '../../../testing/service/server.ts'

const wallet = '0x52908400098527886E0F7030069857D2E4169EE7'
const asset = '0x000000000000000000000000000000000000dEaD'
const quoteInput = {
  fiatCurrency: 'MXN',
  token: { symbol: 'USDX', address: asset },
  sku: 'ORBIT_MX_100-I',
  chainId: 31337,
  sender: wallet,
}
const request = {
  chainId: 31337,
  type: 2,
  to: asset.toLowerCase(),
  data: `0xA9059CBB${'0'.repeat(24)}${wallet.slice(2).toLowerCase()}${'0'.repeat(63)}1`,
  value: '0x0',
  gas: '65000',
  gasLimit: '0xfde8',
  maxFeePerGas: '2000000000',
  maxPriorityFeePerGas: '0x3b9aca00',
}
const quote = {
  id: 41,
  fiatCurrency: 'MXN',
  fiatAmount: '100.00',
  digitalAsset: 'USDX',
  digitalAssetAmount: '5.81',
  totalAmount: '5.90',
  feeAmount: '0.09',
  sku: 'ORBIT_MX_100-I',
  transactionRequest: request,
}

const opened: { server: TestServer; till: TestClient }[] = []
afterEach(async () => {
  for (const { server, till } of opened.splice(0)) {
    till.dispose()
    await server.close()
  }
})

async function open(
  respond: Responder,
  profile: Partial<ProfileInput> = {},
): Promise<TestClient & { server: TestServer }> {
  const server = await startTestServer(respond)
  const till = createTestClient({ baseUrl: `${server.baseUrl}/`, ...profile })
  opened.push({ server, till })
  return { ...till, server }
}

describe('createQuote', () => {
  it('sends the specified request and reads hex and decimal quantities alike', async () => {
    const { client, server } = await open(reply(201, quote))
    expect(await client.createQuote(quoteInput)).toEqual({
      ...quote,
      id: { text: '41', isNumber: true },
      requestProblem: null,
      ignoredFields: [],
      transactionRequest: {
        chainId: 31337,
        type: 2,
        to: asset,
        data: request.data.toLowerCase(),
        value: 0n,
        gas: 65_000n,
        gasLimit: 65_000n,
        maxFeePerGas: 2_000_000_000n,
        maxPriorityFeePerGas: 1_000_000_000n,
        from: null,
        gasPrice: null,
      },
    })
    expect(server.seen[0]?.url.pathname).toBe('/api/v1/quotes/')
    expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({
      fiatCurrency: 'MXN',
      digitalAsset: 'USDX',
      sku: 'ORBIT_MX_100-I',
      chainId: 31337,
      integrator: 'till-tests',
      sender: wallet,
    })
  })

  it('sends the token’s address if the profile says so', async () => {
    const { client, server } = await open(reply(200, quote), { digitalAsset: 'address' })
    await client.createQuote(quoteInput)
    expect(JSON.parse(server.seen[0]?.body ?? '')).toMatchObject({ digitalAsset: asset })
  })

  it('calculates the fee if the service names none', async () => {
    const { client } = await open(reply(200, { ...quote, feeAmount: undefined }))
    expect((await client.createQuote(quoteInput)).feeAmount).toBe('0.09')
  })

  it('reads only a price in the alternate dialect', async () => {
    const data = {
      fiat_currency: 'MXN',
      fiat_amount: '100',
      digital_asset: 'USDX',
      digital_asset_amount: '5.81',
      total_amount: '5.81',
      sku: quote.sku,
    }
    const { client, server } = await open(reply(200, { error: '', message: 'ok', data }), { quoteDialect: 'alternate' })
    expect(await client.createQuote(quoteInput)).toMatchObject({
      id: null,
      transactionRequest: null,
      totalAmount: '5.81',
      feeAmount: '0',
    })
    expect(server.seen[0]?.url.pathname).toBe('/quotes')
    expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({
      sku: quote.sku,
      fiat_currency: 'MXN',
      digital_asset: 'USDX',
      chain_id: 31337,
    })
    server.respond = reply(200, { error: 'unknown sku', message: 'No such product', data: {} })
    await expect(client.createQuote(quoteInput)).rejects.toMatchObject({ code: 'service-malformed' })
    server.respond = reply(200, { error: 'unknown sku', message: 'No such product' })
    await expect(client.createQuote(quoteInput)).rejects.toMatchObject({
      code: 'service-rejected',
      details: { code: 'unknown sku', message: 'No such product' },
    })
  })

  it.each([
    ['a negative value', { value: '-1' }],
    ['a fractional value', { value: 1.5 }],
    ['an exponent', { value: '1e18' }],
    ['an oversized quantity', { gas: `0x${'f'.repeat(65)}` }],
    ['a number that has lost digits', { value: 2 ** 70 }],
    ['no recipient', { to: undefined }],
    ['a recipient with a wrong checksum', { to: wallet.replace('E', 'e') }],
    ['odd data', { data: '0xabc' }],
    ['data that is not hex', { data: '0xzz' }],
    ['a chain id of zero', { chainId: 0 }],
    ['a chain id of words', { chainId: 'alpha' }],
  ])('refuses a transactionRequest with %s but keeps the price', async (_, change) => {
    const { client } = await open(reply(200, { ...quote, transactionRequest: { ...request, ...change } }))
    const read = await client.createQuote(quoteInput)
    expect(read).toMatchObject({ transactionRequest: null, totalAmount: '5.90' })
    expect(read.requestProblem).toEqual({ reason: 'malformed-field', field: Object.keys(change)[0] })
  })

  it('reads a quantity beyond 2^53 with every digit it was written with', async () => {
    const text = JSON.stringify({ ...quote, transactionRequest: { ...request, value: 'value' } })
    const { client } = await open(reply(200, text.replace('"value":"value"', '"value":5900000000000000001')))
    expect(await client.createQuote(quoteInput)).toMatchObject({ transactionRequest: { value: 5900000000000000001n } })
  })

  it.each([
    ['9007199254740993', { text: '9007199254740993', isNumber: true }],
    ['"q-41"', { text: 'q-41', isNumber: false }],
    ['null', null],
  ])('keeps an id of %s as received', async (literal, id) => {
    const text = JSON.stringify(quote).replace('"id":41', `"id":${literal}`)
    const { client } = await open(reply(201, text))
    expect((await client.createQuote(quoteInput)).id).toEqual(id)
  })

  it('reads a transactionRequest without its unknown fields, and keeps their names', async () => {
    const { client } = await open(reply(200, { ...quote, transactionRequest: { ...request, validUntil: 7 } }))
    const read = await client.createQuote(quoteInput)
    expect(read).toMatchObject({ requestProblem: null, ignoredFields: ['validUntil'] })
    expect(read.transactionRequest).not.toHaveProperty('validUntil')
  })

  it.each(['1,000.00', '-5', '5e3', 'NaN', '', null])('refuses a total of %j', async (totalAmount) => {
    const { client } = await open(reply(200, { ...quote, totalAmount }))
    await expect(client.createQuote(quoteInput)).rejects.toMatchObject({ code: 'service-malformed' })
  })

  it('returns the service’s reason as plain text', async () => {
    const { client } = await open(
      reply(400, { errorCode: 'INSUFFICIENT_BALANCE', message: `Not <b>enough</b>${' x'.repeat(400)}` }),
    )
    const thrown = await client.createQuote(quoteInput).catch((error: unknown) => error)
    expect(thrown).toMatchObject({ code: 'service-rejected', details: { code: 'INSUFFICIENT_BALANCE', status: 400 } })
    const { message } = (thrown as { details: { message: string } }).details
    expect(message).toMatch(/^Not enough x x/)
    expect(message.length).toBeLessThanOrEqual(300)
  })
})

describe('metadata', () => {
  it('reads networks, and skips those without key or chain', async () => {
    const network = {
      name: 'Alpha',
      key: 'alpha',
      chainId: 31337,
      rpcUrl: 'http://127.0.0.1:1',
      isActive: true,
      networkType: 'EVM',
      protocolContracts: { routerProxy: asset, nested: { any: 1 } },
      nativeToken: { symbol: 'ALP', decimals: '18' },
      somethingNew: [1],
    }
    const { client } = await open(
      reply(200, { success: true, data: [network, { name: 'Nameless' }, { ...network, chainId: 'x' }, null] }),
    )
    const networks = await client.listNetworks()
    expect(networks).toHaveLength(1)
    expect(networks[0]).toMatchObject({
      key: 'alpha',
      protocolContracts: network.protocolContracts,
      nativeToken: { symbol: 'ALP', decimals: 18, name: '' },
      isTestnet: false,
      logoUrl: '',
    })
    expect(networks[0]).not.toHaveProperty('somethingNew')
  })

  it.each([
    [{}, true],
    [{ isActive: null }, true],
    [{ isActive: true }, true],
    [{ isActive: false }, false],
    [{ isActive: 'false' }, false],
  ])('reads a network with %j as active: %s', async (named, isActive) => {
    const { client } = await open(reply(200, { success: true, data: [{ key: 'alpha', chainId: 31337, ...named }] }))
    expect(await client.listNetworks()).toMatchObject([{ isActive }])
  })

  it('rejects an answer with success: false', async () => {
    const { client } = await open(reply(200, { success: false, data: [] }))
    await expect(client.listNetworks()).rejects.toMatchObject({ code: 'service-malformed' })
  })

  it('requests a network’s tokens under its escaped key', async () => {
    const good = {
      id: 1,
      symbol: 'USDX',
      key: 'usdx',
      address: asset,
      decimals: 6,
      minAllowance: '1',
      maxAllowance: 'none',
    }
    const { client, server } = await open(
      reply(200, { success: true, data: [good, { ...good, address: 'So111' }, { ...good, decimals: -1 }] }),
    )
    expect(await client.listTokens('al/pha ?')).toEqual([
      { ...good, name: '', friendlyDecimals: 2, imageUrl: '', isActive: true, maxAllowance: null },
    ])
    expect(server.seen[0]?.url.pathname).toBe('/api/v1/tokens/al%2Fpha%20%3F/')
  })

  it('filters countries under the profile’s parameter names', async () => {
    const results = [
      { name: 'México', isoAlpha2: 'mx', isoAlpha3: 'MEX', languages: { spa: 'Spanish' }, latitude: '23' },
      { name: 'X' },
    ]
    const { client, server } = await open(reply(200, { message: 'ok', data: { count: 2, results } }), {
      countryParameters: { fiatCurrency: 'fiat_currency' },
    })
    const countries = await client.listCountries({ region: 'Americas', fiatCurrency: 'MXN', search: 'mé' })
    expect(countries).toMatchObject([{ isoAlpha2: 'MX', languages: ['Spanish'], latitude: null, capital: '' }])
    expect(countries).toHaveLength(1)
    expect(Object.fromEntries(server.seen[0]?.url.searchParams ?? [])).toEqual({
      region: 'Americas',
      fiat_currency: 'MXN',
      search: 'mé',
    })
  })
})

describe('wallets', () => {
  it('distinguishes a wallet that accepted the terms from a new one', async () => {
    const { client, server } = await open(reply(200, { wallet: { walletAddress: wallet, hasAcceptedTerms: true } }))
    expect(await client.getWallet(wallet)).toEqual({ known: true, hasAcceptedTerms: true })
    expect(server.seen[0]?.url.search).toBe('?integrator=till-tests')
    server.respond = reply(404, { message: 'wallet not found' })
    expect(await client.getWallet(wallet)).toEqual({ known: false, hasAcceptedTerms: false })
  })

  it('rejects another wallet’s consent, and accepts its own address in any case', async () => {
    const other = `0x${'5'.repeat(40)}`
    const { client, server } = await open(reply(200, { wallet: { walletAddress: other, hasAcceptedTerms: true } }))
    await expect(client.getWallet(wallet)).rejects.toMatchObject({ code: 'service-malformed' })
    const walletAddress = wallet.toUpperCase().replace('0X', '0x')
    server.respond = reply(200, { wallet: { walletAddress, hasAcceptedTerms: true } })
    expect(await client.getWallet(wallet)).toMatchObject({ hasAcceptedTerms: true })
  })

  it('returns null for a transaction unknown to the service', async () => {
    const { client } = await open(reply(404, ''))
    expect(await client.getTransaction(wallet, 'a/b')).toBeNull()
  })

  it('filters the list under the profile’s parameter names', async () => {
    const transactions = [
      {
        id: 't1',
        status: 'COMPLETED',
        quantity: '1',
        blockchainTransactionHash: '0xAB',
        tokenAmountPaid: 1.5,
        price: { fiatValue: '9' },
      },
      { status: 'no id' },
    ]
    const { client, server } = await open(
      reply(200, { totalItems: '2', totalPages: 1, currentPage: 1, transactions }),
      {
        listParameters: { chain: 'networkId', page: 'p', size: 'n' },
      },
    )
    const page = await client.listTransactions({ address: wallet, page: 1, pageSize: 50, chain: 31337 })
    expect(page).toMatchObject({
      totalItems: 2,
      skipped: 1,
      transactions: [{ id: 't1', blockchainTransactionHash: '0xab', tokenAmountPaid: '1.5', brandName: '' }],
    })
    expect(server.seen[0]?.url.search).toBe('?integrator=till-tests&networkId=31337&p=1&n=50')
  })
})

describe('the budget', () => {
  it('counts each operation in its class', async () => {
    const { client, db } = await open(reply(500, {}))
    const file = join(tmpdir(), 'never-written.json')
    const classOf = async (asking: Promise<unknown>): Promise<unknown> => {
      await asking.catch(() => undefined)
      return db.prepare('SELECT class FROM budget_requests ORDER BY id DESC LIMIT 1').pluck().get()
    }
    const spend = { address: wallet, idempotencyKey: 'key', body: '{}' }
    expect(await classOf(client.registerSpend(spend))).toBe('registration')
    expect(await classOf(client.createQuote(quoteInput))).toBe('quote')
    for (const tracking of [
      () => client.listTransactions({ address: wallet, page: 1, pageSize: 100 }),
      () => client.getTransaction(wallet, 'one'),
      () => client.getWallet(wallet),
    ])
      expect(await classOf(tracking())).toBe('tracking')
    for (const browsing of [
      () => client.downloadProducts({}, { file, etag: null, onProgress: () => undefined }),
      () => client.listCountries(),
      () => client.listNetworks(),
      () => client.listTokens('alpha'),
    ])
      expect(await classOf(browsing())).toBe('browsing')
  })
})
