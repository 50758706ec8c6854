import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import { createConnectionMonitor } from '../exchange/connection-monitor.ts'
import { createAccessBreaker } from '../exchange/access-breaker.ts'
import { downloadProducts, type Download, type DownloadLimits, type DownloadOptions } from './download-products.ts'
import { createExchange } from '../exchange/exchange.ts'
import { createTestClient, type TestClient } from '../../../testing/service/client.ts'
import { reply, startTestServer, type Responder, type TestServer } from '../../../testing/service/server.ts'

const catalog = JSON.stringify({ products: [{ productType: 'topup', brands: [] }], filler: 'x'.repeat(300_000) })
const etag = '"one"'

let folder: string
let file: string
let server: TestServer
let till: TestClient
const progress: [number, number | null][] = []

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'till-download-'))
  file = join(folder, 'catalog.json')
  progress.length = 0
  server = await startTestServer(reply(200, catalog, { ETag: etag }))
  till = createTestClient({ baseUrl: server.baseUrl })
})
afterEach(async () => {
  vi.restoreAllMocks()
  till.dispose()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const onProgress = (received: number, total: number | null): void => void progress.push([received, total])

const download = (more: Partial<DownloadOptions> = {}): Promise<Download> =>
  till.client.downloadProducts({}, { file, etag: null, onProgress, ...more })

/** Downloads with limits small enough for a test. */
function downloadWithin(limits: Partial<DownloadLimits>): Promise<Download> {
  const now = (): number => till.clock.now
  const exchange = createExchange({
    baseUrl: server.baseUrl,
    budget: till.budget,
    breaker: createAccessBreaker({ now, token: () => null, onTokenRefused: () => null }),
    connection: createConnectionMonitor(now, () => null),
    now,
    timeoutMs: 5_000,
  })
  const all = { maxBytes: 1_000_000, timeoutMs: 5_000, stallMs: 5_000, ...limits }
  return downloadProducts(exchange, {}, { file, etag: null, onProgress }, all)
}

async function failure(work: Promise<unknown>): Promise<AppError> {
  const thrown: unknown = await work.catch((error: unknown) => error)
  if (!(thrown instanceof AppError)) throw new Error(`Expected an AppError, got ${String(thrown)}`)
  return thrown
}

const respond = (change: (response: ServerResponse) => void): void => {
  server.respond = ((_, response) => change(response)) satisfies Responder
}

it('streams a success into the file, reports progress, and leaves no other file', async () => {
  expect(await download()).toEqual({ kind: 'saved', etag, bytes: catalog.length })
  expect(readFileSync(file, 'utf8')).toBe(catalog)
  expect(readdirSync(folder)).toEqual(['catalog.json'])
  expect(progress.at(-1)).toEqual([catalog.length, null])
  expect(till.budget.view().used).toBe(1)
  expect(till.connections.at(-1)?.service).toBe('online')
})

it('sends the filters', async () => {
  await till.client.downloadProducts({ country: 'MX', categories: ['a', 'b'] }, { file, etag: null, onProgress })
  expect(server.seen[0]?.url.search).toBe('?country=MX&category=a%2Cb')
})

it('decompresses the body, and counts the transferred bytes', async () => {
  const packed = gzipSync(catalog)
  respond((response) => {
    response.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Length': packed.length }).end(packed)
  })
  expect(await download()).toMatchObject({ kind: 'saved', etag: null, bytes: catalog.length })
  expect(readFileSync(file, 'utf8')).toBe(catalog)
  expect(progress.at(-1)).toEqual([packed.length, packed.length])
})

it('asks only for changes, and keeps the file if there are none', async () => {
  writeFileSync(file, 'yesterday’s')
  server.respond = (request, response) =>
    void response.writeHead(request.headers['if-none-match'] === etag ? 304 : 200, { ETag: '"two"' }).end()
  expect(await download({ etag })).toEqual({ kind: 'unchanged' })
  expect(readFileSync(file, 'utf8')).toBe('yesterday’s')
  expect(till.budget.view().used).toBe(1)
  expect(till.connections.at(-1)?.service).toBe('online')
})

it('rejects a 304 it did not ask for', async () => {
  respond((response) => void response.writeHead(304).end())
  expect((await failure(download())).code).toBe('service-malformed')
})

it.each([
  ['in the middle of an announced length', { 'Content-Length': '900000' }],
  ['in the middle of chunks', {}],
])('is offline and keeps yesterday’s file if the answer is cut %s', async (_, headers) => {
  writeFileSync(file, 'yesterday’s')
  respond((response) => {
    response.writeHead(200, headers)
    response.write(catalog, () => response.destroy())
  })
  expect((await failure(download())).code).toBe('offline')
  expect(readFileSync(file, 'utf8')).toBe('yesterday’s')
  expect(readdirSync(folder)).toEqual(['catalog.json'])
})

it('rejects half of a compressed catalog, even if the service says it is complete', async () => {
  const packed = gzipSync(catalog)
  respond((response) => void response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(packed.subarray(0, 200)))
  expect((await failure(download())).code).toBe('offline')
  expect(readdirSync(folder)).toEqual([])
})

it.each([
  ['as it is', (response: ServerResponse) => response.writeHead(200).end(catalog)],
  [
    'compressed',
    (response: ServerResponse) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(catalog)),
  ],
])('stops at the size limit, %s', async (_, send) => {
  respond((response) => void send(response))
  expect((await failure(downloadWithin({ maxBytes: 100_000 }))).code).toBe('service-malformed')
  expect(readdirSync(folder)).toEqual([])
})

it('stops at the time limit even while bytes keep dripping', async () => {
  respond((response) => drip(response))
  expect((await failure(downloadWithin({ timeoutMs: 150 }))).code).toBe('service-timeout')
  expect(readdirSync(folder)).toEqual([])
})

it('aborts if no more bytes come', async () => {
  respond((response) => void response.writeHead(200).write(catalog))
  expect((await failure(downloadWithin({ stallMs: 100 }))).code).toBe('service-timeout')
  expect(readdirSync(folder)).toEqual([])
})

it('accepts a slow drip, and reports it at most ten times a second', async () => {
  let left = 60
  respond((response) => {
    response.writeHead(200)
    const timer = setInterval(() => (--left > 0 ? response.write('xx') : (clearInterval(timer), response.end())), 5)
  })
  const started = performance.now()
  expect(await downloadWithin({ stallMs: 1_000 })).toMatchObject({ bytes: 118 })
  expect(progress.length).toBeLessThanOrEqual(2 + (performance.now() - started) / 100)
})

it('can be aborted midway', async () => {
  const controller = new AbortController()
  respond((response) => drip(response))
  const asking = download({ signal: controller.signal, onProgress: () => controller.abort() })
  expect((await failure(asking)).code).toBe('service-timeout')
  expect(readdirSync(folder)).toEqual([])
})

it('reports that the disk could not be written, and does not blame the service', async () => {
  const nowhere = join(folder, 'missing', 'catalog.json')
  const error = await failure(download({ file: nowhere }))
  expect(error).toMatchObject({ code: 'not-allowed', details: { reason: 'not-saved' } })
  expect(till.connections.at(-1)?.service).toBe('online')
  expect(till.budget.view().used).toBe(1)
})

it('aborts when the disk is full, and keeps yesterday’s file', async () => {
  writeFileSync(file, 'yesterday’s')
  const handle = await open(file)
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'writeFile').mockRejectedValueOnce(full)
  await handle.close()
  expect(await failure(download())).toMatchObject({ details: { reason: 'not-saved' } })
  expect(readFileSync(file, 'utf8')).toBe('yesterday’s')
  expect(readdirSync(folder)).toEqual(['catalog.json'])
})

it('writes no error and no HTML page to the disk', async () => {
  server.respond = reply(400, { errorCode: 'NOPE', message: 'Not this time' })
  expect(await failure(download())).toMatchObject({ code: 'service-rejected', details: { message: 'Not this time' } })
  server.respond = reply(200, '<html>Sign in to the hotel</html>', { 'Content-Type': 'text/html' })
  expect((await failure(download())).code).toBe('service-malformed')
  expect(existsSync(file)).toBe(false)
})

it('waits after a 429 like every request, and stops using a refused token', async () => {
  till.access.token = 'old'
  server.respond = (request, response) =>
    reply(request.headers.authorization === undefined ? 200 : 401, catalog)(request, response)
  expect(await download()).toMatchObject({ kind: 'saved' })
  expect([till.access.refused, till.budget.view().used]).toEqual([1, 2])
  server.respond = reply(429, {}, { 'Retry-After': '90' })
  const until = till.clock.now + 90_000
  expect(await failure(download())).toMatchObject({ code: 'service-rate-limited', details: { until } })
  expect(await failure(till.client.listNetworks())).toMatchObject({ details: { until } })
  expect(server.seen).toHaveLength(3)
})

it('keeps only the part of a large catalog in transit in memory', async () => {
  const chunk = Buffer.alloc(1_000_000, ' ')
  respond((response) => {
    let left = 150
    response.writeHead(200)
    const push = (): void => {
      while (left > 0) {
        left -= 1
        if (!response.write(chunk)) return void response.once('drain', push)
      }
      response.end()
    }
    push()
  })
  const before = process.memoryUsage.rss()
  let most = 0
  const done = await download({ onProgress: () => (most = Math.max(most, process.memoryUsage.rss() - before)) })
  expect(done).toMatchObject({ bytes: 150_000_000 })
  expect(most).toBeLessThan(100_000_000)
})

function drip(response: ServerResponse): void {
  response.writeHead(200)
  const timer = setInterval(() => response.write(' '), 10)
  response.on('close', () => clearInterval(timer))
}
