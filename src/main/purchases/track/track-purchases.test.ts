import { afterEach, beforeEach, expect, it } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import { openSimulation, type Simulation } from '../../../testing/purchases/simulation.ts'

const MINUTE = 60_000

let world: Simulation
beforeEach(() => void (world = openSimulation()))
afterEach(() => world.close())

/** Buys that many times; returns the purchases once the service has all of them, and has delivered none. */
async function registered(count: number): Promise<string[]> {
  world.behaviour.status = () => 'PENDING'
  const ids = Array.from({ length: count }, () => world.buy())
  await world.run(30 * MINUTE)
  expect(world.spends).toHaveLength(count)
  return ids
}

/** Delivers everything; returns how many of `ids` are delivered after `minutes`, and how many requests that took. */
async function deliver(ids: readonly string[], minutes: number): Promise<{ delivered: number; requests: number }> {
  const before = world.requestCount()
  world.behaviour.status = () => 'SUCCESS'
  await world.run(minutes * MINUTE)
  const delivered = ids.filter((id) => world.view(id).status === 'delivered').length
  return { delivered, requests: world.requestCount() - before }
}

it('hundreds that are delivered together are read by the page', async () => {
  const ids = await registered(350)
  const { delivered, requests } = await deliver(ids, 20)
  expect(delivered).toBe(ids.length)
  expect(requests).toBeLessThanOrEqual(5)
})

it('a few behind many payments made elsewhere are read one by one', async () => {
  const ids = await registered(3)
  for (let number = 0; number < 2_000; number++) {
    const hash = `0x${(number + 1).toString(16).padStart(64, '0')}` as const
    world.spends.push({ id: `elsewhere-${number}`, hash, body: '', at: world.now() })
  }
  const { delivered, requests } = await deliver(ids, 20)
  expect(delivered).toBe(ids.length)
  expect(requests).toBeLessThanOrEqual(5)
})

it('a service that is down is asked less and less often, and delivers once it is back', async () => {
  const ids = await registered(3)
  const { list } = world.behaviour
  world.behaviour.list = () => {
    throw new AppError('service-down', 'Not now')
  }
  const { delivered, requests } = await deliver(ids, 60)
  expect([delivered, requests < 25]).toEqual([0, true])
  world.behaviour.list = list
  expect((await deliver(ids, 20)).delivered).toBe(ids.length)
})
