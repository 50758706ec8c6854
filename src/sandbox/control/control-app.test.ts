import { connect } from 'node:net'
import type { Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startSandbox, type Sandbox } from '../start-sandbox.ts'
import { ask, createBuyer, type Json } from '../testing/buyer.ts'

let sandbox: Sandbox
const topup = 'juniperline_US_5.00-I'
const networks = '/api/v1/networks/'

beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())
beforeEach(async () => {
  await control('reset', {})
})

const control = async (path: string, json: unknown, method = 'POST') => {
  const answer = await ask(sandbox, `/_control/${path}`, { json, method })
  expect({ path, ...answer }).toMatchObject({ status: 200 })
  return answer.body
}
const fault = (json: unknown) => control('faults', json)
const requests = async () => (await ask(sandbox, '/_control/requests')).body as unknown as Json[]

describe('faults', () => {
  it('strike the named operation, as often as set, after the set number of skips', async () => {
    await fault({ operation: 'listNetworks', kind: 'status', status: 503, skip: 1, times: 2 })
    expect((await ask(sandbox, '/api/v1/tokens/meadow/')).status).toBe(200)
    const statuses = []
    for (let count = 0; count < 4; count++) statuses.push((await ask(sandbox, networks)).status)
    expect(statuses).toEqual([200, 503, 503, 200])
  })

  it('strike only requests that contain their `about` text', async () => {
    await fault({ operation: '*', kind: 'status', status: 503, about: 'MEADOW', times: 2 })
    expect((await ask(sandbox, '/api/v1/tokens/harbour/')).status).toBe(200)
    expect((await ask(sandbox, '/api/v1/tokens/meadow/')).status).toBe(503)
    expect((await ask(sandbox, '/api/v1/quotes/', { json: { sku: 'meadow' } })).status).toBe(503)
  })

  it('answer with any status, header and body', async () => {
    await fault([
      {
        operation: '*',
        kind: 'status',
        status: 429,
        headers: { 'Retry-After': 'Fri, 01 Jan 2027 00:00:00 GMT' },
        body: { message: 'wait' },
      },
      { operation: '*', kind: 'status', status: 502, body: '<html>Bad gateway</html>' },
      { operation: '*', kind: 'redirect', location: 'http://127.0.0.1:9/elsewhere' },
    ])
    const limited = await ask(sandbox, networks)
    expect([limited.status, limited.headers.get('retry-after'), limited.body]).toEqual([
      429,
      'Fri, 01 Jan 2027 00:00:00 GMT',
      { message: 'wait' },
    ])
    const html = await ask(sandbox, networks)
    expect([html.status, html.headers.get('content-type'), html.body.text]).toEqual([
      502,
      'text/html',
      '<html>Bad gateway</html>',
    ])
    const redirected = await ask(sandbox, networks, { redirect: 'manual' })
    expect([redirected.status, redirected.headers.get('location')]).toEqual([302, 'http://127.0.0.1:9/elsewhere'])
  })

  it.each(['timeout', 'reset', 'status'] as const)('lose an answer by %s before or after the effect', async (kind) => {
    for (const afterEffect of [false, true]) {
      const before = sandbox.service.ledger.listQuotes().length
      await fault({ operation: 'createQuote', kind, afterEffect, ...(kind === 'status' ? { status: 500 } : {}) })
      const json = { fiatCurrency: 'USD', digitalAsset: 'USDC', sku: topup, chainId: 913_370_101 }
      const answer = ask(sandbox, '/api/v1/quotes/', { json, signal: AbortSignal.timeout(400) })
      if (kind === 'status') expect((await answer).status).toBe(500)
      else await expect(answer).rejects.toThrow()
      expect(sandbox.service.ledger.listQuotes().length - before).toBe(afterEffect ? 1 : 0)
    }
    await vi.waitFor(
      async () => {
        const logged = (await requests()).filter(({ operation }) => operation === 'createQuote')
        expect(logged.map(({ status }) => status)).toEqual(kind === 'status' ? [500, 500] : [null, null])
      },
      { timeout: 20_000 },
    )
  })

  it('spoil the right answer: cut, mistyped, incomplete, changed, huge, slow', async () => {
    const whole = (await ask(sandbox, networks)).body
    await fault({ operation: '*', kind: 'truncated-json' })
    const cut = await ask(sandbox, networks)
    expect([cut.status, String(cut.body.text).length]).toEqual([200, Math.floor(JSON.stringify(whole).length / 2)])
    await fault({ operation: '*', kind: 'cut-off' })
    await expect(ask(sandbox, networks)).rejects.toThrow()
    await fault({ operation: '*', kind: 'wrong-types' })
    expect((await ask(sandbox, networks)).body).toMatchObject({
      success: 'perhaps',
      data: { item0: { name: 7, rank: 'about 1' } },
    })
    await fault({ operation: '*', kind: 'missing-fields', fields: ['rpcUrl', 'success'] })
    const missing = (await ask(sandbox, networks)).body
    expect(missing).not.toHaveProperty('success')
    expect((missing.data as Json[])[0]).not.toHaveProperty('rpcUrl')
    await fault({ operation: '*', kind: 'patch', changes: { 'data.0.isActive': false, 'data.1': null, note: 'x' } })
    const patched = (await ask(sandbox, networks)).body
    expect(patched).toMatchObject({
      note: 'x',
      data: [{ key: 'harbour', isActive: false }, { key: 'granite' }, { key: 'lantern' }],
    })
    await fault({ operation: '*', kind: 'huge', megabytes: 3 })
    const huge = await (await fetch(`${sandbox.baseUrl}${networks}`)).text()
    expect([huge.length > 3e6, Array.isArray(JSON.parse(huge))]).toEqual([true, true])
    await fault({ operation: '*', kind: 'slow-drip', bytes: 1000, everyMilliseconds: 5 })
    expect((await ask(sandbox, networks)).body).toEqual(whole)
    await fault({ operation: '*', kind: 'delay', milliseconds: 60 })
    const began = performance.now()
    expect((await ask(sandbox, networks)).body).toEqual(whole)
    expect(performance.now() - began).toBeGreaterThan(50)
  })
})

describe('the service', () => {
  it('quotes as overridden: other members, other recipients, unlimited approvals', async () => {
    const buyer = createBuyer(sandbox, 'harbour')
    const spender = `0x${'7'.repeat(40)}`
    await control('quotes', { transactionRequest: { chainId: 1, gasLimit: null }, quote: { totalAmount: '1' } })
    await control('quotes', { call: { kind: 'approve', spender } })
    const first = await buyer.quote(topup)
    expect(first).toMatchObject({ totalAmount: '1', transactionRequest: { chainId: 1 } })
    expect(first.transactionRequest).not.toHaveProperty('gasLimit')
    const second = await buyer.quote(topup)
    expect(second.transactionRequest).toMatchObject({
      to: buyer.token('USDC'),
      data: expect.stringMatching(/^0x095ea7b3.*f{64}$/),
    })
    expect((await buyer.quote(topup)).transactionRequest.data).toMatch(/^0xa9059cbb/)
  })

  it('sells any variant that tests put on sale, hostile or not, until it is reset', async () => {
    const before = sandbox.service.catalog.size()
    await control('variants', {
      variants: [{ like: topup, sku: 'evil_US_1-I', notes: '<img src=x onerror=1>', requiredFields: 'none' }],
    })
    const of = async (sku: string) => {
      const { body } = await ask(sandbox, '/api/v1/products/grouped/?country=US')
      const groups = body.products as { brands: { variants: Json[] }[] }[]
      return groups.flatMap(({ brands }) => brands.flatMap(({ variants }) => variants)).find((one) => one.sku === sku)
    }
    expect(await of('evil_US_1-I')).toMatchObject({
      brand: 'Juniperline',
      notes: '<img src=x onerror=1>',
      requiredFields: 'none',
    })
    await control(`variants/${topup}`, undefined, 'DELETE')
    expect(await of(topup)).toBeUndefined()
    await control('reset', {})
    expect(await of(topup)).toBeDefined()
    expect(sandbox.service.catalog.size()).toBe(before)
  })

  it('answers a wrong request with the valid choices', async () => {
    const refused = async (path: string, json: unknown, status = 400) => {
      const answer = await ask(sandbox, `/_control/${path}`, { json, method: 'POST' })
      expect({ path, ...answer }).toMatchObject({ status })
      return answer.body['message'] as string
    }
    const wrongOperation = await refused('faults', { operation: 'quote', kind: 'status', status: 500 })
    expect(wrongOperation).toMatch(/^operation: .*"listProducts".*"createQuote".*"faucet".*"\*"/)
    expect(await refused('faults', { operation: '*', kind: 'slow' })).toMatch(/^kind: .*'delay'.*'slow-drip'/)
    expect(await refused('faults', [{ operation: '*', kind: 'reset' }, { kind: 'reset' }])).toMatch(/^1\.operation: /)
    expect((await ask(sandbox, '/_control/faults')).body).toEqual([])
    expect(await refused('chains/harbour', { action: 'freeze' })).toMatch(/^action: .*'freeze-node' \| 'thaw-node'/)
    expect(await refused('chains/port', { action: 'mine' }, 404)).toContain('there are harbour, meadow')
    const { operations, faultKinds, chainActions } = (await ask(sandbox, '/_control')).body
    expect([operations, faultKinds, chainActions]).toEqual([
      expect.arrayContaining(['createQuote']),
      expect.arrayContaining(['slow-drip']),
      expect.arrayContaining(['freeze-node']),
    ])
  })

  it('changes single settings and refuses unknown ones', async () => {
    expect(await control('settings', { deliverySeconds: 60, rateLimit: { requests: 3 } }, 'PATCH')).toMatchObject({
      deliverySeconds: 60,
      rateLimit: { requests: 3, windowSeconds: 3600 },
    })
    const refused = await ask(sandbox, '/_control/settings', { json: { deliverySecond: 1 }, method: 'PATCH' })
    expect(refused).toMatchObject({
      status: 400,
      body: { fields: { settings: expect.stringContaining('deliverySecond') } },
    })
  })

  it('decides by the clock, and shows any status that is set by hand', async () => {
    const buyer = createBuyer(sandbox, 'harbour')
    await control('settings', { deliverySeconds: 3000 }, 'PATCH')
    await buyer.fill()
    const quote = await buyer.quote(topup)
    const { body } = await buyer.register(buyer.registration(quote, await buyer.pay(quote)))
    const id = String(body.transactionId)
    const status = async () =>
      (await ask(sandbox, `/api/v1/wallets/${buyer.address}/transactions/${id}/?integrator=till`)).body.status
    expect(await status()).toBe('PENDING')
    await control('clock', { advanceSeconds: 3001 })
    await vi.waitFor(async () => expect(await status()).toBe('SUCCESS'), { timeout: 20_000 })
    await control(`transactions/${id}`, { status: 'VALIDATING' })
    expect(await status()).toBe('VALIDATING')
  })

  it('logs requests with status, key, hidden token and the exact posted bytes', async () => {
    const token = sandbox.service.bearerTokens[0] ?? ''
    await ask(sandbox, `${networks}?walletAddress=me`, { headers: { Authorization: `Bearer ${token}` } })
    await ask(sandbox, '/api/v1/wallets/x/transactions/?integrator=t', {
      json: { a: 1 },
      headers: { 'Idempotency-Key': 'k1' },
    })
    expect(await requests()).toMatchObject([
      {
        operation: 'listNetworks',
        status: 400,
        path: `${networks}?walletAddress=me`,
        authorization: `Bearer …${token.slice(-4)}`,
        body: null,
      },
      { operation: 'registerTransaction', status: 400, idempotencyKey: 'k1', authorization: null, body: '{"a":1}' },
    ])
  })

  it('admits only programs of this machine to the control door', async () => {
    expect((await ask(sandbox, '/_control', { headers: { Origin: 'https://example.com' } })).status).toBe(403)
    const { port } = new URL(sandbox.baseUrl)
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.write('GET /_control HTTP/1.1\r\nHost: evil.example\r\n\r\n'),
      )
      socket.once('data', (chunk) => {
        socket.destroy()
        resolve(chunk.toString())
      })
    })
    expect(answer).toMatch(/^HTTP\/1\.1 403 /)
  })
})

describe('the chains', () => {
  const act = (key: string, json: unknown) => control(`chains/${key}`, json)
  const transferOf = async (chainKey: 'harbour' | 'meadow') => {
    const buyer = createBuyer(sandbox, chainKey)
    await act(chainKey, { action: 'set-balance', address: buyer.address, amount: '1' })
    await act(chainKey, { action: 'set-balance', address: buyer.address, token: 'USDC', amount: '12.5' })
    expect(await buyer.balance('USDC')).toBe(12_500_000n)
    await buyer.mine()
    const hash = await buyer.transfer('USDC', buyer.chain.treasury, 2_500_000n)
    return { buyer, hash }
  }

  it('stop mining, mine on demand and resume', async () => {
    await act('harbour', { action: 'pause-mining' })
    const chain = sandbox.service.chains[0]
    const height = () => chain?.client.getBlockNumber({ cacheTime: 0 })
    const at = (await height()) ?? 0n
    expect((await ask(sandbox, '/faucet', { json: { address: `0x${'1'.repeat(40)}` } })).status).toBe(503)
    await act('harbour', { action: 'mine', blocks: 3 })
    expect(await height()).toBe(at + 3n)
    await act('harbour', { action: 'resume-mining' })
    await vi.waitFor(async () => expect(await height()).toBeGreaterThan(at + 3n), { timeout: 20_000 })
  })

  it('reorganize blocks, dropping or resending their transactions', async () => {
    for (const resend of [false, true]) {
      await act('harbour', { action: 'pause-mining' })
      const { buyer, hash } = await transferOf('harbour')
      await buyer.mine(1)
      const receipt = () =>
        buyer.chain.client.getTransactionReceipt({ hash }).then(
          ({ status }) => status,
          () => null,
        )
      expect(await receipt()).toBe('success')
      await act('harbour', { action: 'reorg', depth: 2, resend })
      expect(await receipt()).toBeNull()
      await buyer.mine(1)
      expect(await receipt()).toBe(resend ? 'success' : null)
      await act('harbour', { action: 'resume-mining' })
    }
  })

  it('drop a pending transaction, and set the next base fee', async () => {
    await act('meadow', { action: 'pause-mining' })
    const buyer = createBuyer(sandbox, 'meadow')
    await act('meadow', { action: 'set-balance', address: buyer.address, amount: '1' })
    const hash: Hex = await buyer.transfer('USDC', buyer.chain.treasury, 0n)
    await act('meadow', { action: 'drop', hash })
    await act('meadow', { action: 'base-fee', wei: '5000000000' })
    await buyer.mine(1)
    const { baseFeePerGas, transactions } = await buyer.chain.client.getBlock()
    expect([baseFeePerGas, transactions]).toEqual([5_000_000_000n, []])
  })

  it('stop and start again on their last state, or freeze', async () => {
    const { buyer, hash } = await transferOf('meadow')
    await buyer.mine(1)
    const { client } = buyer.chain
    const genesis = (await client.getBlock({ blockNumber: 0n })).hash
    await act('meadow', { action: 'stop-node' })
    await expect(client.getBlockNumber({ cacheTime: 0 })).rejects.toThrow()
    const quote = await createBuyer(sandbox, 'meadow').quote(topup)
    expect(quote.transactionRequest.chainId).toBe(buyer.chain.network.chainId)
    expect((await ask(sandbox, '/_control/ledger')).body.unreachable).toEqual(['meadow'])
    await act('meadow', { action: 'start-node' })
    expect((await client.getBlock({ blockNumber: 0n })).hash).toBe(genesis)
    expect((await client.getTransactionReceipt({ hash })).status).toBe('success')
    await act('meadow', { action: 'freeze-node' })
    const probe = fetch(buyer.chain.rpcUrl, { method: 'POST', body: '{}', signal: AbortSignal.timeout(200) })
    await expect(probe).rejects.toThrow()
    await act('meadow', { action: 'thaw-node' })
    expect(await buyer.balance('USDC')).toBe(10_000_000n)
  })
})
