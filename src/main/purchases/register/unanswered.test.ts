import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError, toAppError } from '../../../shared/errors.ts'
import type { TransactionPage } from '../../service/operations/list-transactions.ts'
import type { RegistrationOutcome } from '../../service/operations/register-spend.ts'
import { readAttempts, readRegistrations } from './registration-repository.ts'
import { openSimulation, unclear, type Simulation } from '../../../testing/purchases/simulation.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const corrected = { reference: '+12015550199', fields: [] }

let world: Simulation
beforeEach(() => void (world = openSimulation()))
afterEach(() => world.close())

const rejection: RegistrationOutcome = {
  outcome: 'rejected',
  status: 400,
  code: null,
  message: 'No',
  fields: {},
  error: new AppError('service-rejected', 'No'),
}

/** A paid purchase whose registration got a 503 until the person was asked. */
async function questioned(): Promise<string> {
  world.behaviour.register = () => unclear('service-down', 503)
  const id = world.buy()
  await world.run(35 * MINUTE)
  expect(world.view(id).attention).toBe('registration-unanswered')
  return id
}

/** Corrects while time passes; returns the reason if refused. */
async function correct(id: string): Promise<unknown> {
  let outcome: unknown = 'pending'
  world.purchases.correctRegistration(id, corrected).then(
    (view) => (outcome = view),
    (error: unknown) => (outcome = [toAppError(error).code, toAppError(error).details?.reason]),
  )
  for (let second = 0; second < 120 && outcome === 'pending'; second++) await world.run(1_000)
  return outcome
}

describe('a registration that is never answered clearly', () => {
  it('shows what was paid and what the service answered, and is registered again with the same bytes', async () => {
    const id = await questioned()
    expect(world.view(id)).toMatchObject({
      status: 'needs-you',
      registration: { state: 'prepared', unclear: true, lastError: 'service-down', lastStatus: 503 },
    })
    const before = world.sent.length
    world.behaviour.register = () => 'accepted'
    expect(world.purchases.checkNow(id).attention).toBeNull()
    await world.run(MINUTE)
    expect(world.view(id)).toMatchObject({ attention: null, registration: { state: 'registered' } })
    expect(world.sent).toHaveLength(before + 1)
    expect(new Set(world.sent.map(({ key, body }) => `${key} ${body}`)).size).toBe(1)
  })

  it('keeps its first and last attempts of five days, and counts them all', async () => {
    const id = await questioned()
    await world.run(5 * DAY)
    const stored = readAttempts(world.context.ledger, id)
    const { attempts } = world.view(id).registration
    expect(attempts).toBe(world.sent.length)
    expect(attempts).toBeGreaterThan(100)
    expect(stored).toHaveLength(23)
    expect(stored.slice(0, 3).map(({ at }) => at)).toEqual(world.sent.slice(0, 3).map(({ at }) => at))
    expect(stored.slice(3).map(({ at }) => at)).toEqual(world.sent.slice(-20).map(({ at }) => at))
    const proof = JSON.parse(world.purchases.proof(id)) as { registrations: { attemptsMade: number }[] }
    expect(proof.registrations[0]?.attemptsMade).toBe(attempts)
  })

  it('may be corrected under another key for the same payment, after two complete lists without it', async () => {
    const id = await questioned()
    const before = world.sent.length
    const pages: number[] = []
    world.behaviour.list = (_, truth) => {
      pages.push(world.sent.length)
      return truth
    }
    world.behaviour.register = () => 'accepted'
    expect(await correct(id)).toMatchObject({ attention: null, reference: corrected.reference })
    await world.run(MINUTE)
    expect(world.view(id)).toMatchObject({ attention: null, registration: { state: 'registered' } })
    const [first, second] = readRegistrations(world.context.ledger, id)
    expect(second?.paymentHash).toBe(first?.paymentHash)
    expect(second?.idempotencyKey).not.toBe(first?.idempotencyKey)
    const after = world.sent.slice(before)
    expect(pages.filter((sentBefore) => sentBefore === before).length).toBeGreaterThanOrEqual(2)
    expect(after.map(({ key }) => key)).toEqual([second?.idempotencyKey])
    expect(JSON.parse(after[0]?.body ?? '')).toMatchObject({ reference: corrected.reference })
  })

  it('sends nothing with the old details during their correction', async () => {
    const id = await questioned()
    const before = world.sent.length
    world.purchases.poll(id)
    const correcting = correct(id)
    world.purchases.poll(id)
    await correcting
    const [first, second] = readRegistrations(world.context.ledger, id)
    const after = world.sent.slice(before).map(({ key }) => key)
    const lastOld = after.lastIndexOf(first?.idempotencyKey ?? '')
    expect(after.indexOf(second?.idempotencyKey ?? '')).toBeGreaterThan(lastOld)
  })

  it('is not corrected if the list has the payment after all', async () => {
    const id = await questioned()
    const [sending] = world.sent
    if (!sending) throw new Error('Nothing was sent')
    world.spends.push({ id: 'spend-1', hash: sending.hash, body: sending.body, at: sending.at })
    expect(await correct(id)).toMatchObject({ registration: { state: 'registered' }, reference: '+1' })
    expect(readRegistrations(world.context.ledger, id)).toHaveLength(1)
  })

  it('is not sent again by an attempt that waited while its correction found the payment', async () => {
    const id = await questioned()
    const [sending] = world.sent
    if (!sending) throw new Error('Nothing was sent')
    world.spends.push({ id: 'spend-1', hash: sending.hash, body: sending.body, at: sending.at })
    const before = world.sent.length
    const correcting = correct(id)
    world.purchases.poll(id)
    expect(await correcting).toMatchObject({ registration: { state: 'registered' } })
    await world.run(MINUTE)
    expect(world.sent).toHaveLength(before)
  })

  it('is not corrected if no list can be read whole, and continues as before', async () => {
    const id = await questioned()
    world.behaviour.list = (): TransactionPage => {
      throw new AppError('service-down', 'No list')
    }
    expect(await correct(id)).toEqual(['service-down', undefined])
    expect(readRegistrations(world.context.ledger, id)).toHaveLength(1)
    expect(world.view(id).attention).toBe('registration-unanswered')
    world.behaviour.list = (_, truth) => truth
    world.behaviour.register = () => 'accepted'
    await world.run(20 * MINUTE)
    expect(world.view(id)).toMatchObject({ attention: null, registration: { state: 'registered' } })
  })

  it('is not corrected before its time has passed', async () => {
    world.behaviour.register = () => unclear('service-down', 503)
    const id = world.buy()
    await world.run(5 * MINUTE)
    expect(await correct(id)).toEqual(['not-allowed', 'not-refused'])
    expect(readRegistrations(world.context.ledger, id)).toHaveLength(1)
  })

  it('leaves no question about another of its payments once it is corrected: the correction names the mined one', async () => {
    world.behaviour.register = () => rejection
    const id = world.buy()
    await world.run(10 * MINUTE)
    expect(world.view(id).registration.state).toBe('rejected')
    world.context.ledger.prepare("UPDATE purchases SET attention = 'other-payment-mined' WHERE id = ?").run(id)
    world.behaviour.isNetworkUp = () => false
    expect(await correct(id)).toMatchObject({ attention: null, registration: { state: 'prepared' } })
  })

  it('is asked about differently once the service rejects it', async () => {
    const id = await questioned()
    world.behaviour.register = () => rejection
    await world.run(60 * MINUTE)
    expect(world.view(id)).toMatchObject({ attention: 'registration-rejected', registration: { state: 'rejected' } })
  })
})

it('a registration that never left this machine needs no other lists before the next attempt', async () => {
  const notSent: RegistrationOutcome = { outcome: 'not-sent', error: new AppError('offline', 'Gone') }
  const [listedAt, outcomes] = [new Set<number>(), [unclear('service-timeout', null), notSent, notSent]]
  world.behaviour.register = () => outcomes.shift() ?? 'accepted'
  world.behaviour.list = (_, truth) => {
    listedAt.add(world.sent.length)
    return truth
  }
  const id = world.buy()
  await world.run(10 * MINUTE)
  expect(world.view(id)).toMatchObject({ registration: { state: 'registered', attempts: 4 } })
  expect([...listedAt].filter((sent) => sent < 4)).toEqual([1])
})

describe('a key that the service refuses permanently', () => {
  const duplicate: RegistrationOutcome = {
    outcome: 'duplicate',
    error: new AppError('service-rejected', 'Duplicate'),
    answer: { status: 409, text: '{}' },
  }
  const retrySpend: RegistrationOutcome = { ...duplicate, outcome: 'retry-spend', answer: { status: 422, text: '{}' } }

  /** A purchase whose service first asks to retry the spend, and then wrongly calls its key a duplicate. */
  async function refused(): Promise<string> {
    world.behaviour.register = () => (world.sent.length < 2 ? retrySpend : duplicate)
    const id = world.buy()
    await world.run(10 * MINUTE)
    return id
  }

  it('is asked about within minutes, not only after its time has passed', async () => {
    const id = await refused()
    expect(world.view(id)).toMatchObject({
      attention: 'registration-unanswered',
      registration: { state: 'prepared', unclear: true, keyRefused: true, lastStatus: 409 },
    })
  })

  it('is replaced with the person’s consent: the same payment is registered under another key', async () => {
    const id = await refused()
    world.behaviour.register = () => 'accepted'
    const { reference } = world.view(id)
    expect(await correct(id)).toMatchObject({ attention: null, registration: { keyRefused: false } })
    await world.run(MINUTE)
    expect(reference).not.toBeNull()
    expect(world.view(id)).toMatchObject({ attention: null, registration: { state: 'registered' } })
    expect(new Set(world.sent.map(({ hash }) => hash)).size).toBe(1)
    expect(new Set(world.sent.map(({ key }) => key)).size).toBe(2)
  })

  it('is not one called a duplicate before the service’s list showed the payment', async () => {
    world.behaviour.register = (sending) => {
      const isSecond = world.sent.length === 2
      if (isSecond) world.spends.push({ id: 'spend-1', hash: sending.hash, body: sending.body, at: sending.at })
      return duplicate
    }
    const id = world.buy()
    await world.run(10 * MINUTE)
    expect(world.view(id)).toMatchObject({
      attention: null,
      registration: { state: 'registered', keyRefused: false },
    })
  })

  it('is not one that the service also answered with 503 in between', async () => {
    const unavailable = unclear('service-down', 503)
    world.behaviour.register = () => (world.sent.length % 3 === 0 ? unavailable : duplicate)
    const id = world.buy()
    await world.run(10 * MINUTE)
    expect(world.view(id)).toMatchObject({ attention: null, registration: { keyRefused: false } })
  })
})

describe.each(['service-unauthorized', 'service-forbidden'] as const)('a registration that gets %s', (code) => {
  const refusal: RegistrationOutcome = {
    outcome: 'refused',
    error: new AppError(code, 'No'),
    answer: { status: 403, text: '{}' },
  }

  it('once asks nothing', async () => {
    world.behaviour.register = () => (world.sent.length < 2 ? refusal : 'accepted')
    const id = world.buy()
    const seen = new Set<string | null>()
    await world.run(10 * MINUTE, () => void seen.add(world.view(id).attention))
    expect([...seen]).toEqual([null])
    expect(world.view(id).registration).toMatchObject({ state: 'registered', attempts: 2 })
  })

  it('twice in a row asks the person until it is accepted', async () => {
    world.behaviour.register = () => refusal
    const id = world.buy()
    await world.run(10 * MINUTE)
    expect(world.view(id).attention).toBe('registration-refused-access')
    world.behaviour.register = () => 'accepted'
    await world.run(10 * MINUTE)
    expect(world.view(id)).toMatchObject({ attention: null, registration: { state: 'registered' } })
  })
})
