import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RegisterView } from '../../shared/registers/views.ts'
import { createTestClient, type TestClient } from '../../testing/service/client.ts'
import { reply, startTestServer, type TestServer } from '../../testing/service/server.ts'
import {
  lists,
  merida,
  noon,
  oaxaca,
  openTestRegisters,
  puebla,
  row,
  type TestRegisters,
} from '../../testing/registers/registers.ts'
import { soon } from '../../testing/soon.ts'

let server: TestServer
let testClient: TestClient
let fixture: TestRegisters
const nothing = { count: 0, fiat: [], coins: [] }

beforeEach(async () => {
  server = await startTestServer(lists({}))
  begin(100)
})
afterEach(async () => {
  await fixture.dispose()
  testClient.dispose()
  await server.close()
})
function begin(requestsPerHour: number): void {
  testClient = createTestClient({ baseUrl: server.baseUrl, requestsPerHour })
  testClient.clock.now = noon
  const explorers = { explorerHosts: [], baseUrl: server.baseUrl }
  fixture = openTestRegisters(
    () => ({ key: 'one', client: testClient.client, budget: testClient.budget, pageSize: 100, explorers }),
    () => testClient.clock.now,
  )
}
async function beginAnew(requestsPerHour: number): Promise<void> {
  await fixture.dispose()
  testClient.dispose()
  begin(requestsPerHour)
}
const addAll = (): void => {
  fixture.registers.add('Oaxaca', oaxaca)
  fixture.registers.add('Puebla', puebla)
  fixture.registers.add('Mérida', merida)
}
async function list(how: 'if-old' | 'newest' | 'older' = 'newest', address: string | null = null) {
  fixture.registers.refresh({ address: address as `0x${string}` | null, how })
  return fixture.untilIdle()
}
const states = (registers: readonly RegisterView[]): [state: string, problem: string | null][] =>
  registers.map(({ state, problem }) => [state, problem?.code ?? null])
const requests = (): string[] =>
  server.seen.map(({ url }) => `${url.pathname.split('/')[4] ?? ''} ${url.searchParams.get('pageNumber') ?? ''}`)

describe('a poll of the registers', () => {
  it('sends one request per register, adds up sales by currency, and reads 404 as no sales', async () => {
    addAll()
    const dollars = { price: { fiatCurrency: 'USD', fiatValue: 25, stableCoinCurrency: 'USD', stableCoinValue: '25' } }
    server.respond = lists({
      [oaxaca]: [
        row(1, 5, { status: 'PENDING' }),
        row(2, 90, { status: 'VALIDATING' }),
        row(3, 100, dollars),
        row(4, 110, { status: 'FAILED' }),
        row(5, 120, { status: 'refunded' }),
        row(6, 2 * 24 * 60, { tokenUsed: 'DAI', tokenAmountPaid: '0.1' }),
        row(7, 40 * 24 * 60, { status: 'FAILED' }),
      ],
      [puebla]: [row(8, 1)],
    })
    const { registers, stopped } = await list()
    expect(requests()).toEqual([`${oaxaca} 1`, `${puebla} 1`, `${merida} 1`])
    expect(stopped).toBeNull()
    const mxn = (total: string) => ({ currency: 'MXN', total })
    expect(registers[0]).toMatchObject({
      readAt: new Date(noon).toISOString(),
      onItsWay: 2,
      late: 1,
      failed: 1,
      refunded: 1,
      unreadable: 0,
      older: false,
      today: {
        count: 3,
        whole: true,
        fiat: [mxn('400'), { currency: 'USD', total: '25' }],
        coins: [{ currency: 'USDC', total: '35.25' }],
      },
      month: { count: 4, fiat: [mxn('600'), { currency: 'USD', total: '25' }] },
    })
    expect(registers[0]?.month.coins).toEqual([
      { currency: 'DAI', total: '0.1' },
      { currency: 'USDC', total: '35.25' },
    ])
    expect(registers[1]).toMatchObject({ today: { count: 1 }, month: { count: 1 } })
    expect(registers[2]).toMatchObject({ today: { ...nothing, whole: true }, readAt: new Date(noon).toISOString() })
  })

  it('never starts automatically, and on opening skips registers read minutes ago', async () => {
    addAll()
    server.respond = lists({ [oaxaca]: [row(1, 5)] })
    await list('newest', oaxaca)
    testClient.clock.now += 9 * 60_000
    await list('if-old')
    expect(requests()).toEqual([`${oaxaca} 1`, `${puebla} 1`, `${merida} 1`])
    testClient.clock.now += 60_000
    await list('if-old')
    expect(requests().slice(3)).toEqual([`${oaxaca} 1`])
  })

  it('leaves the requests reserved for sales, keeps what was read, and later continues with the rest', async () => {
    await beginAnew(10)
    addAll()
    server.respond = lists({ [oaxaca]: [row(1, 5)], [puebla]: [row(2, 5)], [merida]: [row(3, 5)] })
    // Of ten requests three are reserved for others: after five, two are left.
    for (let used = 0; used < 5; used++) testClient.budget.take('tracking')
    const { registers, stopped } = await list()
    expect(states(registers)).toEqual([
      ['idle', null],
      ['idle', null],
      ['left', null],
    ])
    expect(stopped).toMatchObject({ code: 'service-budget-spent' })
    expect(testClient.budget.view().left).toBe(3)
    expect(() => testClient.budget.take('quote')).not.toThrow()
    expect(registers.map(({ today }) => today.count)).toEqual([1, 1, 0])

    const until = Number(stopped?.details?.['until'])
    expect(until).toBeGreaterThan(noon)
    const recreated = fixture.recreate()
    expect(recreated.list()).toMatchObject({
      stopped: null,
      registers: [{ today: { count: 1 } }, {}, { readAt: null }],
    })
    testClient.clock.now = until
    const after = await list('if-old')
    expect(requests().at(2)).toBe(`${merida} 1`)
    expect(after.registers[2]).toMatchObject({ state: 'idle', today: { count: 1 } })
  })

  it('leaves all requests to sales in a rush', async () => {
    addAll()
    for (let sale = 0; sale < 8; sale++) {
      testClient.budget.take('quote')
      testClient.budget.take('registration')
    }
    const { stopped } = await list()
    expect(stopped).toEqual({ code: 'service-budget-spent', details: { reason: 'rush' } })
    expect(server.seen).toEqual([])
  })

  it('stops at a 429 and reports until when', async () => {
    addAll()
    const answer = lists({ [oaxaca]: [row(1, 5)] })
    server.respond = (request, response) =>
      (server.seen.length === 2 ? reply(429, 'slow down', { 'Retry-After': '120' }) : answer)(request, response)
    const { registers, stopped } = await list()
    expect(states(registers)).toEqual([
      ['idle', null],
      ['left', null],
      ['left', null],
    ])
    expect(stopped).toEqual({ code: 'service-rate-limited', details: { until: noon + 120_000 } })
    expect(server.seen).toHaveLength(2)
  })

  it.each([
    [401, 'service-unauthorized'],
    [403, 'service-forbidden'],
  ])('stops at a %i, which applies to every register', async (status, code) => {
    addAll()
    server.respond = reply(status, {})
    const { registers, stopped } = await list()
    expect(stopped?.code).toBe(code)
    expect(states(registers)).toEqual([
      ['left', null],
      ['left', null],
      ['left', null],
    ])
    expect(server.seen).toHaveLength(1)
  })

  it('reports a failing register and continues with the others, until several fail in a row', async () => {
    addAll()
    const answer = lists({ [oaxaca]: [row(1, 5)], [merida]: [row(2, 5)] })
    let down: readonly string[] = [puebla]
    server.respond = (request, response) =>
      (down.some((one) => request.url.pathname.includes(one)) ? reply(500, {}) : answer)(request, response)
    const one = await list()
    expect(states(one.registers)).toEqual([
      ['idle', null],
      ['idle', 'service-down'],
      ['idle', null],
    ])
    expect(one.stopped).toBeNull()
    down = [oaxaca, puebla, merida]
    fixture.registers.add('Four', '0x0000000000000000000000000000000000000004')
    testClient.clock.now += 1
    fixture.registers.refresh({ address: '0x0000000000000000000000000000000000000004', how: 'newest' })
    await fixture.untilIdle()
    const all = await list()
    expect(all.stopped).toMatchObject({ code: 'service-down' })
    // Known purchases stay.
    expect(all.registers[0]?.today.count).toBe(1)
    down = []
    expect(states((await list()).registers).every(([, problem]) => problem === null)).toBe(true)
  })

  it('reports being offline and sends nothing', async () => {
    addAll()
    await server.close()
    const { stopped } = await list()
    expect(stopped?.code).toBe('offline')
    expect(testClient.budget.view().used).toBe(0)
    server = await startTestServer(lists({}))
  })

  it('skips and counts unreadable rows, and does not take malformed numbers for amounts', async () => {
    fixture.registers.add('Oaxaca', oaxaca)
    server.respond = lists({
      [oaxaca]: [
        row(1, 5),
        row(2, 6, { created: 'yesterday' }),
        row(3, 7, { id: null }),
        'nonsense',
        row(4, 8, { walletAddress: puebla }),
        row(5, 9, { walletAddress: oaxaca.toLowerCase(), tokenAmountPaid: 1e-9, price: null }),
        row(6, 10, {
          price: { fiatCurrency: 'MXN', fiatValue: `0.${'1'.repeat(60)}` },
          blockchainTransactionHash: '0xabc',
        }),
      ],
    })
    const { registers } = await list()
    expect(registers[0]).toMatchObject({
      unreadable: 4,
      today: { count: 3, fiat: [{ currency: 'MXN', total: '200' }], whole: true },
    })
    const { purchases } = fixture.registers.purchases({ address: oaxaca, outcome: null, offset: 0, limit: 60 })
    expect(purchases.map(({ id, paid, amount, hash }) => [id, paid, amount, hash !== null])).toEqual([
      ['t1', '11.75', '200.00', true],
      ['t5', null, null, true],
      ['t6', '11.75', null, false],
    ])
  })

  it.each([
    ['HTML', '<html></html>'],
    ['another shape', { transactions: 'none' }],
  ])('keeps the known sales when it receives %s', async (_, body) => {
    fixture.registers.add('Oaxaca', oaxaca)
    server.respond = lists({ [oaxaca]: [row(1, 5)] })
    await list()
    server.respond = reply(200, body)
    const { registers } = await list()
    expect(registers[0]).toMatchObject({ problem: { code: 'service-malformed' }, today: { count: 1 } })
  })

  it('reads the newest page, one more for older sales, and shows "at least" until then', async () => {
    fixture.registers.add('Oaxaca', oaxaca)
    const rows = Array.from({ length: 250 }, (_, index) => row(250 - index, index + 1))
    server.respond = lists({ [oaxaca]: rows })
    const first = await list()
    expect(first.registers[0]).toMatchObject({ today: { count: 100, whole: false }, older: true })
    await list('older')
    const last = await list('older')
    expect(requests()).toEqual([`${oaxaca} 1`, `${oaxaca} 2`, `${oaxaca} 3`])
    expect(last.registers[0]).toMatchObject({ today: { count: 250, whole: true }, older: false })
    await list('older')
    expect(requests()).toHaveLength(3)
    testClient.clock.now += 60_000
    server.respond = lists({ [oaxaca]: [row(252, -1), row(251, -0.5), ...rows] })
    expect((await list()).registers[0]).toMatchObject({ today: { count: 252, whole: true }, older: false })
  })

  it('polls open purchases below the newest page again', async () => {
    fixture.registers.add('Oaxaca', oaxaca)
    const rows = (status: string) =>
      Array.from({ length: 150 }, (_, index) => row(150 - index, index + 1, index === 120 ? { status } : {}))
    server.respond = lists({ [oaxaca]: rows('PENDING') })
    await list()
    expect((await list('older')).registers[0]).toMatchObject({ onItsWay: 1, older: false })
    server.respond = lists({ [oaxaca]: rows('FAILED') })
    testClient.clock.now += 60_000
    expect((await list()).registers[0]).toMatchObject({ onItsWay: 1, older: true })
    expect((await list('older')).registers[0]).toMatchObject({ onItsWay: 0, failed: 1, older: false })
    expect(requests().at(-1)).toBe(`${oaxaca} 2`)
  })

  it('changes nothing if it receives another page than requested', async () => {
    fixture.registers.add('Oaxaca', oaxaca)
    const rows = Array.from({ length: 150 }, (_, index) => row(150 - index, index + 1))
    const stuck = { totalItems: 150, totalPages: 2, transactions: rows.slice(0, 100) }
    server.respond = reply(200, { ...stuck, currentPage: 1 })
    await list()
    expect((await list('older')).registers[0]).toMatchObject({ problem: { code: 'service-malformed' }, older: true })
    server.respond = reply(200, stuck)
    expect((await list('older')).registers[0]).toMatchObject({ problem: { code: 'service-malformed' }, older: true })
  })

  it('stores nothing of a register that was removed meanwhile', async () => {
    addAll()
    let answer: () => void = () => undefined
    server.respond = (request, response) => void (answer = () => lists({ [oaxaca]: [row(1, 5)] })(request, response))
    fixture.registers.refresh({ address: null, how: 'newest' })
    await vi.waitFor(() => expect(server.seen).toHaveLength(1), soon)
    expect(states(fixture.registers.list().registers)).toEqual([
      ['reading', null],
      ['next', null],
      ['next', null],
    ])
    fixture.registers.remove(oaxaca)
    server.respond = lists({})
    answer()
    await fixture.untilIdle()
    fixture.registers.add('Oaxaca', oaxaca)
    expect(fixture.registers.list().registers.at(-1)).toMatchObject({ readAt: null, today: { count: 0 } })
  })

  it('ends when Till closes, even in mid-read', async () => {
    addAll()
    server.respond = () => undefined
    fixture.registers.refresh({ address: null, how: 'newest' })
    await vi.waitFor(() => expect(server.seen).toHaveLength(1), soon)
    await fixture.registers.stop()
    expect(server.seen).toHaveLength(1)
    expect(fixture.registers.list().registers.every(({ readAt }) => readAt === null)).toBe(true)
  })
})

describe('the purchases of a register', () => {
  it('are returned page by page, newest first, filtered by status', async () => {
    fixture.registers.add('Oaxaca', oaxaca)
    const rows = Array.from({ length: 90 }, (_, index) =>
      row(index, index, index % 9 === 0 ? { status: 'FAILED' } : {}),
    )
    server.respond = lists({ [oaxaca]: rows })
    await list()
    const page = (given: object) =>
      fixture.registers.purchases({ address: oaxaca, outcome: null, offset: 0, limit: 60, ...given })
    expect(page({}).purchases.map(({ id }) => id)).toEqual(rows.slice(0, 60).map(({ id }) => id))
    expect(page({ offset: 60 }).purchases).toHaveLength(30)
    expect(page({ outcome: 'failed' })).toMatchObject({ total: 10, register: { name: 'Oaxaca' } })
    expect(page({ outcome: 'failed' }).purchases.every(({ outcome }) => outcome === 'failed')).toBe(true)
    const hash = `0x${'3'.padStart(64, '0')}`
    expect(fixture.registers.explorerPage(oaxaca, 't3')).toBe(`http://127.0.0.1:9/explorer/tx/${hash}`)
    expect(fixture.registers.explorerPage(oaxaca, 'nobody’s')).toBeNull()
    const { pages, readAt } = fixture.registers.exported(oaxaca)
    expect([...pages].flat().map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
    expect(readAt).toBe(noon)
  })
})
