import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { profileSchema } from '../../shared/services/profile.ts'
import { ledgerMigrations } from '../db/migrations/ledger.ts'
import type { WritableDb } from '../db/connections.ts'
import { openDatabase } from '../db/open-database.ts'
import { createSealer } from '../db/seal.ts'
import { reply, startTestServer, type TestServer } from '../../testing/service/server.ts'
import { soon } from '../../testing/soon.ts'
import { insertProfile, writeToken } from '../settings/profiles-repository.ts'
import { systemTimer } from '../../shared/timer.ts'
import { openServices, type Services } from './services.ts'

let folder: string
let ledger: WritableDb
let server: TestServer
const coin = { symbol: 'USDX', address: '0x000000000000000000000000000000000000dEaD' }
const sealer = createSealer(randomBytes(32))

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'till-services-'))
  ledger = openDatabase(join(folder, 'ledger.db'), ledgerMigrations, 'full')
  server = await startTestServer(reply(200, { success: true, data: [] }))
  const { token: _, ...settings } = profileSchema.parse({ name: 'Shop', baseUrl: server.baseUrl, integrator: 'shop' })
  insertProfile(ledger, 'kept', 1, settings)
  writeToken(ledger, sealer, 'kept', 'tok', false)
})
afterEach(async () => {
  await server.close()
  ledger.close()
  rmSync(folder, { recursive: true, force: true })
})

function open(mayUse: boolean): Services {
  const ignore = (): void => undefined
  const listeners = { onTokenRefused: ignore, onBudgetChange: ignore, onConnectionChange: ignore }
  return openServices({
    ledger,
    log: () => undefined,
    sealer,
    now: Date.now,
    timer: systemTimer,
    mayUse: () => mayUse,
    ...listeners,
  })
}

describe('the connection', () => {
  it('is detected again without user requests, by ever rarer probes, and not after the end', async () => {
    const alarms: { ms: number; run: () => void }[] = []
    const seen: string[] = []
    const services = openServices({
      log: () => undefined,
      ledger,
      sealer,
      now: Date.now,
      mayUse: () => true,
      onTokenRefused: () => undefined,
      onBudgetChange: () => undefined,
      timer(ms, run) {
        const alarm = { ms, run }
        alarms.push(alarm)
        return () => void alarms.splice(alarms.indexOf(alarm), 1)
      },
      onConnectionChange: (_, view) => seen.push(view.service),
    })
    const client = services.get('kept')!.client
    const port = Number(new URL(server.baseUrl).port)
    await server.close()
    await expect(client.listNetworks()).rejects.toMatchObject({ code: 'offline' })
    expect(alarms.map(({ ms }) => ms)).toEqual([5_000])
    alarms.pop()?.run()
    await vi.waitUntil(() => alarms.length === 1, soon)
    expect(alarms.map(({ ms }) => ms)).toEqual([10_000])
    expect(services.get('kept')!.budget.view().used).toBe(0)
    server = await startTestServer(reply(200, { success: true, data: [] }), port)
    alarms.pop()?.run()
    await vi.waitUntil(() => seen.at(-1) === 'online', soon)
    expect([seen, alarms]).toEqual([['offline', 'online'], []])
    services.close()
  })
})

describe('a check of the connection', () => {
  it('finds out with one request a minute that a service is gone, and forgets none that came within it', async () => {
    const alarms: { ms: number; run: () => void }[] = []
    const seen: string[] = []
    const services = openServices({
      log: () => undefined,
      ledger,
      sealer,
      now: Date.now,
      timer(ms, run) {
        const alarm = { ms, run }
        alarms.push(alarm)
        return () => void alarms.splice(alarms.indexOf(alarm), 1)
      },
      mayUse: () => true,
      onTokenRefused: () => undefined,
      onBudgetChange: () => undefined,
      onConnectionChange: (_, view) => seen.push(view.service),
    })
    services.check('kept')
    services.check('another')
    await vi.waitUntil(() => seen.at(-1) === 'online', soon)
    await server.close()
    services.check('kept')
    services.check('kept')
    expect([server.seen.length, alarms.map(({ ms }) => ms)]).toEqual([1, [60_000]])
    alarms.pop()?.run()
    await vi.waitUntil(() => seen.at(-1) === 'offline', soon)
    expect(seen).toEqual(['online', 'offline'])
    services.close()
    expect(alarms).toEqual([])
  })

  it('follows no other one unless it was wanted', async () => {
    const alarms: (() => void)[] = []
    const options = { log: () => undefined, ledger, sealer, now: Date.now, mayUse: () => true }
    const ignore = (): void => undefined
    const services = openServices({
      ...options,
      timer: (_, run) => (alarms.push(run), ignore),
      onTokenRefused: ignore,
      onBudgetChange: ignore,
      onConnectionChange: ignore,
    })
    services.check('kept')
    await vi.waitUntil(() => server.seen.length === 1, soon)
    alarms.pop()?.()
    expect([server.seen.length, alarms.length]).toEqual([1, 0])
    services.close()
  })
})

describe('the service of a stored profile', () => {
  it('is absent at a later start in a window that may not use it, so it receives no request', () => {
    expect(open(false).get('kept')).toBeNull()
    expect(server.seen).toEqual([])
  })

  it('is back, with its token, in a window that may use it', async () => {
    await open(true).get('kept')?.client.listNetworks()
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer tok'])
  })

  it('is absent for an unknown profile', () => {
    expect(open(true).get('another')).toBeNull()
  })
})

it.each([
  ['before its first byte', () => undefined],
  ['within its answer', (response: ServerResponse) => void response.writeHead(200).write('{')],
])('a request that hangs %s ends with the services, and no new one starts', async (_, begin) => {
  const requested = Promise.withResolvers<undefined>()
  server.respond = (_request, response) => {
    begin(response)
    requested.resolve(undefined)
  }
  const services = open(true)
  const client = services.get('kept')!.client
  const waiting = client.createQuote({ fiatCurrency: 'MXN', token: coin, sku: 'A-I', chainId: 1 })
  await requested.promise
  services.close()
  await expect(waiting).rejects.toMatchObject({ code: 'service-timeout' })
  await expect(client.listNetworks()).rejects.toMatchObject({ code: 'service-timeout' })
  expect(server.seen).toHaveLength(1)
})
