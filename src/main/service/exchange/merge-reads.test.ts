import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mergeReads } from './merge-reads.ts'
import { createTestClient, type TestClient } from '../../../testing/service/client.ts'
import { reply, startTestServer, type TestServer } from '../../../testing/service/server.ts'

const wallet = '0x52908400098527886E0F7030069857D2E4169EE7'
const empty = reply(200, { success: true, data: [], totalItems: 0, totalPages: 1, currentPage: 1, transactions: [] })

let server: TestServer
let till: TestClient
/** Answers that wait until they are let go. */
let held: (() => void)[]
let answered: number

beforeEach(async () => {
  held = []
  answered = 0
  server = await startTestServer((request, response) => void held.push(() => empty(request, response)))
  till = createTestClient({ baseUrl: server.baseUrl, requestsPerHour: 10 })
})
afterEach(async () => {
  till.dispose()
  await server.close()
})

async function letGo(count: number): Promise<void> {
  await expect.poll(() => held.length).toBe(count)
  for (const answer of held.slice(answered)) answer()
  answered = count
}

const networks = (signal?: AbortSignal): Promise<unknown> => till.client.listNetworks(undefined, signal)
const page = (more: { owner?: string; fresh?: boolean } = {}): Promise<unknown> =>
  till.client.listTransactions({ address: wallet, page: 1, pageSize: 100, ...more })

it('tells of a disk that fails whoever waits, and nobody else', async () => {
  const failure = new Error('disk I/O error')
  const merged = mergeReads(() => Promise.reject(failure))
  const unheard = vi.fn()
  process.on('unhandledRejection', unheard)
  const read = { method: 'GET', path: '/', requestClass: 'tracking', retryWithoutToken: false } as const
  const results = await Promise.allSettled([merged(read), merged(read)])
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', unheard)
  expect(results.map((result) => result.status === 'rejected' && result.reason)).toEqual([failure, failure])
  expect(unheard).not.toHaveBeenCalled()
})

it('sends one request for all who want the same at the same time, and another one for what is wanted later', async () => {
  const asked = [networks(), networks(), networks(), till.client.listTokens('alpha')]
  await letGo(2)
  await Promise.all(asked)
  expect([server.seen.length, till.budget.view().used]).toEqual([2, 2])
  const later = networks()
  await letGo(3)
  await later
  expect(till.budget.view().used).toBe(3)
})

it('tells those who ask for different things apart by every word of the query', async () => {
  const asked = [networks(), till.client.listNetworks(wallet)]
  await letGo(2)
  await Promise.all(asked)
})

it('leaves the answer to the others when one gives up, and gives the request up with the last', async () => {
  const one = new AbortController()
  const other = new AbortController()
  const first = networks(one.signal)
  const second = networks(other.signal)
  await expect.poll(() => held.length).toBe(1)
  one.abort()
  await expect(first).rejects.toMatchObject({ code: 'service-timeout' })
  await letGo(1)
  await expect(second).resolves.toEqual([])

  const third = networks(one.signal).catch((error: unknown) => error)
  const alone = new AbortController()
  const fourth = networks(alone.signal)
  await expect.poll(() => held.length).toBe(2)
  alone.abort()
  await expect(fourth).rejects.toMatchObject({ code: 'service-timeout' })
  expect(await third).toMatchObject({ code: 'service-timeout' })
  // What was given up is not joined any more.
  const fifth = networks()
  await letGo(3)
  await expect(fifth).resolves.toEqual([])
})

it('sends what must be fresh though the same is under way', async () => {
  const asked = [page(), page({ fresh: true }), page()]
  await letGo(2)
  await Promise.all(asked)
  expect(server.seen).toHaveLength(2)
})

it('lets who may pass ask where the budget refused who asked first', async () => {
  till.budget.reserve('purchase', 1, 'quote')
  for (let taken = 0; taken < 9; taken += 1) till.budget.take('registration')
  const asked = [page(), page({ owner: 'purchase' })]
  await expect(asked[0]).rejects.toMatchObject({ code: 'service-budget-spent' })
  await letGo(1)
  await asked[1]
  expect(till.budget.view().used).toBe(10)
})

it('keeps the reserved place of whoever needed none', async () => {
  till.budget.reserve('purchase', 1, 'quote')
  const asked = [page(), page({ owner: 'purchase' })]
  await letGo(1)
  await Promise.all(asked)
  expect([till.budget.view().used, till.budget.holds('purchase')]).toEqual([1, true])
})

it('has all who wait for a request that could not be made know it, without another try', async () => {
  await server.close()
  const ends = await Promise.allSettled([networks(), networks()])
  expect(ends).toMatchObject([{ reason: { code: 'offline' } }, { reason: { code: 'offline' } }])
  expect(till.budget.view().used).toBe(0)
})
