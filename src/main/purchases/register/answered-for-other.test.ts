import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { RegistrationOutcome } from '../../service/operations/register-spend.ts'
import { openSimulation, type Simulation } from '../../../testing/purchases/simulation.ts'

const MINUTE = 60_000

let world: Simulation
beforeEach(() => void (world = openSimulation()))
afterEach(() => world.close())

/** A service that takes a second purchase for the first, which it delivered, and answers with the first one's record. */
async function buyTwice(): Promise<string> {
  const first = world.buy()
  await world.run(MINUTE)
  expect(world.view(first)).toMatchObject({ registration: { state: 'registered' } })
  const transaction = await world.client.getTransaction('', 'spend-1')
  if (transaction === null) throw new Error('The first was not registered')
  const answer: RegistrationOutcome = { outcome: 'registered', transaction, answer: { status: 201, text: '{}' } }
  world.behaviour.register = () => answer
  return world.buy()
}

it('a registration that is answered with another purchase’s record does not count, and the person is asked', async () => {
  const id = await buyTwice()
  await world.run(5 * MINUTE)
  expect(world.view(id)).toMatchObject({ status: 'on-its-way', registration: { state: 'prepared', unclear: true } })
  await world.run(30 * MINUTE)
  expect(world.view(id)).toMatchObject({ attention: 'registration-unanswered' })
})

it('it does not count either while that other purchase is not delivered', async () => {
  world.behaviour.status = () => 'PENDING'
  const id = await buyTwice()
  await world.run(5 * MINUTE)
  expect(world.view(id)).toMatchObject({ status: 'on-its-way', registration: { state: 'prepared', unclear: true } })
})

it('a registration whose payment the list shows after all counts', async () => {
  const id = await buyTwice()
  await world.run(1_000)
  const [sending] = world.sent.slice(-1)
  if (sending) world.spends.push({ id: 'spend-2', hash: sending.hash, body: sending.body, at: sending.at })
  await world.run(5 * MINUTE)
  expect(world.view(id)).toMatchObject({ attention: null, registration: { state: 'registered' } })
})

it('a record of another purchase delivers none that asked for its own', async () => {
  world.behaviour.status = ({ id }) => (id === 'spend-1' ? 'SUCCESS' : 'PENDING')
  world.buy()
  await world.run(MINUTE)
  const delivered = await world.client.getTransaction('', 'spend-1')
  expect(delivered?.status).toBe('SUCCESS')
  vi.spyOn(world.client, 'getTransaction').mockResolvedValue(delivered)
  const id = world.buy()
  await world.run(30 * MINUTE)
  expect(world.view(id)).toMatchObject({
    status: 'on-its-way',
    registration: { transactionId: 'spend-2', state: 'registered' },
  })
})
