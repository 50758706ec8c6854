import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import { listed, openSimulation, unclear, type Simulation } from '../../../testing/purchases/simulation.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let world: Simulation
beforeEach(() => void (world = openSimulation()))
afterEach(() => world.close())

/** Loses the first registration; accepts every later one. */
function loseTheFirst(): void {
  world.behaviour.register = () => (world.sent.length === 1 ? unclear('service-timeout', null) : 'accepted')
}

/** Limits the service to a number of pages per hour; it refuses others with the time of the next one. */
function limitPages(anHour: number): number[] {
  const served: number[] = []
  world.behaviour.list = (_, truth) => {
    const recent = served.filter((at) => at > world.now() - HOUR)
    if (recent.length >= anHour) {
      const until = (recent[recent.length - anHour] ?? 0) + HOUR
      throw new AppError('service-budget-spent', 'No more this hour', { details: { until } })
    }
    served.push(world.now())
    return truth
  }
  return served
}

function spendElsewhere(count: number): void {
  for (let number = 0; number < count; number++) {
    const hash = `0x${(number + 1).toString(16).padStart(64, '0')}` as const
    world.spends.push({ id: `elsewhere-${number}`, hash, body: '', at: 0 })
  }
}

describe('a list longer than an hour’s requests', () => {
  it('is read to its end, twice, before the registration is sent again', async () => {
    spendElsewhere(10_000)
    const served = limitPages(85)
    loseTheFirst()
    const id = world.buy()
    await world.run(4 * HOUR)
    expect(world.view(id)).toMatchObject({ status: 'delivered', registration: { state: 'registered' } })
    expect(world.sent).toHaveLength(2)
    const before = served.filter((at) => at <= (world.sent[1]?.at ?? 0))
    expect(before).toHaveLength(200)
  })

  it('is read no further once it contains the payment', async () => {
    spendElsewhere(10_000)
    const served = limitPages(85)
    loseTheFirst()
    const id = world.buy()
    await world.run(MINUTE)
    const [lost] = world.sent
    if (!lost) throw new Error('Nothing was sent')
    expect(served.length).toBe(85)
    world.spends.unshift({ id: 'late', hash: lost.hash, body: lost.body, at: lost.at })
    await world.run(90 * MINUTE)
    expect(world.view(id).registration.state).toBe('registered')
    expect(world.sent).toHaveLength(1)
  })
})

describe('a row that cannot be read', () => {
  it.each([
    ['at all', (): void => void (world.behaviour.list = (_, truth) => ({ ...truth, skipped: 1, totalItems: 1 }))],
    [
      'for its payment, of the same product,',
      (): void =>
        void (world.behaviour.list = (_, truth) => ({ ...truth, transactions: [listed(1, '')], totalItems: 1 })),
    ],
  ])('%s prevents sending the registration again, and the person is asked at once', async (_, spoil) => {
    spoil()
    loseTheFirst()
    const id = world.buy()
    await world.run(5 * MINUTE)
    expect(world.view(id)).toMatchObject({ attention: 'registration-unanswered', registration: { unclear: true } })
    const requestCount = world.requestCount()
    await world.run(24 * HOUR)
    expect(world.sent).toHaveLength(1)
    expect(world.requestCount() - requestCount).toBeLessThanOrEqual(49)
    world.behaviour.list = (_page, truth) => truth
    await world.run(2 * HOUR)
    expect(world.view(id)).toMatchObject({ attention: null, status: 'delivered' })
  })

  it('for its payment, of another product, is not it', async () => {
    const other = { ...listed(1, ''), productSku: 'other_US_9-I' }
    world.behaviour.list = (_, truth) => ({ ...truth, transactions: [...truth.transactions, other], totalItems: 1 })
    loseTheFirst()
    const id = world.buy()
    await world.run(5 * MINUTE)
    expect(world.sent).toHaveLength(2)
    expect(world.view(id).attention).toBeNull()
  })

  it('does not count as two complete lists for a correction either', async () => {
    world.behaviour.register = () => unclear('service-down', 500)
    const id = world.buy()
    await world.run(35 * MINUTE)
    world.behaviour.list = (_, truth) => ({ ...truth, skipped: 1, totalItems: 1 })
    await expect(world.purchases.correctRegistration(id, { reference: '+2', fields: [] })).rejects.toMatchObject({
      code: 'service-malformed',
    })
  })
})
