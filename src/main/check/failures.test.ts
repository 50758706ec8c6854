import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CheckView } from '../../shared/services/check-views.ts'
import { profileSchema } from '../../shared/services/profile.ts'
import { openSandbox, type SandboxControls } from '../../testing/purchases/sandbox-controls.ts'
import { reply, startTestServer, type Responder, type TestServer } from '../../testing/service/server.ts'
import { checkService } from './check-service.ts'

let sandbox: SandboxControls
let server: TestServer | null = null
beforeAll(async () => {
  sandbox = await openSandbox()
})
beforeEach(() => sandbox.reset())
afterEach(async () => {
  await server?.close()
  server = null
})

function check(baseUrl: string, timeoutMs = 2_000): Promise<CheckView> {
  const profile = profileSchema.parse({ name: 'Test', baseUrl, integrator: 'till-tests' })
  return checkService({ profile, country: 'US', hour: null, now: Date.now, timeoutMs })
}

async function checkServer(respond: Responder, timeoutMs?: number): Promise<CheckView> {
  server = await startTestServer(respond)
  return check(server.baseUrl, timeoutMs)
}

const saidOf = ({ rows }: CheckView, part: string): string[] =>
  rows.filter((row) => row.part === part).map(({ message }) => message)
const html = '<!doctype html><title>Sign in</title>'

describe('a check of a service that', () => {
  it('cannot be reached reports one row, without a request', async () => {
    const checked = await check('http://127.0.0.1:9')
    expect(checked).toMatchObject({ ok: false, requests: 0, found: null })
    expect(checked.rows).toMatchObject([{ part: 'address', verdict: 'fails', message: 'trouble.offline' }])
  })

  it.each([
    ['a page of a captive portal', reply(200, html, { 'Content-Type': 'text/html' }), 'trouble.page'],
    ['a redirect', reply(302, '', { Location: 'http://127.0.0.1:9/' }), 'trouble.redirect'],
  ])('is %s asks once', async (_, respond, message) => {
    const checked = await checkServer(respond)
    expect(checked).toMatchObject({ ok: false, requests: 1, found: null })
    expect(checked.rows).toMatchObject([{ part: 'address', message }])
    expect(server?.seen).toHaveLength(1)
  })

  it('breaks every connection reports one row, and not that it is unreachable', async () => {
    const checked = await checkServer((_, response) => response.destroy())
    expect(checked).toMatchObject({ ok: false, found: null })
    expect(checked.rows).toMatchObject([{ part: 'address', message: 'trouble.broken' }])
  })

  it('has nothing at this path sends at most three requests', async () => {
    const checked = await checkServer(reply(404, { message: 'Not found' }))
    expect(saidOf(checked, 'address')).toEqual(['address.unclear'])
    expect(saidOf(checked, 'wallet')).toEqual(['skipped.stopped'])
    expect(server?.seen).toHaveLength(3)
  })

  it('answers no JSON asks for the rest', async () => {
    const checked = await checkServer(reply(200, 'Hello'))
    expect(checked.ok).toBe(false)
    expect(saidOf(checked, 'address')).toEqual(['trouble.not-json'])
    expect(saidOf(checked, 'products')).toEqual(['trouble.not-json'])
    expect(checked.requests).toBe(server?.seen.length)
    expect(checked.requests).toBeLessThanOrEqual(12)
  })

  it('needs a token reports that part by part', async () => {
    const checked = await checkServer(reply(401, { message: 'No' }))
    expect(checked.ok).toBe(false)
    expect(saidOf(checked, 'address')).toEqual(['address.unseen'])
    expect(saidOf(checked, 'token')).toEqual(['token.wanted'])
    expect(saidOf(checked, 'networks')).toEqual(['trouble.unauthorized'])
    expect(saidOf(checked, 'wallet')).toEqual(['trouble.unauthorized'])
  })

  it.each([
    [403, 'trouble.forbidden'],
    [429, 'trouble.limited'],
  ])('answers %i sends no further request', async (status, message) => {
    const checked = await checkServer(reply(status, {}))
    expect(checked).toMatchObject({ ok: false, requests: 1 })
    expect(saidOf(checked, 'networks')).toEqual([message])
    expect(saidOf(checked, 'address')).toEqual(['address.unseen'])
    for (const part of ['wallet', 'pageNames']) expect(saidOf(checked, part)).toEqual(['skipped.stopped'])
    expect(saidOf(checked, 'token')).toEqual(['token.unclear'])
    expect(server?.seen).toHaveLength(1)
  })

  it('fails internally asks for every part, with at most twelve requests', async () => {
    const checked = await checkServer(reply(500, html, { 'Content-Type': 'text/html' }))
    expect(checked.ok).toBe(false)
    for (const part of ['networks', 'products', 'wallet', 'purchases', 'countries'])
      expect(saidOf(checked, part)).toEqual(['trouble.down'])
    expect(server?.seen.length).toBeLessThanOrEqual(12)
  })

  it('never answers asks twice', async () => {
    const checked = await checkServer(() => undefined, 200)
    expect(checked).toMatchObject({ ok: false, requests: 2 })
    expect(saidOf(checked, 'address')).toEqual(['trouble.timeout'])
  })

  it('sends control characters quotes its text without them', async () => {
    const checked = await checkServer(reply(400, { message: 'No\u001b[31m!\n' }))
    expect(checked.rows.find(({ part }) => part === 'networks')?.values.message).toBe('No [31m!')
  })
})

describe('a check of a sandbox whose', () => {
  it.each([
    ['listTokens', 'coins', { kind: 'wrong-types' }, 'trouble.shape'],
    ['listTokens', 'coins', { kind: 'truncated-json' }, 'trouble.not-json'],
    ['listProducts', 'products', { kind: 'truncated-json' }, 'trouble.not-json'],
    ['listProducts', 'products', { kind: 'status', status: 500 }, 'trouble.down'],
    ['createQuote', 'price', { kind: 'missing-fields', fields: ['totalAmount'] }, 'trouble.shape'],
    ['createQuote', 'price', { kind: 'status', status: 503 }, 'trouble.down'],
    ['createQuote', 'price', { kind: 'status', status: 200, body: 'null' }, 'trouble.other'],
    ['getWallet', 'wallet', { kind: 'status', status: 400, body: { message: 'Not you' } }, 'trouble.refused'],
    ['listTransactions', 'purchases', { kind: 'status', status: 302 }, 'trouble.redirect'],
    ['listCountries', 'countries', { kind: 'status', status: 500 }, 'trouble.down'],
    ['getTransaction', 'purchase', { kind: 'status', status: 200, body: html }, 'trouble.page'],
  ])('%s fails reports it for %s, and continues', async (operation, part, fault, message) => {
    await sandbox.fault({ operation, ...fault })
    const checked = await check(sandbox.running.baseUrl)
    expect(saidOf(checked, part)).toContain(message)
    const others = checked.rows.filter((row) => row.part !== part && !row.message.startsWith('skipped.'))
    expect(others.filter(({ verdict }) => verdict === 'fails')).toEqual([])
    const isNeeded = !['countries', 'purchase'].includes(part)
    expect(checked.ok).toBe(!isNeeded)
    expect(checked.requests).toBeLessThanOrEqual(12)
  })

  it('items omit fields, or write them differently, reports that, and fits', async () => {
    await sandbox.fault([
      { operation: 'listNetworks', kind: 'missing-fields', fields: ['isActive', 'rank'] },
      { operation: 'listTokens', kind: 'patch', changes: { 'data.0.id': '1', 'data.1.decimals': 'six' } },
    ])
    const checked = await check(sandbox.running.baseUrl)
    expect(checked.ok).toBe(true)
    const rows = checked.rows.filter(({ verdict }) => verdict === 'differs')
    expect(rows).toMatchObject([
      { part: 'networks', message: 'fields.missing', values: { fields: 'isActive, rank' } },
      { part: 'coins', message: 'fields.other', values: { fields: 'id, decimals' } },
      { part: 'coins', message: 'fields.skipped', values: { count: 1, total: 3 } },
    ])
  })

  it('lists hold only unreadable items reports neither an empty list nor an optional part', async () => {
    await sandbox.fault([
      { operation: 'listNetworks', kind: 'missing-fields', fields: ['chainId'] },
      { operation: 'listProducts', times: 2, kind: 'missing-fields', fields: ['sku'] },
    ])
    const checked = await check(sandbox.running.baseUrl)
    expect(saidOf(checked, 'networks')).toEqual(['networks.none', 'fields.missing-some', 'fields.skipped'])
    expect(saidOf(checked, 'products')).toEqual(['products.none', 'fields.missing-some', 'fields.skipped'])
  })

  it.each(['getWallet', 'listCountries'])('connection breaks at %s continues, and reports that', async (operation) => {
    await sandbox.fault({ operation, kind: 'reset' })
    const checked = await check(sandbox.running.baseUrl)
    expect(saidOf(checked, operation === 'getWallet' ? 'wallet' : 'countries')).toEqual(['trouble.broken'])
    expect(saidOf(checked, 'purchase')).toEqual(['purchase.absent'])
  })

  it('service refuses the country asks for all products', async () => {
    await sandbox.fault({ operation: 'listProducts', kind: 'status', status: 400, body: { message: 'Which country?' } })
    const checked = await check(sandbox.running.baseUrl)
    expect(checked.ok).toBe(true)
    expect(saidOf(checked, 'products')).toContain('products.sold')
  })

  it('limit is hit midway stops there, and reports what was not asked', async () => {
    await sandbox.fault({ operation: 'createQuote', kind: 'status', status: 429, headers: { 'Retry-After': '90' } })
    const checked = await check(sandbox.running.baseUrl)
    expect(checked.ok).toBe(false)
    const price = checked.rows.find(({ part }) => part === 'price')
    expect(price).toMatchObject({ message: 'trouble.limited-for', values: { minutes: 2 } })
    expect(saidOf(checked, 'wallet')).toEqual(['skipped.stopped'])
    const requests = await sandbox.requests()
    expect(requests.at(-1)?.operation).toBe('createQuote')
  })
})
