import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mergeReads } from './merge-reads.ts'
import { createTestClient, type TestClient } from '../../../testing/service/client.ts'
import { reply, startTestServer, type TestServer } from '../../../testing/service/server.ts'

const wallet = '0x52908400098527886E0F7030069857D2E4169EE7'
const empty = reply(200, { success: true, data: [], totalItems: 0, totalPages: 1, currentPage: 1, transactions: [] })

let server: TestServer
let till: TestClient
/** Answers that wait until they are released. */
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

it('reports a disk failure to the callers that wait, and to nobody else', async () => {
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

it('sends one request for concurrent equal reads, and another one for a later read', async () => {
  const replies = [networks(), networks(), networks(), till.client.listTokens('alpha')]
  await letGo(2)
  await Promise.all(replies)
  expect([server.seen.length, till.budget.view().used]).toEqual([2, 2])
  const later = networks()
  await letGo(3)
  await later
  expect(till.budget.view().used).toBe(3)
})

it('distinguishes requests by every word of the query', async () => {
  const replies = [networks(), till.client.listNetworks(wallet)]
  await letGo(2)
  await Promise.all(replies)
})

it('leaves the answer to the others when one caller aborts, and aborts the request with the last', async () => {
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
  // An aborted read is no longer joined.
  const fifth = networks()
  await letGo(3)
  await expect(fifth).resolves.toEqual([])
})

it('sends a fresh read even if an equal one is in progress', async () => {
  const replies = [page(), page({ fresh: true }), page()]
  await letGo(2)
  await Promise.all(replies)
  expect(server.seen).toHaveLength(2)
})

it('lets another caller ask if the budget refused the first one', async () => {
  till.budget.reserve('purchase', 1, 'quote')
  for (let sent = 0; sent < 9; sent += 1) till.budget.take('registration')
  const replies = [page(), page({ owner: 'purchase' })]
  await expect(replies[0]).rejects.toMatchObject({ code: 'service-budget-spent' })
  await letGo(1)
  await replies[1]
  expect(till.budget.view().used).toBe(10)
})

it('keeps the reserved request of a caller that did not need it', async () => {
  till.budget.reserve('purchase', 1, 'quote')
  const replies = [page(), page({ owner: 'purchase' })]
  await letGo(1)
  await Promise.all(replies)
  expect([till.budget.view().used, till.budget.holds('purchase')]).toEqual([1, true])
})

it('reports a failed request to all callers, without another try', async () => {
  await server.close()
  const ends = await Promise.allSettled([networks(), networks()])
  expect(ends).toMatchObject([{ reason: { code: 'offline' } }, { reason: { code: 'offline' } }])
  expect(till.budget.view().used).toBe(0)
})
