import { createServer, type AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { ProfileInput } from '../../../shared/services/profile.ts'
import { createTestClient, type TestClient } from '../../../testing/service/client.ts'
import { reply, startTestServer, type Responder, type TestServer } from '../../../testing/service/server.ts'

const address = '0x52908400098527886E0F7030069857D2E4169EE7'
const input = { address, idempotencyKey: '0a8e6f0e-4c0e-4b3c-9d53-6a3fd0b6c2f1', body: '{"b":1.10,  "a":"ü\\u00fc"}' }
const transaction = {
  integrator: 'till-tests',
  transactionId: '6f1c2d6e-0a5a-4a3e-9a55-0a9c7f5d9a11',
  status: 'PENDING',
  productType: 'topup',
  productSubType: 'not_set',
  sku: 'ORBIT_MX_100-I',
  fiatUnitPrice: 100.5,
  quantity: 1,
  product: { name: 'Orbit' },
  tokenAmountPaid: 5.81,
  recordId: 12,
}

const opened: { server?: TestServer; till?: TestClient }[] = []
afterEach(async () => {
  for (const { server, till } of opened.splice(0)) {
    till?.dispose()
    await server?.close()
  }
})

async function open(
  respond: Responder,
  requestsPerHour = 100,
  timeoutMs?: number,
  profile: Partial<ProfileInput> = {},
): Promise<TestClient & { server: TestServer }> {
  const server = await startTestServer(respond)
  const till = createTestClient({ baseUrl: server.baseUrl, requestsPerHour, ...profile }, timeoutMs)
  opened.push({ server, till })
  return { ...till, server }
}

describe('registerSpend', () => {
  it('sends exactly the given bytes and key', async () => {
    const { client, server } = await open(reply(201, transaction))
    const result = await client.registerSpend(input)
    expect(result).toMatchObject({
      outcome: 'registered',
      transaction: {
        status: 'PENDING',
        productSubType: '',
        tokenAmountPaid: '5.81',
        countryIsoAlpha2: '',
        product: { logoUrl: '' },
      },
    })
    expect(server.seen[0]).toMatchObject({ method: 'POST', body: input.body })
    expect(server.seen[0]?.url.pathname).toBe(`/api/v1/wallets/${address}/transactions/`)
    expect(server.seen[0]?.url.search).toBe('?integrator=till-tests')
    expect(server.seen[0]?.headers).toMatchObject({
      'idempotency-key': input.idempotencyKey,
      'content-type': 'application/json',
    })
  })

  it.each([
    [409, { errorCode: 'DUPLICATE_REQUEST' }],
    [400, { error_code: 'duplicateRequest', message: 'no' }],
    [409, { error: 'Idempotency-Key was already used' }],
    [409, {}],
    [409, ''],
    [409, { message: 'Conflict' }],
    [400, { message: 'This transaction has already been registered.' }],
    [422, 'Duplicate request detected for the same Idempotency-Key'],
    [200, { error: 'idempotency_key_reused' }],
    [500, { error: { code: 'DUPLICATED_TRANSACTION' } }],
  ])('recognises a duplicate: %i %j', async (status, body) => {
    const { client } = await open(reply(status, body))
    expect(await client.registerSpend(input)).toMatchObject({ outcome: 'duplicate' })
  })

  it.each([
    [409, { errorCode: 'RETRY_SPEND' }],
    [400, { message: 'Please retry the spend: on-chain failure due to network congestion' }],
    [503, { error: 'retrySpend' }],
    [424, 'retry your purchase'],
  ])('recognises a request to retry the spend: %i %j', async (status, body) => {
    const { client } = await open(reply(status, body))
    expect(await client.registerSpend(input)).toMatchObject({ outcome: 'retry-spend' })
  })

  it.each([
    [
      400,
      {
        errorCode: 'INVALID_REFERENCE',
        fields: { reference: 'not a <b>phone</b>\u202e number' },
        message: 'Bad request',
      },
    ],
    [400, { message: 'Idempotency-Key header is required' }],
    [404, { message: 'wallet not found' }],
  ])('treats %i %j as a definite refusal', async (status, body) => {
    const { client } = await open(reply(status, body))
    expect(await client.registerSpend(input)).toMatchObject({ outcome: 'rejected', status, message: body.message })
  })

  it('keeps the service’s answer, up to the length anybody reads', async () => {
    const { client } = await open(reply(422, 'x'.repeat(9_000)))
    expect(await client.registerSpend(input)).toMatchObject({ answer: { status: 422, text: 'x'.repeat(8_000) } })
  })

  it('stores no code of a delivery, and reads it only if the profile says so', async () => {
    const answer = { ...transaction, status: 'SUCCESS', details: { voucher: 'ABCD-1234', pin: '4821' } }
    for (const returnsCodes of [false, true]) {
      const { client } = await open(reply(201, answer), 100, undefined, { returnsCodes })
      const result = await client.registerSpend(input)
      expect(JSON.stringify(result.answer)).not.toMatch(/ABCD|4821/)
      const codes = returnsCodes ? [{ text: 'ABCD-1234', pin: '4821' }] : []
      expect(result).toMatchObject({ transaction: { codes }, answer: { status: 201 } })
      expect(await client.getTransaction(address, transaction.transactionId)).toMatchObject({ codes })
    }
    const { client } = await open(reply(201, JSON.stringify(answer).slice(0, -3)))
    const cut = await client.registerSpend(input)
    expect([cut.outcome, /ABCD|4821/.test(cut.answer?.text ?? '')]).toEqual(['unclear', false])
  })

  it('may use the requests reserved for its purchase, and no others', async () => {
    const { client, budget } = await open(reply(201, transaction), 2)
    budget.reserve('purchase', 2, 'registration')
    expect(await client.registerSpend({ ...input, owner: 'other' })).toMatchObject({ outcome: 'not-sent' })
    expect(await client.registerSpend({ ...input, owner: 'purchase' })).toMatchObject({ outcome: 'registered' })
  })

  it('keeps each field’s error as plain text', async () => {
    const { client } = await open(reply(400, { fields: { reference: 'not a <b>phone</b>\u202e number' } }))
    expect(await client.registerSpend(input)).toMatchObject({ fields: { reference: 'not a phone number' } })
  })

  it.each([
    ['5xx', reply(500, { message: 'boom' })],
    ['an unlisted 4xx', reply(422, { message: 'Unprocessable' })],
    ['a 404 page recognisable only by its type', reply(404, '<!-- gone --><p>', { 'Content-Type': 'TEXT/HTML' })],
    ['a 409 page', reply(409, '<html>Conflict</html>', { 'Content-Type': 'text/html' })],
    [
      'a busy page',
      reply(503, '<html>Network congestion, retry your purchase</html>', { 'Content-Type': 'text/html' }),
    ],
    ['a 404 page', reply(404, '<!DOCTYPE html><p>nothing here</p>', { 'Content-Type': 'text/html' })],
    ['a redirect', reply(307, '', { Location: '/elsewhere' })],
    ['2xx that is not JSON', reply(200, 'OK')],
    ['2xx of another shape', reply(201, { id: 7 })],
    ['a truncated 2xx', reply(201, JSON.stringify(transaction).slice(0, 60))],
    ['a broken connection', (_: unknown, response: { destroy(): unknown }) => void response.destroy()],
  ] as [string, Responder][])('is unclear after %s, and asks only once', async (_, respond) => {
    const { client, server } = await open(respond)
    expect(await client.registerSpend(input)).toMatchObject({ outcome: 'unclear' })
    expect(server.seen).toHaveLength(1)
  })

  it('is unclear when aborted on the way', async () => {
    const controller = new AbortController()
    const { client } = await open(() => controller.abort())
    expect(await client.registerSpend({ ...input, signal: controller.signal })).toMatchObject({ outcome: 'unclear' })
  })

  it.each([
    [401, 'service-unauthorized'],
    [403, 'service-forbidden'],
    [429, 'service-rate-limited'],
  ])('was not processed after %i', async (status, code) => {
    const { client, server, access } = await open(reply(status, { message: 'duplicate' }))
    access.token = 'some-token'
    expect(await client.registerSpend(input)).toMatchObject({ outcome: 'refused', error: { code } })
    expect(server.seen).toHaveLength(1)
  })

  it('was not sent if nothing listens, and costs no request', async () => {
    const free = createServer()
    await new Promise<void>((done) => free.listen(0, '127.0.0.1', done))
    const { port } = free.address() as AddressInfo
    await new Promise((done) => free.close(done))
    const till = createTestClient({ baseUrl: `http://localhost:${port}` })
    opened.push({ till })
    expect(await till.client.registerSpend(input)).toMatchObject({ outcome: 'not-sent', error: { code: 'offline' } })
    expect(till.budget.view().used).toBe(0)
  })

  it('was not sent while the budget is spent, the service asks to wait, or the service blocks us', async () => {
    const { client, server, clock } = await open(reply(500, {}), 1)
    await client.registerSpend(input)
    expect(await client.registerSpend(input)).toMatchObject({
      outcome: 'not-sent',
      error: { code: 'service-budget-spent' },
    })
    clock.now += 3_610_000
    server.respond = reply(429, {})
    await client.registerSpend(input)
    expect(await client.registerSpend(input)).toMatchObject({
      outcome: 'not-sent',
      error: { code: 'service-rate-limited' },
    })
    clock.now += 3_610_000
    server.respond = reply(403, {})
    await client.registerSpend(input)
    expect(await client.registerSpend(input)).toMatchObject({
      outcome: 'not-sent',
      error: { code: 'service-forbidden' },
    })
    expect(server.seen).toHaveLength(3)
  })
})
