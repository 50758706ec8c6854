import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import { openTestSandbox, otherTopup, type TestSandbox, type TestTill } from '../../../testing/purchases/context.ts'
import { readRegistrations } from './registration-repository.ts'
import type { LoggedRequest } from '../../../testing/purchases/sandbox-controls.ts'
import { refusal, refused } from '../../../testing/refusal.ts'
import { soon } from '../../../testing/soon.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())

const operation = 'registerTransaction'
const rejection = { operation, kind: 'status', status: 400, body: { errorCode: 'INVALID_FIELDS', message: 'No' } }
const corrected = { reference: '+12015550199', fields: [] }
const sendings = async (till: TestTill): Promise<LoggedRequest[]> =>
  (await sandbox.requests(till.address)).filter((requests) => requests.operation === operation)

/** A paid purchase whose registration the service rejected for good; with `hasEffect` the service accepted it all the same. */
async function rejected(hasEffect = false): Promise<{ till: TestTill; id: string }> {
  const till = await sandbox.till()
  if (hasEffect) await sandbox.fault({ operation: 'listTransactions', kind: 'status', status: 404, body: {}, times: 4 })
  await sandbox.fault([
    { ...rejection, afterEffect: hasEffect },
    { ...rejection, times: 2 },
  ])
  const { id } = await till.buy('harbour', 'usdc')
  await till.checkUntil(id, ({ attention }) => attention === 'registration-rejected')
  return { till, id }
}

describe('a refused registration', () => {
  it('is sent with other details under another key after two complete lists, and both are stored', async () => {
    const { till, id } = await rejected()
    const before = (await sandbox.requests(till.address)).length
    expect(await till.purchases.correctRegistration(id, corrected)).toMatchObject({
      attention: null,
      status: 'on-its-way',
      reference: corrected.reference,
    })
    expect(await till.delivered(id)).toMatchObject({ attention: null, reference: corrected.reference })
    const requests = (await sandbox.requests(till.address)).slice(before).map((one) => one.operation)
    expect(requests.slice(0, 3)).toEqual(['listTransactions', 'listTransactions', operation])
    const { payments, registrations } = await sandbox.witness(till.address)
    expect(payments).toHaveLength(1)
    expect(registrations).toMatchObject([{ reference: corrected.reference }])
    const [first, second] = readRegistrations(till.ledger, id)
    expect(first?.idempotencyKey).not.toBe(second?.idempotencyKey)
    expect(first?.paymentHash).toBe(second?.paymentHash)
    expect((await sendings(till)).at(-1)?.idempotencyKey).toBe(second?.idempotencyKey)
  })

  it('is not sent again if the list contains the payment after all', async () => {
    const { till, id } = await rejected(true)
    await sandbox.control('faults', undefined, 'DELETE')
    const before = (await sendings(till)).length
    const view = await till.purchases.correctRegistration(id, corrected)
    expect(view).toMatchObject({ attention: null, registration: { state: 'registered' }, reference: '+12015550123' })
    expect(await sendings(till)).toHaveLength(before)
    expect(readRegistrations(till.ledger, id)).toHaveLength(1)
  })

  it('stays unchanged if the list cannot be read whole', async () => {
    const { till, id } = await rejected()
    await sandbox.fault({ operation: 'listTransactions', kind: 'status', status: 500, body: {}, times: 5 })
    expect(await refusal(till.purchases.correctRegistration(id, corrected))).toEqual(['service-down', undefined])
    expect(till.view(id)).toMatchObject({ attention: 'registration-rejected', registration: { state: 'rejected' } })
    expect(readRegistrations(till.ledger, id)).toHaveLength(1)
  })

  it('is corrected once if pressed twice, and never if it was not refused', async () => {
    const { till, id } = await rejected()
    const both = await Promise.allSettled([
      till.purchases.correctRegistration(id, corrected),
      till.purchases.correctRegistration(id, corrected),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(readRegistrations(till.ledger, id)).toHaveLength(2)
    await till.delivered(id)
    expect(await refusal(till.purchases.correctRegistration(id, corrected))).toEqual(['not-allowed', 'not-refused'])
  })
})

describe('a payment that the service rejected', () => {
  it('ends as not delivered once the person gives it up, and is never reported again', async () => {
    const { till, id } = await rejected()
    const before = (await sendings(till)).length
    expect(till.purchases.waiveRefund(id)).toMatchObject({ status: 'failed', attention: null })
    expect(await till.untilSettled(id)).toMatchObject({ status: 'failed', refund: { state: 'waived' } })
    till.purchases.checkNow(id)
    expect(await refusal(till.purchases.correctRegistration(id, corrected))).toEqual(['not-allowed', 'not-refused'])
    expect(till.view(id)).toMatchObject({ ended: true, registration: { state: 'rejected' } })
    expect(await sendings(till)).toHaveLength(before)
    expect(till.purchases.attention()).toEqual([])
    expect(() => till.purchases.waiveRefund(id)).toThrow(AppError)
  })

  it('holds requests once it is being corrected, and none any more once it is given up', async () => {
    const { till, id } = await rejected()
    await till.checkUntil(id, ({ steps }) => steps.every(({ state }) => state === 'final'))
    await sandbox.fault({ operation: 'listTransactions', kind: 'status', status: 500, body: {}, times: 5 })
    till.service.budget.release(id)
    await expect(till.purchases.correctRegistration(id, corrected)).rejects.toThrow(AppError)
    // A correction reserves its requests again, so that sales leave room for it.
    expect(till.service.budget.holds(id)).toBe(true)
    till.purchases.waiveRefund(id)
    await vi.waitUntil(() => !till.service.budget.holds(id), { ...soon, interval: 20 })
  })

  it('is not corrected if the person gives it up meanwhile', async () => {
    const { till, id } = await rejected()
    const correcting = refusal(till.purchases.correctRegistration(id, corrected))
    // It reads the service's list by now.
    await new Promise(setImmediate)
    till.purchases.waiveRefund(id)
    expect(await correcting).toEqual(['not-allowed', 'not-refused'])
    expect(readRegistrations(till.ledger, id)).toHaveLength(1)
    expect(till.view(id)).toMatchObject({ registration: { state: 'rejected' }, refund: { state: 'waived' } })
  })

  it('is followed like any other if the service has it after all, although the person gave it up', async () => {
    const { till, id } = await rejected(true)
    await sandbox.control('faults', undefined, 'DELETE')
    const correcting = till.purchases.correctRegistration(id, corrected)
    // It reads the service's list by now.
    await new Promise(setImmediate)
    expect(till.purchases.waiveRefund(id)).toMatchObject({ refund: { state: 'waived' } })
    expect(await correcting).toMatchObject({ registration: { state: 'registered' }, refund: { state: 'none' } })
    await till.delivered(id)
  })
})

describe('a registration that was refused for its network’s name', () => {
  it.each([
    ['chain-id', 'network-key'],
    ['network-key', 'chain-id'],
  ] as const)('is accepted under the other name: by %s and not by %s', async (wanted, first) => {
    const till = await sandbox.till({ profile: { intentChain: first } })
    await sandbox.control('settings', { dialect: { intentChain: wanted } }, 'PATCH')
    const { id } = await till.buy('harbour', 'usdc')
    await till.checkUntil(id, ({ attention }) => attention === 'registration-rejected')
    const before = till.view(id)
    expect(before.registration).toMatchObject({
      chain: first === 'chain-id' ? String(before.chainId) : before.networkKey,
      lastFields: [{ name: 'transactionIntent.chain' }],
    })
    await till.purchases.correctRegistration(id, null, wanted)
    expect(await till.delivered(id)).toMatchObject({ attention: null, reference: before.reference })
    const { payments, registrations } = await sandbox.witness(till.address)
    expect([payments.length, registrations.length]).toEqual([1, 1])
  })
})

interface Attempt {
  readonly outcome: string
  readonly answer: { readonly status: number; readonly text: string }
}

describe('the attention list and the proof', () => {
  it('name what needs a person and contain every body, attempt and answer, but no token', async () => {
    const { till, id } = await rejected()
    expect(till.purchases.attention()).toMatchObject([
      { about: 'purchase', reason: 'registration-rejected', purchase: { id, status: 'needs-you' } },
    ])
    const text = till.purchases.proof(id)
    const proof = JSON.parse(text) as { registrations: { attempts: Attempt[]; body: string }[] }
    expect(proof).toMatchObject({
      purchase: { id },
      delivery: { reference: '+12015550123' },
      quote: { totalAmount: till.view(id).totalAmount },
      steps: [{ kind: 'pay', mined: { hash: till.view(id).steps[0]?.hash }, signed: [{ purpose: 'original' }] }],
      registrations: [{ paymentHash: till.view(id).steps[0]?.hash, body: (await sendings(till))[0]?.body }],
    })
    const attempts = proof.registrations[0]?.attempts ?? []
    expect(attempts.map(({ outcome, answer }) => [outcome, answer.status])).toEqual(Array(3).fill(['rejected', 400]))
    for (const { answer } of attempts) expect(JSON.parse(answer.text)).toHaveProperty('message')
    const { token } = till.service.profile
    expect(token === undefined || token === '' || !text.includes(token)).toBe(true)
    await till.purchases.correctRegistration(id, corrected)
    expect(till.purchases.attention()).toEqual([])
  })

  it('dismiss only what is purely informative, once it was seen', async () => {
    const till = await sandbox.till()
    await sandbox.fault({ operation, kind: 'patch', changes: { sku: otherTopup } })
    const { id } = await till.buy('harbour', 'usdc')
    await till.until(id, ({ attention }) => attention === 'registered-differently')
    const acknowledge = (reason: 'payment-dropped' | 'registered-differently'): unknown =>
      refused(() => till.purchases.acknowledgeAttention(id, reason).attention)
    expect(acknowledge('payment-dropped')).toEqual(['not-allowed', 'outdated'])
    expect(acknowledge('registered-differently')).toBeNull()
    expect(till.purchases.attention()).toEqual([])
    expect(await till.delivered(id)).toMatchObject({ attention: null })
  })
})

describe('a purchase that was never paid', () => {
  it('is bought again once as a purchase linked to it; one that may be paid is not', async () => {
    const till = await sandbox.till()
    await sandbox.control('chains/harbour', { action: 'pause-mining' })
    const first = await till.buy('harbour', 'usdc')
    const again = (): ReturnType<typeof till.purchases.quote> =>
      till.purchases.quote(till.service, till.choice('harbour', 'usdc'), null, first.id)
    expect(await refusal(again())).toEqual(['not-allowed', 'may-be-paid'])
    const offer = await till.purchases.offerFee(first.id, 'cancel')
    await till.purchases.confirmFee(first.id, offer.offerKey, false)
    await sandbox.control('chains/harbour', { action: 'resume-mining' })
    await till.untilSettled(first.id)
    const second = await till.confirm(await again())
    expect(second).toMatchObject({ repeatOf: first.id, repeatedBy: [] })
    expect(till.view(first.id)).toMatchObject({ status: 'not-paid', repeatedBy: [second.id] })
    expect(await refusal(again())).toEqual(['not-allowed', 'repeated-already'])
    await till.delivered(second.id)
    expect((await sandbox.witness(till.address)).payments).toHaveLength(1)
  })
})
