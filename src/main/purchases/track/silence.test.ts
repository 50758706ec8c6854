import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import type { RegistrationOutcome } from '../../service/operations/register-spend.ts'
import { SIM_START, openSimulation, unclear, type Simulation } from '../../../testing/purchases/simulation.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let world: Simulation
beforeEach(() => void (world = openSimulation()))
afterEach(() => world.close())

/** Runs until the purchase asks something; returns the question, and the minutes it took. */
async function untilAttention(id: string, mostMinutes: number): Promise<[string | null, number]> {
  for (let minute = 0; minute <= mostMinutes; minute++) {
    const { attention } = world.view(id)
    if (attention !== null) return [attention, minute]
    await world.run(MINUTE)
  }
  return [null, mostMinutes]
}

const duplicate: RegistrationOutcome = {
  outcome: 'duplicate',
  error: new AppError('service-rejected', 'Duplicate'),
  answer: { status: 409, text: '{}' },
}
const retrySpend: RegistrationOutcome = { ...duplicate, outcome: 'retry-spend', answer: { status: 422, text: '{}' } }
const paymentRequired: RegistrationOutcome = {
  outcome: 'unclear',
  error: new AppError('service-malformed', '402'),
  answer: { status: 402, text: '{}' },
}
const notSent: RegistrationOutcome = { outcome: 'not-sent', error: new AppError('offline', 'Gone') }

describe('a purchase without any answer asks the person in its time:', () => {
  it.each([
    ['a payment that is never mined', 'payment-dropped', 15, () => (world.behaviour.minedAt = () => null)],
    ['a payment whose nodes are silent', 'payment-dropped', 15, () => (world.behaviour.isNetworkUp = () => false)],
    ['5xx', 'registration-unanswered', 30, () => (world.behaviour.register = () => unclear('service-down', 503))],
    [
      'no answer',
      'registration-unanswered',
      30,
      () => (world.behaviour.register = () => unclear('service-timeout', null)),
    ],
    ['422, retry the spend', 'registration-unanswered', 30, () => (world.behaviour.register = () => retrySpend)],
    ['402', 'registration-unanswered', 30, () => (world.behaviour.register = () => paymentRequired)],
    ['no connection', 'registration-unanswered', 30, () => (world.behaviour.register = () => notSent)],
    ['pending forever', 'delivery-late', 360, () => (world.behaviour.status = () => 'PROCESSING')],
    ['an unknown status', 'delivery-late', 360, () => (world.behaviour.status = () => 'ON_HOLD')],
    ['failed without a refund', 'refund-missing', 1440, () => (world.behaviour.status = () => 'FAILED')],
    ['a payment that never becomes final', 'payment-not-final', 1440, () => (world.behaviour.isFinal = () => false)],
  ])('%s', async (_, reason, minutes, misbehave) => {
    misbehave()
    const id = world.buy()
    const [reasonShown, after] = await untilAttention(id, minutes + 60)
    expect(reasonShown).toBe(reason)
    expect(after).toBeGreaterThanOrEqual(minutes)
    expect(after).toBeLessThanOrEqual(minutes + 2)
  })

  it('in the time that its profile gives it', async () => {
    await world.close()
    world = openSimulation({ patienceMinutes: { mined: 3 } })
    world.behaviour.minedAt = () => null
    expect(await untilAttention(world.buy(), 30)).toEqual(['payment-dropped', 3])
  })

  it('if its profile is no longer known', async () => {
    const id = world.buy({ profileId: 'gone' })
    expect(await untilAttention(id, 60)).toEqual(['payment-dropped', 15])
  })

  it('next to one whose events are lost, which is asked about as well', async () => {
    // Nothing follows them, so that only the watch can ask.
    const [id, damaged] = [world.buy({ profileId: 'gone' }), world.buy({ profileId: 'gone' })]
    world.context.ledger.prepare('DELETE FROM purchase_events WHERE purchase_id = ?').run(damaged)
    expect(await untilAttention(id, 60)).toEqual(['payment-dropped', 15])
    expect(world.view(damaged).attention).not.toBeNull()
  })

  it('again once its time has passed after the person chose to keep waiting', async () => {
    world.behaviour.minedAt = () => null
    const id = world.buy()
    await untilAttention(id, 60)
    world.purchases.checkNow(id)
    expect(world.view(id).attention).toBeNull()
    expect(await untilAttention(id, 60)).toEqual(['payment-dropped', 15])
  })

  it('and stops once it moves', async () => {
    world.behaviour.register = () => unclear('service-down', 500)
    const id = world.buy()
    await untilAttention(id, 60)
    world.behaviour.register = () => 'accepted'
    await world.run(HOUR)
    expect(world.view(id)).toMatchObject({ attention: null, status: 'delivered', ended: true })
  })
})

describe('setting the clock', () => {
  it.each([
    ['back by a day', -24 * HOUR],
    ['forward by a year', 365 * 24 * HOUR],
  ])('%s while a purchase waits neither hides nor hurries the question', async (_, skew) => {
    world.behaviour.minedAt = () => null
    const id = world.buy()
    await world.run(5 * MINUTE)
    world.skew(skew)
    expect(await untilAttention(id, 60)).toEqual(['payment-dropped', 10])
  })

  it('back before a start delays the question by at most its time', async () => {
    world.behaviour.minedAt = () => null
    const id = world.buy({ createdAt: world.now() + 48 * HOUR })
    expect(await untilAttention(id, 60)).toEqual(['payment-dropped', 15])
  })
})

it('a start after days gives network and service a minute to report that all is well', async () => {
  world.behaviour.minedAt = () => SIM_START
  const id = world.buy({ createdAt: world.now() - 48 * HOUR })
  const seen = new Set<string | null>()
  await world.run(10 * MINUTE, () => void seen.add(world.view(id).attention))
  expect([...seen]).toEqual([null])
  expect(world.view(id).status).toBe('delivered')
})

it('a refused registration with another open question asks as soon as that is settled', async () => {
  const rejected: RegistrationOutcome = {
    outcome: 'rejected',
    status: 400,
    code: null,
    message: 'No',
    fields: {},
    error: new AppError('service-rejected', 'No'),
  }
  world.behaviour.register = () => rejected
  const id = world.buy()
  await untilAttention(id, 10)
  expect(world.view(id).registration.state).toBe('rejected')
  world.context.ledger.prepare("UPDATE purchases SET attention = 'other-payment-mined' WHERE id = ?").run(id)
  world.purchases.acknowledgeAttention(id, 'other-payment-mined')
  expect(await untilAttention(id, 5)).toEqual(['registration-rejected', expect.any(Number)])
})
