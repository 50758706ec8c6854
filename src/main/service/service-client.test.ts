import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import type { ProfileInput } from '../../shared/services/profile.ts'
import type { ServiceClient } from './service-client.ts'
import { createTestClient, type TestClient } from '../../testing/service/client.ts'
import { reply, startTestServer, type Responder, type TestServer } from '../../testing/service/server.ts'

const wallet = '0x52908400098527886E0F7030069857D2E4169EE7'
const id = '6f1c2d6e-0a5a-4a3e-9a55-0a9c7f5d9a11'
const token = { symbol: 'USDX', address: '0x000000000000000000000000000000000000dEaD' }
const quoteInput = { fiatCurrency: 'MXN', token, sku: 'ORBIT_MX_100-I', chainId: 31337, sender: wallet }

const folder = mkdtempSync(join(tmpdir(), 'till-service-client-'))
const catalogFile = join(folder, 'catalog.json')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const opened: { server?: TestServer; till?: TestClient }[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const { server, till } of opened.splice(0)) {
    till?.dispose()
    await server?.close()
  }
})

async function open(
  respond: Responder,
  profile: Partial<ProfileInput> = {},
  timeoutMs?: number,
): Promise<TestClient & { server: TestServer }> {
  const server = await startTestServer(respond)
  const till = createTestClient({ baseUrl: server.baseUrl, ...profile }, timeoutMs)
  opened.push({ server, till })
  return { ...till, server }
}

async function failure(work: Promise<unknown>): Promise<AppError> {
  const thrown: unknown = await work.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(thrown instanceof AppError)) throw new Error(`Expected an AppError, got ${String(thrown)}`)
  return thrown
}

const reads: [string, (client: ServiceClient) => Promise<unknown>][] = [
  [
    'downloadProducts',
    (client) => client.downloadProducts({}, { file: catalogFile, etag: null, onProgress: () => null }),
  ],
  ['listNetworks', (client) => client.listNetworks()],
  ['listTokens', (client) => client.listTokens('alpha')],
  ['listCountries', (client) => client.listCountries()],
  ['createQuote', (client) => client.createQuote(quoteInput)],
  ['getWallet', (client) => client.getWallet(wallet)],
  ['listTransactions', (client) => client.listTransactions({ address: wallet, page: 1, pageSize: 100 })],
  ['getTransaction', (client) => client.getTransaction(wallet, id)],
]

describe.each(reads)('%s', (_, ask) => {
  it.each([
    [400, 'service-rejected'],
    [401, 'service-unauthorized'],
    [403, 'service-forbidden'],
    [418, 'service-rejected'],
    [429, 'service-rate-limited'],
    [500, 'service-down'],
    [503, 'service-down'],
  ])('maps %i to %s', async (status, code) => {
    const { client } = await open(reply(status, { errorCode: 'NOPE', message: 'Not this time' }))
    expect((await failure(ask(client))).code).toBe(code)
  })

  it('never follows a redirect', async () => {
    const elsewhere = await startTestServer(reply(200, { data: [], products: [] }))
    opened.push({ server: elsewhere })
    const { client } = await open(reply(302, '', { Location: `${elsewhere.baseUrl}/anything` }))
    expect((await failure(ask(client))).code).toBe('service-malformed')
    expect(elsewhere.seen).toHaveLength(0)
  })

  it('is offline if nothing listens', async () => {
    const till = createTestClient({ baseUrl: await freeAddress() })
    opened.push({ till })
    expect((await failure(ask(till.client))).code).toBe('offline')
    expect(till.budget.view().used).toBe(0)
  })

  it('is offline if the answer breaks off', async () => {
    const { client } = await open((_, response) => {
      response.writeHead(200, { 'Content-Length': '5000' })
      response.write('{"data":[')
      setImmediate(() => response.destroy())
    })
    expect((await failure(ask(client))).code).toBe('offline')
  })

  it('does not treat a page’s 404 as the service’s', async () => {
    const { client } = await open(reply(404, '<html><h1>Not Found</h1></html>', { 'Content-Type': 'text/html' }))
    expect((await failure(ask(client))).code).toBe('service-malformed')
  })
})

// The catalog is passed on as received and read by parseProducts.
describe.each(reads.filter(([name]) => !name.endsWith('Products')))('%s', (_, ask) => {
  it('rejects invalid JSON, HTML and other shapes', async () => {
    const { client, server } = await open(reply(200, '{"data":[{"na'))
    expect((await failure(ask(client))).code).toBe('service-malformed')
    server.respond = reply(200, '<!doctype html><html><body>Sign in to the hotel</body></html>', {
      'Content-Type': 'text/html',
    })
    const page = await failure(ask(client))
    expect([page.code, page.details?.['reason']]).toEqual(['service-malformed', 'page'])
    // A sign-in page between Till and the service is no connection.
    expect(client.connection()).toMatchObject({ service: 'trouble', error: 'service-malformed' })
    server.respond = reply(200, [1, 2, 3])
    expect((await failure(ask(client))).code).toBe('service-malformed')
  })
})

describe('limits', () => {
  it('stops at the size limit, even inside a compressed answer', async () => {
    const packed = gzipSync(Buffer.alloc(3_000_000, ' '))
    const { client } = await open((_, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Type': 'application/json' }).end(packed)
    })
    const error = await failure(client.listNetworks())
    expect(error.code).toBe('service-malformed')
  })

  it('stops at the time limit even while bytes keep dripping', async () => {
    const { client } = await open(
      (_, response) => {
        response.writeHead(200)
        const drip = setInterval(() => response.write(' '), 10)
        response.on('close', () => clearInterval(drip))
      },
      {},
      150,
    )
    expect((await failure(client.listCountries())).code).toBe('service-timeout')
  })

  it('can be aborted while it waits', async () => {
    const controller = new AbortController()
    const { client } = await open(() => controller.abort())
    expect((await failure(client.listNetworks(undefined, controller.signal))).code).toBe('service-timeout')
  })

  it('ignores a proxy set in the environment', async () => {
    const before = process.env['http_proxy']
    process.env['http_proxy'] = await freeAddress()
    const { client } = await open(reply(200, { success: true, data: [] }))
    await expect(client.listNetworks()).resolves.toEqual([])
    if (before === undefined) delete process.env['http_proxy']
    else process.env['http_proxy'] = before
  })
})

describe('credentials', () => {
  it('stops using a refused token after one 401 and continues without it', async () => {
    const { client, server, access } = await open((request, response) => {
      const status = request.headers.authorization === undefined ? 200 : 401
      reply(status, { success: true, data: [] })(request, response)
    })
    access.token = 'old'
    await client.listNetworks()
    await client.listNetworks()
    expect(server.seen.map((request) => request.headers.authorization)).toEqual(['Bearer old', undefined, undefined])
    expect(access.refused).toBe(1)
    access.token = 'new'
    await client.listNetworks()
    expect(server.seen[3]?.headers.authorization).toBe('Bearer new')
  })

  it('never puts a token into a header that could not carry it', async () => {
    const { client, server, access } = await open(reply(200, { success: true, data: [] }))
    access.token = 'bad\r\nX-Injected: yes'
    await client.listNetworks()
    expect(server.seen[0]?.headers['authorization']).toBeUndefined()
    expect(server.seen[0]?.headers['x-injected']).toBeUndefined()
  })

  it('waits a minute after a 403 and doubles up to an hour', async () => {
    const { client, server, clock } = await open(reply(403, {}))
    const waits: number[] = []
    for (let knock = 0; knock < 8; knock += 1) {
      const until = Number((await failure(client.listNetworks())).details?.['until'])
      waits.push((until - clock.now) / 60_000)
      const inBetween = await failure(client.listNetworks())
      expect(inBetween).toMatchObject({ code: 'service-forbidden', details: { until, maybeAddress: true } })
      clock.now = until
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
    expect(server.seen).toHaveLength(8)
    server.respond = reply(200, { success: true, data: [] })
    await client.listNetworks()
    server.respond = reply(403, {})
    expect(Number((await failure(client.listNetworks())).details?.['until']) - clock.now).toBe(60_000)
  })
})

describe('rate limit', () => {
  it.each([
    ['seconds', '90', 90],
    ['a date', new Date(Date.UTC(2030, 0, 1, 12, 5)).toUTCString(), 300],
    [
      'a date from a clock that is a day ahead',
      new Date(Date.UTC(2030, 0, 2, 12, 5)).toUTCString(),
      300,
      Date.UTC(2030, 0, 2, 12),
    ],
    ['nothing usable', 'soon', 60],
  ])('obeys Retry-After as %s', async (_, header, seconds, sentAt = Date.UTC(2030, 0, 1, 12)) => {
    const { client, server, clock, connections } = await open(
      reply(429, { message: 'Slow down' }, { 'Retry-After': header, Date: new Date(sentAt).toUTCString() }),
    )
    const until = clock.now + seconds * 1000
    expect(await failure(client.listNetworks())).toMatchObject({ code: 'service-rate-limited', details: { until } })
    clock.now = until - 1
    expect(await failure(client.listNetworks())).toMatchObject({ code: 'service-rate-limited', details: { until } })
    expect(server.seen).toHaveLength(1)
    expect(connections.at(-1)).toMatchObject({ service: 'waiting', error: 'service-rate-limited' })
  })

  it('does not last an hour if the service counts by the minute', async () => {
    const { client, server, clock } = await open(reply(404, {}))
    const counted = { minute: 0, requests: 0 }
    server.respond = (request, response) => {
      const minute = Math.floor(clock.now / 60_000)
      if (counted.minute !== minute) Object.assign(counted, { minute, requests: 0 })
      counted.requests += 1
      const left = { 'X-RateLimit-Limit': '10', 'X-RateLimit-Remaining': String(Math.max(0, 10 - counted.requests)) }
      const isOver = counted.requests > 10
      reply(
        isOver ? 429 : 200,
        { data: [] },
        { ...left, ...(isOver ? { 'Retry-After': '30' } : {}) },
      )(request, response)
    }
    for (let count = 0; count < 10; count += 1) await client.listNetworks()
    expect((await failure(client.listNetworks())).code).toBe('service-rate-limited')
    for (let minute = 0; minute < 40; minute += 1) {
      clock.now += 60_000
      await client.listNetworks()
    }
  })
})

describe('connection', () => {
  it('reflects the results of real requests', async () => {
    const { client, server, connections } = await open(reply(200, { success: true, data: [] }))
    expect(client.connection()).toEqual({ service: 'unknown', since: null, error: null })
    await client.listNetworks()
    await client.listNetworks()
    server.respond = reply(502, 'Bad Gateway')
    await failure(client.listNetworks())
    await server.close()
    await failure(client.listNetworks())
    expect(connections.map(({ service, error }) => [service, error])).toEqual([
      ['online', null],
      // A 502 comes over a working connection, but from no working service.
      ['trouble', 'service-down'],
      ['offline', 'offline'],
    ])
  })

  it('is waiting once a request has gone three seconds without an answer, and online when it comes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const arrived = Promise.withResolvers<() => void>()
    const { client, connections } = await open((request, response) =>
      arrived.resolve(() => reply(200, { success: true, data: [] })(request, response)),
    )
    const states = (): unknown[] => connections.map(({ service, error }) => [service, error])
    const asking = client.listNetworks()
    const answer = await arrived.promise
    vi.advanceTimersByTime(2_999)
    expect(states()).toEqual([])
    vi.advanceTimersByTime(1)
    expect(states()).toEqual([['waiting', null]])
    answer()
    await asking
    vi.advanceTimersByTime(60_000)
    expect(states()).toEqual([
      ['waiting', null],
      ['online', null],
    ])
  })

  it('is what it was before once the only unanswered request is given up', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { client, server, clock } = await open(reply(200, { success: true, data: [] }))
    await client.listNetworks()
    const before = client.connection()
    const arrived = Promise.withResolvers<null>()
    server.respond = () => arrived.resolve(null)
    const giveUp = new AbortController()
    const asking = failure(client.createQuote(quoteInput, giveUp.signal))
    await arrived.promise
    clock.now += 3_000
    vi.advanceTimersByTime(3_000)
    expect(client.connection()).toMatchObject({ service: 'waiting', error: null })
    giveUp.abort()
    expect((await asking).code).toBe('service-timeout')
    expect(client.connection()).toEqual(before)
  })

  it('is what it was before once a slow request was refused its token and its second try is given up', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const first = Promise.withResolvers<() => void>()
    const second = Promise.withResolvers<null>()
    const { client, server, access } = await open((request, response) =>
      first.resolve(() => reply(401, {})(request, response)),
    )
    access.token = 'secret'
    const giveUp = new AbortController()
    const asking = failure(client.createQuote(quoteInput, giveUp.signal))
    const refuse = await first.promise
    vi.advanceTimersByTime(3_000)
    expect(client.connection().service).toBe('waiting')
    server.respond = () => second.resolve(null)
    refuse()
    await second.promise
    giveUp.abort()
    await asking
    expect(client.connection()).toEqual({ service: 'unknown', since: null, error: null })
  })
})

it('a whole list is read in pages of the profile’s size', async () => {
  const row = (page: string) => ({ id: `${id}-${page}`, status: 'SUCCESS' })
  const { client, server } = await open(
    ({ url }, response) => {
      const page = url.searchParams.get('pageNumber') ?? ''
      const body = { totalItems: 2, totalPages: 2, currentPage: Number(page), transactions: [row(page)] }
      reply(200, body)({ method: 'GET', url, headers: {}, body: '' }, response)
    },
    { pageSize: 20 },
  )
  expect(await client.readAllTransactions({ address: wallet })).toMatchObject({ complete: true, error: null })
  expect(server.seen.map(({ url }) => url.searchParams.get('pageSize'))).toEqual(['20', '20'])
})

async function freeAddress(): Promise<string> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return `http://127.0.0.1:${port}`
}
