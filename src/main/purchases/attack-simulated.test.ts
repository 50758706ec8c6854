import type { Hash } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { updateStep } from '../engine/step-repository.ts'
import type { RegistrationOutcome } from '../service/register-spend.ts'
import { payStep } from './purchase-record.ts'
import { applyEvent, readPurchase } from './purchase-repository.ts'
import { openSimulation, unclear, type Simulation } from './test-simulation.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let world: Simulation
beforeEach(() => void (world = openSimulation()))
afterEach(() => world.close())

const refused: RegistrationOutcome = {
  ...{ outcome: 'rejected', status: 400, code: null, message: 'No', fields: {} },
  error: new AppError('service-rejected', 'No'),
}

describe('a queue of registrations', () => {
  it('goes on after the payment of the one whose turn it is was taken back and superseded', async () => {
    world.behaviour.isFinal = () => false
    let isDown = true
    world.behaviour.register = () => (isDown ? unclear('service-down', 503) : 'accepted')
    world.behaviour.list = (_, truth) => {
      if (isDown) throw new AppError('service-down', 'Not now')
      return truth
    }
    const ids = [world.buy(), world.buy(), world.buy()]
    await world.run(MINUTE)
    expect(ids.map((id) => world.view(id).registration.state)).toEqual(['prepared', 'prepared', 'prepared'])
    // What the runner commits where a reorganization takes the payment back and another wallet uses its nonce, at finality.
    const [first = '', ...others] = ids
    const lost = payStep(readPurchase(world.context.ledger, first)!).minedHash
    const minedAt = world.behaviour.minedAt
    world.behaviour.minedAt = (hash) => (hash === lost ? null : minedAt(hash))
    for (const type of ['reorged', 'superseded'] as const) {
      const record = readPurchase(world.context.ledger, first)
      if (record === null) throw new Error('None')
      const state = type === 'reorged' ? 'signed' : type
      const gone = { state, minedHash: null, blockNumber: null, blockHash: null, feeUnits: null } as const
      const write = (): void => updateStep(world.context.ledger, first, payStep(record), gone)
      expect(applyEvent(world.context.ledger, first, { type }, world.now(), { write })).not.toBeNull()
    }
    await world.run(10 * MINUTE)
    isDown = false
    await world.run(6 * HOUR)
    expect(others.map((id) => world.view(id).registration.state)).toEqual(['registered', 'registered'])
  })
})

describe('a queue of registrations whose first one the person looks up', () => {
  it.each([0, 1, 2])('goes on for the others once that one is found delivered (%i)', async (which) => {
    let isDown = true
    world.behaviour.register = () => (isDown ? unclear('service-down', 503) : 'accepted')
    world.behaviour.list = (_, truth) => {
      if (isDown) throw new AppError('service-down', 'Not now')
      return truth
    }
    const ids = [world.buy(), world.buy(), world.buy()]
    await world.run(3 * HOUR)
    const looked = ids[which] ?? ''
    const others = ids.filter((id) => id !== looked)
    expect(world.view(looked)).toMatchObject({ attention: 'registration-unanswered' })
    // The service had taken that one before it went down, and is back.
    const { minedHash } = payStep(readPurchase(world.context.ledger, looked)!)
    world.spends.push({ id: 'spend-1', hash: minedHash as Hash, body: '', at: world.now() })
    isDown = false
    const correcting = world.purchases.correctRegistration(looked, { reference: '+1', fields: [] })
    await world.run(1)
    await correcting
    await world.run(6 * HOUR)
    expect(world.view(looked)).toMatchObject({ status: 'delivered', ended: true })
    expect(others.map((id) => world.view(id).registration.state)).toEqual(['registered', 'registered'])
  })
})

describe('a clock that is set back', () => {
  it('does not make a corrected registration send the details of before', async () => {
    let isRefused = true
    world.behaviour.register = () => (isRefused ? refused : 'accepted')
    const id = world.buy()
    await world.run(20 * MINUTE)
    expect(world.view(id)).toMatchObject({ attention: 'registration-rejected' })
    world.skew(-HOUR)
    isRefused = false
    const before = world.sent.length
    const correcting = world.purchases.correctRegistration(id, { reference: '+12015550199', fields: [] })
    await world.run(20 * MINUTE)
    await correcting
    expect(world.view(id)).toMatchObject({ status: 'delivered', reference: '+12015550199' })
    const [next] = world.sent.slice(before)
    expect(JSON.parse(next?.body ?? '{}')).toMatchObject({ reference: '+12015550199' })
  })
})
