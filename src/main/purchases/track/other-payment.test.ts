import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSimulation, type Simulation } from '../../../testing/purchases/simulation.ts'

const MINUTE = 60_000

let world: Simulation
beforeEach(() => void (world = openSimulation()))
afterEach(() => world.close())

const registeredHash = (id: string): unknown =>
  world.context.ledger.prepare('SELECT payment_hash FROM registrations WHERE purchase_id = ?').pluck().get(id)

function register(id: string, hash: unknown): void {
  world.context.ledger.prepare('UPDATE registrations SET payment_hash = ? WHERE purchase_id = ?').run(hash, id)
}

/** A purchase whose block, not yet final, holds another of its transactions than the registered one; returns that one's hash. */
async function minedOtherwise(): Promise<{ id: string; mined: unknown }> {
  world.behaviour.isFinal = () => false
  world.behaviour.status = () => 'PENDING'
  const id = world.buy()
  await world.run(MINUTE)
  expect(world.view(id)).toMatchObject({ attention: null, registration: { state: 'registered' } })
  const mined = registeredHash(id)
  register(id, `0x${'f'.repeat(64)}`)
  await world.run(10 * MINUTE)
  expect(world.view(id).attention).toBe('other-payment-mined')
  return { id, mined }
}

it('another payment than the registered one asks the person once', async () => {
  const { id } = await minedOtherwise()
  world.purchases.acknowledgeAttention(id, 'other-payment-mined')
  await world.run(30 * MINUTE)
  expect(world.view(id).attention).toBeNull()
})

it('the question about another payment ends once the registered one is mined', async () => {
  const { id, mined } = await minedOtherwise()
  register(id, mined)
  await world.run(10 * MINUTE)
  expect(world.view(id).attention).toBeNull()
})
