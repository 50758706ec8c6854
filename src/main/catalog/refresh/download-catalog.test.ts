import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestClient, type TestClient } from '../../../testing/service/client.ts'
import { startTestServer, type TestServer } from '../../../testing/service/server.ts'
import { downloadCatalog, type Downloaded, type DownloadPlan } from './download-catalog.ts'

let folder: string
let server: TestServer
let till: TestClient
/** The service's current version of each country. */
let versions: Record<string, string>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'till-downloads-'))
  versions = { MX: 'one', CO: 'one' }
  server = await startTestServer((request, response) => {
    const country = request.url.searchParams.get('country') ?? ''
    const version = versions[country] ?? ''
    if (request.headers['if-none-match'] === `"${version}"`) return void response.writeHead(304).end()
    const text = `${country} ${version}`
    const headers = { 'Content-Type': 'application/json', 'Content-Length': text.length, ETag: `"${version}"` }
    response.writeHead(200, headers).end(text)
  })
  till = createTestClient({ baseUrl: server.baseUrl })
})
afterEach(async () => {
  till.dispose()
  await server.close()
  rmSync(folder, { recursive: true })
})

const download = (more: Partial<DownloadPlan> = {}): Promise<Downloaded> =>
  downloadCatalog({
    folder,
    source: 'service',
    countries: ['MX', 'CO'],
    etags: {},
    now: Date.now,
    download: (country = '', options) => till.client.downloadProducts({ country }, options),
    onProgress: () => undefined,
    ...more,
  })
const texts = ({ files }: Downloaded): string[] | null => files?.map((file) => readFileSync(file, 'utf8')) ?? null
function clear(): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name))
}

it('downloads all countries if one changed, and none if none did', async () => {
  const first = await download()
  expect(texts(first)).toEqual(['MX one', 'CO one'])
  clear()
  const { etags } = first
  expect(texts(await download({ etags }))).toBeNull()
  versions['CO'] = 'two'
  const second = await download({ etags })
  expect(texts(second)).toEqual(['MX one', 'CO two'])
  expect(second.etags).toEqual({ MX: '"one"', CO: '"two"' })
})

it('reuses a complete download for an hour, and requests it again after that', async () => {
  const { files } = await download()
  await download()
  expect(server.seen).toHaveLength(2)
  const before = new Date(Date.now() - 3_700_000)
  for (const file of files ?? []) utimesSync(file, before, before)
  versions['MX'] = 'two'
  expect(texts(await download())).toEqual(['MX two', 'CO one'])
  expect(server.seen).toHaveLength(4)
})

it('reports the share of all countries that has arrived', async () => {
  const shares: (number | null)[] = []
  await download({ onProgress: (share) => shares.push(share) })
  expect(shares).toEqual([...shares].sort((a, b) => (a ?? 0) - (b ?? 0)))
  expect(shares).toContain(0.5)
  expect(shares.at(-1)).toBe(1)
})
