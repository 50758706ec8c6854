import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import type { RegistrationOutcome } from '../../service/operations/register-spend.ts'
import { payStep } from '../purchase-record.ts'
import { readPurchase } from '../purchase-repository.ts'
import { openTestSandbox, type TestSandbox } from '../../../testing/purchases/context.ts'
import { openSimulation, type Simulation } from '../../../testing/purchases/simulation.ts'
import { pendingOf } from '../../../testing/purchases/sandbox-controls.ts'
import { soon } from '../../../testing/soon.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe('a clock that is set back', () => {
  let world: Simulation
  beforeEach(() => void (world = openSimulation()))
  afterEach(() => world.close())

  const refused: RegistrationOutcome = {
    outcome: 'rejected',
    status: 400,
    code: null,
    message: 'No',
    fields: {},
    error: new AppError('service-rejected', 'No'),
  }

  it('does not make a corrected registration send the old details', async () => {
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

describe('a clock that is set back while a payment waits', () => {
  let sandbox: TestSandbox
  beforeAll(async () => {
    sandbox = await openTestSandbox()
  })
  afterAll(() => sandbox?.stop())

  it('does not prevent sending a cancel', async () => {
    const till = await sandbox.till()
    await sandbox.control('chains/harbour', { action: 'pause-mining' })
    const { id } = await till.buy('harbour', 'usdc')
    await vi.waitUntil(async () => (await pendingOf(sandbox, till)) > 0, soon)
    till.clock.skewMs = -HOUR
    const offer = await till.purchases.offerFee(id, 'cancel')
    await till.purchases.confirmFee(id, offer.offerKey, false)
    const record = readPurchase(till.ledger, id)
    const cancel = record && payStep(record).signed.find(({ purpose }) => purpose === 'cancel')
    const hash = cancel?.hash ?? '0x'
    const found = vi.waitUntil(
      () =>
        sandbox
          .rpc('harbour')
          .getTransaction({ hash })
          .catch(() => null),
      { timeout: 15_000 },
    )
    expect(await found).toMatchObject({ hash })
  })
})
