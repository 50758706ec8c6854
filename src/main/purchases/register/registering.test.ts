import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { PurchaseView } from '../../../shared/purchases/views.ts'
import { openTestSandbox, type TestTill, type TestSandbox } from '../../../testing/purchases/context.ts'
import { type LoggedRequest } from '../../../testing/purchases/sandbox-controls.ts'

let sandbox: TestSandbox
/** An answer that a busy machine delays beyond it counts as none, which is another case than the one under test. */
const ANSWER_MS = 4_000
/** Purchases that are paid, confirmed and unregistered, each on its own Till. */
let paid: Paid[] = []
beforeAll(async () => {
  sandbox = await openTestSandbox()
  paid = await Promise.all(Array.from({ length: 21 }, createPaid))
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())

interface Paid {
  readonly till: TestTill
  readonly id: string
}

async function createPaid(): Promise<Paid> {
  const till = await sandbox.till({ registrationMs: ANSWER_MS })
  till.state.registrationsHeld = true
  const { id } = await till.buy('harbour', 'usdc')
  await till.until(id, ({ registration }) => registration.state === 'prepared', 40)
  return { till, id }
}

/** Returns a purchase that no other test uses; a test that runs again needs another one. */
async function nextPaid(): Promise<Paid> {
  return paid.pop() ?? createPaid()
}

const operation = 'registerTransaction'
const sendings = async (till: TestTill): Promise<LoggedRequest[]> =>
  (await sandbox.requests(till.address)).filter((requests) => requests.operation === operation)

function isDelivered({ status, ended }: PurchaseView): boolean {
  return status === 'delivered' && ended
}

async function expectOnce(till: TestTill): Promise<void> {
  const { payments, registrations } = await sandbox.witness(till.address)
  expect([payments.length, registrations.length]).toEqual([1, 1])
  const requests = await sendings(till)
  expect(new Set(requests.map(({ idempotencyKey, body }) => `${idempotencyKey} ${body}`)).size).toBe(1)
}

const incomplete = { totalItems: 3, totalPages: 1, currentPage: 1, transactions: [] }
const retrySpend = { errorCode: 'RETRY_SPEND', message: 'Network congestion. Retry the spend.' }

describe('a registration', () => {
  it.each([
    ['that times out before it takes effect', { kind: 'timeout' }],
    ['that times out after it took effect', { kind: 'timeout', afterEffect: true }],
    ['whose connection is reset', { kind: 'reset' }],
    ['whose connection is reset after it took effect', { kind: 'reset', afterEffect: true }],
    ['answered with 500', { kind: 'status', status: 500, body: { message: 'Oops' } }],
    ['answered with 500 after it took effect', { kind: 'status', status: 500, afterEffect: true }],
    ['answered by a gateway', { kind: 'status', status: 502, body: '<html>Bad gateway</html>', afterEffect: true }],
    ['whose answer is cut', { kind: 'truncated-json' }],
    ['whose answer lacks its id', { kind: 'missing-fields', fields: ['transactionId'] }],
    ['called a duplicate', { kind: 'status', status: 409, body: { message: 'Duplicate request' }, afterEffect: true }],
    ['told to retry the spend', { kind: 'status', status: 422, body: retrySpend }],
    ['rejected once', { kind: 'status', status: 400, body: { message: 'Payment not confirmed yet' } }],
  ])('%s ends well, registered once and paid once', async (_, fault) => {
    const { till, id } = await nextPaid()
    await sandbox.fault({ operation, ...fault })
    till.state.registrationsHeld = false
    const view = await till.checkUntil(id, isDelivered)
    expect(view).toMatchObject({ attention: null, registration: { state: 'registered', unclear: false } })
    await expectOnce(till)
  })

  it.each([
    ['whose answer is lost', { kind: 'reset' }],
    ['that is answered with a refusal', { kind: 'status', status: 400, body: { message: 'Not confirmed yet' } }],
  ])('that took effect, and %s, is found in the list and not sent again', async (_, fault) => {
    const { till, id } = await nextPaid()
    await sandbox.fault({ operation, ...fault, afterEffect: true })
    till.state.registrationsHeld = false
    await till.checkUntil(id, isDelivered)
    const requests = (await sandbox.requests(till.address)).map((one) => one.operation)
    expect(requests.slice(requests.indexOf(operation)).slice(0, 2)).toEqual([operation, 'listTransactions'])
    expect(await sendings(till)).toHaveLength(1)
  })

  it('that did not take effect is sent again only after two complete lists lacked it', async () => {
    const { till, id } = await nextPaid()
    await sandbox.fault({ operation, kind: 'reset' })
    till.state.registrationsHeld = false
    await till.checkUntil(id, ({ registration }) => registration.state === 'registered')
    const requests = (await sandbox.requests(till.address)).map((one) => one.operation)
    expect(requests.slice(0, 4)).toEqual([operation, 'listTransactions', 'listTransactions', operation])
  })

  it('whose list cannot be read whole is not sent again', async () => {
    const { till, id } = await nextPaid()
    await sandbox.fault([
      { operation, kind: 'reset' },
      { operation: 'listTransactions', kind: 'status', status: 500, body: {}, times: 3 },
      { operation: 'listTransactions', kind: 'status', status: 200, body: incomplete, times: 2 },
    ])
    till.state.registrationsHeld = false
    await till.checkUntil(id, isDelivered)
    const requests = (await sandbox.requests(till.address)).map((one) => one.operation)
    expect(requests.slice(0, 9)).toEqual([operation, ...Array<string>(7).fill('listTransactions'), operation])
    await expectOnce(till)
  })

  it('at a service that goes up and down waits between two requests', async () => {
    const { till, id } = await nextPaid()
    await sandbox.fault({ operation, kind: 'reset', times: 100 })
    till.state.registrationsHeld = false
    till.purchases.checkNow(id)
    const requests = await vi.waitUntil(
      async () => {
        const all = await sandbox.requests(till.address)
        return all.length >= 2 && all
      },
      { timeout: 20_000, interval: 100 },
    )
    expect(requests.slice(0, 2).map((one) => one.operation)).toEqual([operation, 'listTransactions'])
    const times = requests.map(({ at }) => Date.parse(at))
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(2_500)
  })

  it('that hangs blocks neither a new payment nor another registration', async () => {
    const till = await sandbox.till({ registrationMs: 60_000 })
    await sandbox.fault({ operation, kind: 'timeout' })
    const hanging = await till.buy('harbour', 'usdc')
    await till.until(hanging.id, ({ registration }) => registration.state === 'prepared')
    const { id } = await till.buy('harbour', 'usdc')
    await till.delivered(id)
    expect(till.view(hanging.id)).toMatchObject({ status: 'on-its-way', registration: { attempts: 0 } })
    // Stopping cancels it at once; the next start determines whether it arrived.
    const began = performance.now()
    await till.purchases.stop()
    expect(performance.now() - began).toBeLessThan(30_000)
    till.kill()
    till.restart()
    expect(till.view(hanging.id).registration).toMatchObject({ state: 'prepared', unclear: true })
    await till.delivered(hanging.id)
    const { payments, registrations } = await sandbox.witness(till.address)
    expect([payments.length, registrations.length]).toEqual([2, 2])
  })

  it('that is told to come back later waits that long, and says so', async () => {
    const { till, id } = await nextPaid()
    await sandbox.fault({ operation, kind: 'status', status: 429, headers: { 'Retry-After': '2' }, body: {} })
    till.state.registrationsHeld = false
    till.purchases.checkNow(id)
    const waiting = await till.until(id, ({ waitingFor }) => waitingFor?.what === 'budget')
    const until = Date.parse(waiting.waitingFor?.until ?? '')
    const [refused] = await sendings(till)
    expect(until - Date.parse(refused?.at ?? '')).toBeGreaterThanOrEqual(2_000)
    await till.until(id, ({ registration }) => registration.state === 'registered')
    expect(Date.now()).toBeGreaterThanOrEqual(until)
    expect((await sendings(till)).map(({ status }) => status)).toEqual([429, 201])
  })

  it('that is refused three times asks the person, never shows as failed, and succeeds when tried again', async () => {
    const { till, id } = await nextPaid()
    const refused = { errorCode: 'INVALID_FIELDS', fields: { reference: 'is not valid' }, message: 'No' }
    await sandbox.fault({ operation, kind: 'status', status: 400, body: refused, times: 3 })
    till.state.registrationsHeld = false
    const view = await till.checkUntil(id, ({ attention }) => attention !== null)
    const lastFields = [{ name: 'reference', problem: 'is not valid' }]
    const rejection = { lastMessage: 'No', lastCode: 'INVALID_FIELDS', lastFields }
    expect(view).toMatchObject({
      status: 'needs-you',
      attention: 'registration-rejected',
      ended: false,
      waitingFor: null,
      registration: { state: 'rejected', lastError: 'service-rejected', ...rejection },
    })
    const attempts = await sendings(till)
    expect(attempts).toHaveLength(3)
    expect(till.purchases.checkNow(id)).toMatchObject({ attention: null, registration: { state: 'prepared' } })
    await till.until(id, isDelivered)
    await expectOnce(till)
  })

  it('that is refused with 401 asks the person, again if it is refused again, and continues once accepted', async () => {
    const { till, id } = await nextPaid()
    await sandbox.fault({ operation, kind: 'status', status: 401, body: {}, times: 3 })
    till.state.registrationsHeld = false
    const view = await till.checkUntil(id, ({ attention }) => attention !== null)
    expect(view).toMatchObject({ status: 'needs-you', attention: 'registration-refused-access' })
    expect(till.purchases.checkNow(id).attention).toBeNull()
    const again = await till.until(id, ({ attention }) => attention !== null)
    expect(again).toMatchObject({ attention: 'registration-refused-access' })
    till.purchases.checkNow(id)
    await till.until(id, isDelivered)
    expect(till.view(id).attention).toBeNull()
    await expectOnce(till)
  })

  it('that the service records as another product asks the person once', async () => {
    const { till, id } = await nextPaid()
    await sandbox.fault({ operation, kind: 'patch', changes: { sku: 'other_US_9-I' } })
    await sandbox.fault({ operation: 'getTransaction', kind: 'patch', changes: { sku: 'other_US_9-I' }, times: 9 })
    till.state.registrationsHeld = false
    till.purchases.checkNow(id)
    expect(await till.until(id, ({ attention }) => attention !== null)).toMatchObject({
      attention: 'registered-differently',
      registration: { state: 'registered' },
    })
    till.purchases.checkNow(id)
    expect(await till.until(id, ({ ended }) => ended)).toMatchObject({ status: 'delivered', attention: null })
  })
})
