import type { Hash } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import { updateStep } from '../../engine/steps/step-repository.ts'
import { payStep, type PurchaseRecord } from '../purchase-record.ts'
import { applyEvent, readPurchase } from '../purchase-repository.ts'
import { openSimulation, unclear, type Simulation } from '../../../testing/purchases/simulation.ts'
import { unseen } from '../../../testing/engine/signed-step.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let world: Simulation
beforeEach(() => void (world = openSimulation()))
afterEach(() => world.close())

function record(id: string): PurchaseRecord {
  const found = readPurchase(world.context.ledger, id)
  if (found === null) throw new Error('None')
  return found
}

/** Buys three times from a service that is down; returns the purchases, and a function that brings the service back. */
function buyFromOneThatIsDown(): { ids: [string, string, string]; comeBack: () => void } {
  let isDown = true
  world.behaviour.register = () => (isDown ? unclear('service-down', 503) : 'accepted')
  world.behaviour.list = (_, truth) => {
    if (isDown) throw new AppError('service-down', 'Not now')
    return truth
  }
  return { ids: [world.buy(), world.buy(), world.buy()], comeBack: () => void (isDown = false) }
}

describe('purchases that wait for their service', () => {
  it('are registered after the one whose turn it is lost its payment to another wallet', async () => {
    const { ids, comeBack } = buyFromOneThatIsDown()
    world.behaviour.isFinal = () => false
    await world.run(MINUTE)
    expect(ids.map((id) => world.view(id).registration.state)).toEqual(['prepared', 'prepared', 'prepared'])
    const [first, ...others] = ids
    const lost = payStep(record(first)).minedHash
    const { minedAt } = world.behaviour
    world.behaviour.minedAt = (hash) => (hash === lost ? null : minedAt(hash))
    // What the runner commits if a reorganization drops the payment and another wallet uses its nonce, at finality.
    for (const type of ['reorged', 'superseded'] as const) {
      const state = type === 'reorged' ? 'signed' : type
      const step = payStep(record(first))
      const write = (): void => updateStep(world.context.ledger, first, step, { ...unseen, state })
      expect(applyEvent(world.context.ledger, first, { type }, world.now(), { write })).not.toBeNull()
    }
    await world.run(10 * MINUTE)
    comeBack()
    await world.run(6 * HOUR)
    expect(others.map((id) => world.view(id).registration.state)).toEqual(['registered', 'registered'])
  })

  it.each([0, 1, 2])('are registered after the person checked one that was delivered (number %i)', async (which) => {
    const { ids, comeBack } = buyFromOneThatIsDown()
    await world.run(3 * HOUR)
    const checked = ids[which] ?? ''
    const others = ids.filter((id) => id !== checked)
    expect(world.view(checked)).toMatchObject({ attention: 'registration-unanswered' })
    // The service had accepted that one before it went down.
    world.spends.push({ id: 'spend-1', hash: payStep(record(checked)).minedHash as Hash, body: '', at: world.now() })
    comeBack()
    const correcting = world.purchases.correctRegistration(checked, { reference: '+1', fields: [] })
    await world.run(1)
    await correcting
    await world.run(6 * HOUR)
    expect(world.view(checked)).toMatchObject({ status: 'delivered', ended: true })
    expect(others.map((id) => world.view(id).registration.state)).toEqual(['registered', 'registered'])
  })
})
