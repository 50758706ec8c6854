import { generateKeyPairSync } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Timer } from '../../shared/timer.ts'
import { reply, startTestServer, type TestServer } from '../../testing/service/server.ts'
import { soon } from '../../testing/soon.ts'
import type { WritableDb } from '../db/connections.ts'
import { cacheMigrations } from '../db/migrations/cache.ts'
import { openDatabase } from '../db/open-database.ts'
import { openUpdates, type Updates } from './open-updates.ts'
import { publicKeyOf, signNotice } from './sign-notice.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const { privateKey } = generateKeyPairSync('ed25519')
const key = publicKeyOf(privateKey)
const date = '2026-11-20'
const pageOf = (version: string): string => `https://till.example/${version}`
const document = (version: string): string => signNotice({ version, date, page: pageOf(version) }, privateKey)

let server: TestServer
let cache: WritableDb
let time: number
let pending: { readonly at: number; readonly run: () => void }[]
let logged: string[]
let updates: Updates
const changed = vi.fn()

const timer: Timer = (ms, run) => {
  const entry = { at: time + ms, run }
  pending.push(entry)
  return () => void (pending = pending.filter((other) => other !== entry))
}

/** Opens the updates as a start of Till does, which sends nothing yet. */
function open({ version = '1.0.0', url = server.baseUrl, publicKey = key } = {}): Updates {
  const log = (name: string, fields: object): void => void logged.push([name, ...Object.values(fields)].join(' '))
  updates = openUpdates({ updateFeed: { url, key: publicKey }, version, cache, now: () => time, timer, log, changed })
  return updates
}

/** Starts Till and waits for the end of its check, if there is one. */
async function start(more: Parameters<typeof open>[0] = {}): Promise<Updates> {
  const before = logged.length
  const checkedAt = checkedAtNow()
  const opened = open(more)
  opened.start()
  if (checkedAtNow() !== checkedAt) await vi.waitFor(() => expect(logged.length).toBeGreaterThan(before), soon)
  return opened
}

const checkedAtNow = (): unknown => cache.prepare('SELECT checked_at FROM update_checks').pluck().get()

/** Lets time pass in steps of an hour, as the timers do, and waits for the check that each step may begin. */
async function pass(ms: number): Promise<void> {
  for (const end = time + ms; time < end;) {
    time += HOUR
    await runTimers()
  }
}

async function runTimers(): Promise<void> {
  const due = pending.filter(({ at }) => at <= time)
  pending = pending.filter((one) => !due.includes(one))
  const [before, checkedAt] = [logged.length, checkedAtNow()]
  for (const { run } of due) run()
  if (checkedAtNow() !== checkedAt) await vi.waitFor(() => expect(logged.length).toBeGreaterThan(before), soon)
}

beforeEach(async () => {
  server = await startTestServer(reply(200, document('1.2.0')))
  cache = openDatabase(':memory:', cacheMigrations, 'normal')
  time = Date.parse('2026-11-21T09:00:00Z')
  pending = []
  logged = []
  changed.mockClear()
})
afterEach(async () => {
  await updates.stop()
  await server.close()
  cache.close()
})

it('shows a newer version that the publisher signed, and keeps the address of its page', async () => {
  await start()
  expect(updates.view()).toEqual({ version: '1.2.0', date })
  expect(updates.page()).toBe(pageOf('1.2.0'))
  expect(changed).toHaveBeenCalledOnce()
  expect(logged).toEqual(['updates.checked 1.2.0'])
})

it('says nothing about the person: every Till sends the same request, without cookies or a body', async () => {
  server.respond = reply(200, document('1.2.0'), { 'Set-Cookie': 'id=1', ETag: '"of-this-till"' })
  await start({ url: `${server.baseUrl}/newest.json` })
  await pass(DAY)
  expect(server.seen).toHaveLength(2)
  for (const { method, url, headers, body } of server.seen) {
    expect([method, url.pathname, url.search, body]).toEqual(['GET', '/newest.json', '', ''])
    expect(headers).toEqual({
      accept: 'application/json',
      'accept-encoding': 'gzip, br',
      'user-agent': 'Till',
      host: new URL(server.baseUrl).host,
      connection: 'close',
    })
  }
})

it('never sends a request without a feed', async () => {
  updates = openUpdates({
    updateFeed: null,
    version: '1.0.0',
    cache,
    now: () => time,
    timer,
    log: () => undefined,
    changed,
  })
  updates.start()
  expect([updates.view(), updates.page(), pending, server.seen]).toEqual([null, null, [], []])
})

it('checks once a day, however often it starts and however long it runs', async () => {
  await start()
  await updates.stop()
  await pass(5 * HOUR)
  await start()
  expect(server.seen).toHaveLength(1)
  await pass(DAY)
  expect(server.seen).toHaveLength(2)
  await pass(3 * DAY)
  expect(server.seen).toHaveLength(5)
})

it('shows a known notice at once at the next start, offline too', async () => {
  await start()
  await updates.stop()
  await server.close()
  await pass(2 * DAY)
  expect(open().view()).toEqual({ version: '1.2.0', date })
  updates.start()
  await vi.waitFor(() => expect(logged).toEqual(['updates.checked 1.2.0', 'updates.failed not-connected']), soon)
  expect(updates.page()).toBe(pageOf('1.2.0'))
})

it.each(['1.2.0', '1.2.1', '2.0.0'])('no longer shows a known notice once %s runs', async (version) => {
  await start()
  await updates.stop()
  expect([open({ version }).view(), updates.page()]).toEqual([null, null])
})

it('verifies a known notice again: another publisher’s key, or a changed cache, shows nothing', async () => {
  await start()
  await updates.stop()
  expect(open({ publicKey: publicKeyOf(generateKeyPairSync('ed25519').privateKey) }).view()).toBeNull()
  cache.exec(`UPDATE update_checks SET document = replace(document, '1.2.0', '1.3.0')`)
  expect(open().view()).toBeNull()
  cache.exec(`UPDATE update_checks SET document = 'damaged'`)
  expect(open().view()).toBeNull()
})

it.each(['1.0.0', '0.9.0', '1.0.0-rc.1', '1.0.0+2'])('announces nothing when %s is the newest', async (version) => {
  server.respond = reply(200, document(version))
  await start()
  expect([updates.view(), logged]).toEqual([null, [`updates.checked ${version}`]])
})

it('follows the publisher, who may announce a newer version or withdraw one', async () => {
  await start()
  server.respond = reply(200, document('1.3.0'))
  await pass(DAY)
  expect(updates.view()?.version).toBe('1.3.0')
  server.respond = reply(200, document('1.0.0'))
  await pass(DAY)
  expect(updates.view()).toBeNull()
  await updates.stop()
  expect(open().view()).toBeNull()
})

const stranger = generateKeyPairSync('ed25519').privateKey
const badDays: [name: string, problem: string, respond: TestServer['respond']][] = [
  ['404', 'status 404', reply(404, { error: 'not found' })],
  ['500', 'status 500', reply(500, '')],
  ['204 without a body', 'status 204', (_, response) => void response.writeHead(204).end()],
  ['an HTML page', 'not-a-notice', reply(200, '<!doctype html>', { 'Content-Type': 'text/html' })],
  ['an empty answer', 'not-a-notice', reply(200, '')],
  [
    'a stranger’s signature',
    'signature',
    reply(200, signNotice({ version: '9.0.0', date, page: pageOf('9') }, stranger)),
  ],
  ['a document of 5 KB', 'too-large', reply(200, document('9.0.0').padEnd(5_000))],
  [
    '5 MB in a few packed bytes',
    'too-large',
    (_, response) =>
      void response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(Buffer.alloc(5_000_000))),
  ],
  ['bytes that do not unpack', 'broken', reply(200, 'not packed', { 'Content-Encoding': 'gzip' })],
  [
    'a broken connection',
    'broken',
    (_, response) => void response.writeHead(200, { 'Content-Length': '900' }).write('{', () => response.destroy()),
  ],
]
it.each(badDays)(
  '%s changes nothing on the screen, is one line in the log, and ends with the next day',
  async (_, problem, respond) => {
    server.respond = respond
    await start()
    await pass(23 * HOUR)
    expect([updates.view(), logged, server.seen.length]).toEqual([null, [`updates.failed ${problem}`], 1])
    expect(changed).not.toHaveBeenCalled()
    server.respond = reply(200, document('1.2.0'))
    await pass(HOUR)
    expect(updates.view()?.version).toBe('1.2.0')
    server.respond = respond
    await pass(DAY)
    expect(updates.view()?.version).toBe('1.2.0')
  },
)

it('follows no redirect, to its own host or to another', async () => {
  const other = await startTestServer(reply(200, document('9.0.0')))
  server.respond = (_, response) => void response.writeHead(302, { Location: other.baseUrl }).end()
  await start()
  expect([updates.view(), other.seen, logged]).toEqual([null, [], ['updates.failed status 302']])
  await other.close()
})

it('sends nothing to an address that is neither https nor on this machine', async () => {
  await start({ url: 'http://till.example/newest.json' })
  expect(logged).toEqual(['updates.failed not-connected'])
})

it('a clock that was set back by years stops the checks for a day only, and adds none', async () => {
  await start()
  time -= 3 * 365 * DAY
  pending = pending.map(({ run }) => ({ at: time + HOUR, run }))
  await pass(DAY)
  expect(server.seen).toHaveLength(1)
  await pass(HOUR)
  expect(server.seen).toHaveLength(2)
})

it('a start after the clock was set back checks once, and then once a day', async () => {
  await start()
  await updates.stop()
  time -= 3 * 365 * DAY
  await start()
  expect(server.seen).toHaveLength(2)
  await pass(23 * HOUR)
  await updates.stop()
  await start()
  expect(server.seen).toHaveLength(2)
  await pass(HOUR)
  expect(server.seen).toHaveLength(3)
})

it('stops in the middle of a check: nothing is stored or logged, and no timer is left', async () => {
  const hanging = Promise.withResolvers<undefined>()
  server.respond = (_, response) => {
    response.writeHead(200).write('{')
    hanging.resolve(undefined)
  }
  open().start()
  await hanging.promise
  await updates.stop()
  expect([logged, pending, updates.view()]).toEqual([[], [], null])
  expect(checkedAtNow()).toBe(time)
})

it('sends nothing while the time of a check cannot be stored', async () => {
  open()
  cache.exec('DROP TABLE update_checks')
  updates.start()
  await vi.waitFor(() => expect(logged).toEqual(['updates.failed not-stored']), soon)
  expect(server.seen).toEqual([])
})
