import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openJsonFile } from '../../src/main/catalog/refresh/json-file.ts'
import { outlineCatalog } from '../../src/main/catalog/refresh/outline-catalog.ts'
import { AppError } from '../../src/shared/errors.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ServiceClient } from '../../src/main/service/service-client.ts'
import { createTestClient } from '../../src/testing/service/client.ts'
import { openTestSandbox, type TestSandbox, type TestTill } from '../../src/testing/purchases/context.ts'
import { badAnswers } from './bad-answers.ts'
import { openElsewhere, type Elsewhere } from './elsewhere.ts'

let sandbox: TestSandbox
let elsewhere: Elsewhere
let buyer: TestTill
let transactionId = ''
beforeAll(async () => {
  ;[sandbox, elsewhere] = await Promise.all([openTestSandbox(), openElsewhere()])
  buyer = await sandbox.till()
  const { id } = await buyer.buy('harbour', 'usdc')
  await buyer.delivered(id)
  transactionId = (await sandbox.witness(buyer.address)).registrations[0]?.id ?? ''
})
const folder = mkdtempSync(join(tmpdir(), 'till-asking-'))
afterAll(async () => {
  await Promise.all([sandbox?.stop(), elsewhere?.close()])
  rmSync(folder, { recursive: true })
})

/** The read-only operations, the field of each answer that Till cannot do without, and the call that asks. */
const questions: readonly [string, string, (client: ServiceClient, signal: AbortSignal) => Promise<unknown>][] = [
  [
    'listProducts',
    'products',
    async (client, signal) => {
      const file = join(folder, 'catalog.json')
      await client.downloadProducts({}, { file, etag: null, onProgress: () => undefined, signal })
      const opened = openJsonFile(file)
      try {
        const { brands } = outlineCatalog(opened)
        if (brands.length > 0) return brands
        throw new AppError('service-malformed', 'The catalog could not be read')
      } finally {
        opened.close()
      }
    },
  ],
  ['listNetworks', 'data', (client, signal) => client.listNetworks(undefined, signal)],
  ['listTokens', 'data', (client, signal) => client.listTokens('harbour', undefined, signal)],
  ['listCountries', 'results', (client, signal) => client.listCountries({}, signal)],
  [
    'createQuote',
    'totalAmount',
    (client, signal) => {
      const { product, token, network } = buyer.choice('harbour', 'usdc')
      return client.createQuote({ ...product, token, chainId: network.chainId }, signal)
    },
  ],
  ['getWallet', 'wallet', (client, signal) => client.getWallet(buyer.address, signal)],
  [
    'listTransactions',
    'transactions',
    (client, signal) => client.listTransactions({ address: buyer.address, page: 1, pageSize: 10, signal }),
  ],
  [
    'getTransaction',
    'transactionId',
    (client, signal) => client.getTransaction(buyer.address, transactionId, { signal }),
  ],
]

/** Till reads wrong types in these answers leniently, as text. The tests of whole purchases judge the result. */
const lenient = ['createQuote', 'getTransaction']
const NOW = Date.UTC(2030, 0, 1, 12)
const names = badAnswers({ now: NOW, elsewhere: '', vital: '' }).map(({ name }) => name)

describe.each(questions)('%s', (operation, vital, ask) => {
  // Only the disk's free space limits the catalog's length. The download's own test covers that limit.
  const relevant = names.filter((name) => operation !== 'listProducts' || name !== 'a huge answer')
  it.each(relevant)('reports %s, rests as long as it must, and succeeds afterwards', async (name) => {
    const bad = badAnswers({ now: NOW, elsewhere: elsewhere.url, vital }).find((one) => one.name === name)
    if (!bad) throw new Error('Not in the table')
    const { fault, code, rest } = bad
    const isSlow = code === 'service-timeout'
    const { baseUrl } = sandbox.running
    const { client, clock, dispose } = createTestClient({ baseUrl, integrator: 'till', requestsPerHour: 1000 })
    const until = (ms: number): AbortSignal => AbortSignal.timeout(ms)
    await sandbox.fault({ operation, ...fault })
    const first = ask(client, until(isSlow ? 300 : 20_000))
    if (name === 'wrong types' && lenient.includes(operation)) await first
    else await expect(first).rejects.toMatchObject({ code })
    if (rest > 0) {
      clock.now += rest - 1_000
      const before = (await sandbox.requests()).length
      const asksToWait = code === 'service-down' ? 'service-rate-limited' : code
      await expect(ask(client, until(20_000))).rejects.toMatchObject({ code: asksToWait })
      expect(await sandbox.requests()).toHaveLength(before)
      clock.now += 2_000
    }
    await expect(ask(client, until(20_000))).resolves.toBeTruthy()
    expect(elsewhere.requests()).toBe(0)
    dispose()
  })
})
