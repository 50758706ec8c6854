import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import type { ProfileInput } from '../../shared/services/profile.ts'
import { openTestSandbox, type TestSandbox, type TestTill } from '../../testing/purchases/context.ts'
import { newAddress, openTestTransfers, type TestTransfers } from '../../testing/transfers/open-test-transfers.ts'
import { soon } from '../../testing/soon.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())

const MINUTE = 60_000

async function setUp(
  patience: ProfileInput['patienceMinutes'] = {},
): Promise<{ till: TestTill; fixture: TestTransfers }> {
  const till = await sandbox.till({ profile: { patienceMinutes: { mined: 60, ...patience } } })
  return { till, fixture: openTestTransfers(sandbox, till) }
}

/** Advances the monotonic clock by `minutes`, and polls. */
function pass({ till, fixture }: { till: TestTill; fixture: TestTransfers }, minutes: number): void {
  till.clock.monotonicSkewMs += minutes * MINUTE
  fixture.transfers.nudge()
}

describe('coins that no block includes', () => {
  it('need the user after the profile’s patience if no node shows what used their nonce', async () => {
    const { till, fixture } = await setUp()
    till.tamper.send = async () => null
    till.tamper.receipt = async () => null
    till.tamper.nonceUse = async () => null
    const nonces = vi.fn(async () => ({ mined: 1, minedSomewhere: 1, isContested: false, pending: 1 }))
    till.tamper.nonces = nonces
    const { id } = await fixture.send(newAddress())
    const early = await fixture.until(id, ({ waitingFor }) => waitingFor?.what === 'proof')
    expect(early).toMatchObject({ state: 'signed', isOverdue: false, feeActions: [] })
    pass({ till, fixture }, 30)
    const reads = nonces.mock.calls.length
    // A later poll starts once this one's result was noted. A chain without a block for half an hour counts as a slow one.
    await vi.waitUntil(
      () => {
        pass({ till, fixture }, 0.1)
        return nonces.mock.calls.length > reads + 3
      },
      { timeout: 10_000 },
    )
    expect(fixture.transfers.get(id).isOverdue).toBe(false)
    expect(fixture.transfers.attention()).toEqual([])
    pass({ till, fixture }, 30)
    const overdue = await fixture.until(id, ({ isOverdue }) => isOverdue)
    expect(overdue).toMatchObject({ state: 'signed', waitingFor: { what: 'proof' }, feeActions: [] })
    await vi.waitUntil(() => fixture.emitted().at(-1)?.isOverdue, soon)
    expect(fixture.transfers.attention()).toMatchObject([{ about: 'transfer', transfer: { id } }])
    delete till.tamper.receipt
    delete till.tamper.nonceUse
    delete till.tamper.nonces
    delete till.tamper.send
    const done = await fixture.until(id, ({ state }) => {
      if (state !== 'final') pass({ till, fixture }, 1)
      return state === 'final'
    })
    expect(done).toMatchObject({ isOverdue: false, waitingFor: null })
    expect(fixture.transfers.attention()).toEqual([])
  })

  it('report at once why nodes refuse them, until one accepts them', async () => {
    const { till, fixture } = await setUp()
    till.tamper.send = async () => 'fee-too-low'
    const { id } = await fixture.send(newAddress())
    const refused = await fixture.until(id, ({ waitingFor }) => waitingFor?.refusal === 'fee-too-low')
    expect(refused).toMatchObject({ isOverdue: false, feeActions: ['speed-up', 'cancel'] })
    await vi.waitUntil(() => fixture.emitted().at(-1)?.waitingFor?.refusal === 'fee-too-low', soon)
    delete till.tamper.send
    expect(await fixture.until(id, ({ state }) => state === 'final')).toMatchObject({ waitingFor: null })
  })

  it('need the user even if the network does not answer, and after a restart not within a minute', async () => {
    const { till, fixture } = await setUp()
    const silent = (): Promise<never> => Promise.reject(new AppError('network-unreachable', 'Silent'))
    till.tamper.send = silent
    const { id } = await fixture.send(newAddress())
    till.kill()
    till.tamper.instance = silent
    till.clock.skewMs = 75 * MINUTE
    till.restart()
    const risen = openTestTransfers(sandbox, till)
    risen.transfers.nudge()
    const early = await risen.until(id, ({ waitingFor }) => waitingFor?.what === 'connection')
    expect(early.isOverdue).toBe(false)
    pass({ till, fixture: risen }, 1)
    expect(await risen.until(id, ({ isOverdue }) => isOverdue)).toMatchObject({ waitingFor: { what: 'connection' } })
  })
})

it('coins in a block that never becomes final need the user after the same patience', async () => {
  const { till, fixture } = await setUp({ final: 90 })
  const blockStatus = vi.fn(async () => ({ state: 'open', isBacked: true }) as const)
  till.tamper.blockStatus = blockStatus
  const { id } = await fixture.send(newAddress())
  await fixture.until(id, ({ state }) => state === 'confirmed')
  pass({ till, fixture }, 80)
  const reads = blockStatus.mock.calls.length
  // A later poll starts once this one's result was noted.
  await vi.waitUntil(
    () => {
      pass({ till, fixture }, 0.1)
      return blockStatus.mock.calls.length > reads + 2
    },
    { timeout: 20_000 },
  )
  expect(fixture.transfers.attention()).toEqual([])
  pass({ till, fixture }, 15)
  expect(await fixture.until(id, ({ isOverdue }) => isOverdue)).toMatchObject({
    state: 'confirmed',
    waitingFor: null,
    feeActions: [],
    explorerUrl: expect.stringContaining('0x'),
  })
  expect(fixture.transfers.attention()).toMatchObject([{ about: 'transfer', transfer: { id } }])
  await vi.waitUntil(() => fixture.emitted().at(-1)?.isOverdue, soon)
  delete till.tamper.blockStatus
  await fixture.until(id, ({ state }) => {
    if (state !== 'final') pass({ till, fixture }, 1)
    return state === 'final'
  })
  expect(fixture.transfers.get(id).isOverdue).toBe(false)
  expect(fixture.transfers.attention()).toEqual([])
})
