import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readBody } from './read-body.ts'
import { sendRequest, type HttpRequest, type HttpResult } from './send-request.ts'
import { startTestServer, type TestServer } from '../../../testing/service/server.ts'

const blank = Buffer.alloc(200_000_000, ' ')
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }
/** Less than 200 KB each on the wire. */
const packed = { gzip: gzipSync(blank), deflate: deflateSync(blank), br: brotliCompressSync(blank, quick) }

/** On a busy machine an answer may take long: only its end is tested. */
const A_MINUTE = 60_000

const folder = mkdtempSync(join(tmpdir(), 'till-unpacking-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// Unreachable promises are collected: an exchange that depended on one would never end.
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
let collecting: NodeJS.Timeout
let server: TestServer | null = null
let closed: Promise<undefined>
beforeEach(() => {
  collecting = setInterval(collect, 100)
})
afterEach(async () => {
  clearInterval(collecting)
  await server?.close()
  server = null
})

async function serve(encoding: string, send: (response: ServerResponse) => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  closed = promise
  server = await startTestServer((_, response) => {
    response.once('close', () => resolve(undefined))
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': encoding })
    send(response)
  })
}

function ask(isSaved: boolean, more: Partial<HttpRequest> = {}): Promise<HttpResult> {
  const limits = { maxBytes: 2_000_000, stallMs: A_MINUTE, onProgress: () => undefined }
  return sendRequest({
    method: 'GET',
    url: server?.baseUrl ?? '',
    headers: {},
    maxBytes: 2_000_000,
    timeoutMs: A_MINUTE,
    ...(isSaved ? { save: { file: join(folder, 'catalog.json'), ...limits } } : {}),
    ...more,
  })
}

describe.each([
  ['in memory', false],
  ['in a file', true],
])('an answer stored %s', { timeout: A_MINUTE }, (_, isSaved) => {
  it.each(Object.entries(packed))('stops at its size limit while %s still decompresses', async (encoding, body) => {
    await serve(encoding, (response) => response.end(body))
    expect(await ask(isSaved)).toEqual({ kind: 'too-large' })
    await closed
    expect(readdirSync(folder)).toEqual([])
  })

  it('stops at its size limit if the service never closes', async () => {
    await serve('gzip', (response) => void response.write(packed.gzip))
    expect(await ask(isSaved)).toEqual({ kind: 'too-large' })
    await closed
  })

  it('has one deadline from the first byte to the last, however slowly it drips', async () => {
    await serve('gzip', (response) => {
      let at = 0
      const drip = setInterval(() => response.write(packed.gzip.subarray(at, ++at)), 10)
      response.once('close', () => clearInterval(drip))
    })
    expect(await ask(isSaved, { timeoutMs: 200 })).toEqual({ kind: 'timeout' })
    await closed
    expect(readdirSync(folder)).toEqual([])
  })

  it('ends immediately when its caller aborts', async () => {
    const controller = new AbortController()
    await serve('gzip', (response) => response.write(packed.gzip.subarray(0, 10)))
    const waiting = ask(isSaved, {
      signals: [controller.signal],
      onAnswering: () => setImmediate(() => controller.abort()),
    })
    expect(await waiting).toEqual({ kind: 'aborted' })
    await closed
    expect(readdirSync(folder)).toEqual([])
  })
})

it('has one deadline even for a body that may decompress endlessly', async () => {
  await serve('gzip', (response) => void response.write(packed.gzip))
  expect(await ask(false, { timeoutMs: 100, maxBytes: 1_000_000_000 })).toEqual({ kind: 'timeout' })
  await closed
})

it.each(['', 'gzip'])('aborts with its signal, even if nothing else ends the connection (%s)', async (encoding) => {
  const controller = new AbortController()
  const body = new Readable({ read: () => undefined })
  const reading = readBody(body, encoding, 100, controller.signal)
  controller.abort(new Error('Given up'))
  await expect(reading).rejects.toThrow('Given up')
  expect(body.destroyed).toBe(true)
})
