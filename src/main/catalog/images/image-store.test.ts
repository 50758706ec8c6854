import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reply, startTestServer, type TestServer } from '../../../testing/service/server.ts'
import { writeImageSources } from './images-repository.ts'
import { imageId, imagePath } from './image-id.ts'
import { createImageStore, type ImageStore } from './image-store.ts'
import { sniffImage } from './sniff-image.ts'
import { openTestCache, type TestCache } from '../../../testing/catalog/cache.ts'
import { soon } from '../../../testing/soon.ts'

const svg = '<?xml version="1.0"?>\n<!-- drawn --><svg xmlns="http://www.w3.org/2000/svg"/>'
const MINUTE = 60_000

let cache: TestCache
let server: TestServer
let store: ImageStore
let now: number
beforeEach(async () => {
  cache = openTestCache()
  server = await startTestServer(reply(200, svg, { 'Content-Type': 'text/plain' }))
  now = Date.UTC(2030, 0, 1)
  store = createImageStore({ db: cache.db, now: () => now, capBytes: 300 })
})
afterEach(async () => {
  await server.close()
  cache.dispose()
})

function idOf(url: string): string {
  writeImageSources(cache.db, [url])
  return imageId(url) ?? 'none'
}
const at = (path: string): string => idOf(`${server.baseUrl}${path}`)

describe('images', () => {
  it('fetches one once and keeps it, whatever type the server claims', async () => {
    const id = at('/a.svg')
    const first = await store.getImage(id)
    expect(first).toMatchObject({ type: 'image/svg+xml' })
    expect(new TextDecoder().decode(first?.bytes)).toBe(svg)
    expect(await store.getImage(id)).toMatchObject({ type: 'image/svg+xml' })
    expect(server.seen).toHaveLength(1)
    expect(server.seen[0]?.headers.authorization).toBeUndefined()
  })

  it('fetches only URLs from the service’s answers', async () => {
    expect(await store.getImage(imageId(`${server.baseUrl}/never-named.png`) ?? '')).toBeNull()
    expect(await store.getImage("' OR 1=1")).toBeNull()
    expect(server.seen).toHaveLength(0)
  })

  it.each([
    'http://service.example/a.png',
    'file:///etc/passwd',
    'data:image/png;base64,AA==',
    'https://u:p@h.example/a.png',
    '/a.png',
    '',
  ])('has no path for %j', (url) => {
    expect(imagePath(url)).toBeNull()
    writeImageSources(cache.db, [url])
    expect(cache.db.prepare('SELECT count(*) AS n FROM image_sources').get()).toEqual({ n: 0 })
  })

  it.each([
    ['a page', reply(200, '<!doctype html><html><svg></svg></html>')],
    ['a missing image', reply(404, svg)],
    ['a redirect', reply(302, svg, { Location: '/b.svg' })],
    ['an image that is too large', reply(200, svg + ' '.repeat(600_000))],
    ['an empty answer', reply(200, '')],
  ] as const)('returns null for %s, and retries only later', async (_, respond) => {
    server.respond = respond
    const id = at('/a.svg')
    expect(await store.getImage(id)).toBeNull()
    server.respond = reply(200, svg)
    expect(await store.getImage(id)).toBeNull()
    expect(server.seen).toHaveLength(1)
    now += 16 * MINUTE
    expect(await store.getImage(id)).not.toBeNull()
  })

  it('aborts a slow one, and retries only later', async () => {
    const hasty = createImageStore({ db: cache.db, now: () => now, timeoutMs: 100 })
    server.respond = () => undefined
    const id = at('/a.svg')
    expect(await hasty.getImage(id)).toBeNull()
    server.respond = reply(200, svg)
    expect(await store.getImage(id)).toBeNull()
    now += 16 * MINUTE
    expect(await store.getImage(id)).not.toBeNull()
  })

  it('retries as soon as there is a connection', async () => {
    const id = at('/a.svg')
    const port = Number(new URL(server.baseUrl).port)
    await server.close()
    expect(await store.getImage(id)).toBeNull()
    server = await startTestServer(reply(200, svg), port)
    expect(await store.getImage(id)).not.toBeNull()
  })

  it('shows without a connection what it has once fetched, also after a restart', async () => {
    const id = at('/a.svg')
    await store.getImage(id)
    await server.close()
    now += 90 * 24 * 60 * MINUTE
    store = createImageStore({ db: cache.db, now: () => now })
    expect(await store.getImage(id)).toMatchObject({ type: 'image/svg+xml' })
    server = await startTestServer(reply(200, svg))
  })

  it('does not fetch addresses forbidden to the service', async () => {
    const requested: string[] = []
    const mayFetch = (url: string): boolean => {
      requested.push(url)
      return false
    }
    store = createImageStore({ db: cache.db, now: () => now, mayFetch })
    expect(await store.getImage(at('/a.svg'))).toBeNull()
    expect(requested).toEqual([`${server.baseUrl}/a.svg`])
    expect(server.seen).toHaveLength(0)
  })

  it('retries after the clock went back', async () => {
    server.respond = reply(500, '')
    const id = at('/a.svg')
    await store.getImage(id)
    server.respond = reply(200, svg)
    now -= 24 * 60 * MINUTE
    expect(await store.getImage(id)).not.toBeNull()
  })

  it('fetches an image once for concurrent callers, and at most six at a time', async () => {
    const open: ServerResponse[] = []
    server.respond = (_, response) => void open.push(response)
    const ids = Array.from({ length: 9 }, (_, index) => at(`/${index}.svg`))
    store = createImageStore({ db: cache.db, now: () => now })
    const all = Promise.all([...ids, ...ids].map((id) => store.getImage(id)))
    await vi.waitFor(() => expect(open).toHaveLength(6), soon)
    for (let answered = 0; answered < 9; answered += 1) {
      await vi.waitFor(() => expect(open.length).toBeGreaterThan(answered), soon)
      expect(open.length - answered).toBeLessThanOrEqual(6)
      open[answered]?.end(svg)
    }
    expect((await all).every((image) => image !== null)).toBe(true)
    expect(server.seen).toHaveLength(9)
  })

  it('shows a picture even if the cache cannot store it', async () => {
    const id = at('/a.svg')
    cache.db.exec('DROP TABLE images')
    expect(await store.getImage(id)).toMatchObject({ type: 'image/svg+xml' })
    cache.db.exec('DROP TABLE image_sources')
    expect(await store.getImage(id)).toBeNull()
  })

  it('drops the least recently used images above the limit', async () => {
    const ids = ['/1', '/2', '/3', '/4'].map(at)
    for (const id of ids.slice(0, 3)) {
      await store.getImage(id)
      now += 2 * 60 * MINUTE
    }
    await store.getImage(ids[0] ?? '')
    await store.getImage(ids[3] ?? '')
    const stored = cache.db
      .prepare('SELECT id FROM images')
      .all()
      .map((row) => (row as { id: string }).id)
    expect(new Set(stored)).toEqual(new Set([ids[0], ids[2], ids[3]]))
  })
})

describe('sniffImage', () => {
  it.each([
    ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]],
    ['image/jpeg', [0xff, 0xd8, 0xff, 0xe0]],
    ['image/gif', [...Buffer.from('GIF89a...')]],
    ['image/webp', [...Buffer.from('RIFF'), 1, 2, 3, 4, ...Buffer.from('WEBPVP8 ')]],
    ['image/svg+xml', [...Buffer.from('  <svg width="1">')]],
    [null, [...Buffer.from('<html><svg>')]],
    [null, [...Buffer.from('RIFF....WAVEfmt ')]],
    [null, [0xff, 0xd8]],
    [null, []],
  ])('recognises %s', (type, bytes) => {
    expect(sniffImage(Uint8Array.from(bytes))).toBe(type)
  })
})
