import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createSealer } from '../../db/seal.ts'
import { openTestSandbox, topup, type TestSandbox } from '../../../testing/purchases/context.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())

describe.concurrent('a purchase', () => {
  it('whose record cannot be unsealed waits, and is registered when it can', async () => {
    const till = await sandbox.till()
    const { sealer } = till.context
    const { id } = await till.buy('harbour', 'usdc')
    Object.assign(till.context, { sealer: createSealer(randomBytes(32)) })
    const waiting = await till.until(id, ({ waitingFor }) => waitingFor?.what === 'service')
    expect(waiting).toMatchObject({ status: 'on-its-way', reference: null, registration: { state: 'none' } })
    Object.assign(till.context, { sealer })
    till.purchases.nudge()
    expect(await till.untilSettled(id)).toMatchObject({ status: 'delivered', reference: '+12015550123' })
  })

  it('with a damaged record blocks no other', async () => {
    const till = await sandbox.till()
    const damaged = await till.buy('harbour', 'usdc')
    await till.until(damaged.id, ({ steps }) => steps[0] !== undefined && steps[0].state !== 'signed')
    till.ledger.prepare("UPDATE purchases SET terms = '{}' WHERE id = ?").run(damaged.id)
    // The person is asked what it was, and buys nothing before the answer.
    await vi.waitUntil(() => till.spending.attention().length > 0, { timeout: 10_000 })
    const [hash] = damaged.steps.map((step) => step.hash)
    expect(till.spending.attention()).toMatchObject([
      { about: 'foreign-payment', payment: { hash, token: 'USDC', amount: damaged.totalAmount } },
    ])
    const blocked = await till.quote('harbour', 'usdc')
    expect(blocked.problems).toMatchObject([{ problem: 'payment-unanswered', blocking: true }])
    till.spending.foreignPayments.acknowledge(hash ?? '')
    const offered = till.purchases.offered((await till.quote('harbour', 'usdc')).purchaseId)!
    expect(till.purchases.row(damaged.id)).toBeNull()
    expect(till.purchases.booked(damaged.id)).toBeNull()
    expect(till.purchases.isAlike(damaged.id, offered)).toBe(false)
    // It is on screen, and the network's news must reach the others.
    expect(() => till.purchases.networkChanged()).not.toThrow()
    const { id } = await till.buy('harbour', 'usdc')
    await till.delivered(id)
    till.kill()
    till.restart()
    // An answered question is not asked again.
    expect(till.spending.attention()).toEqual([])
    const { id: later } = await till.buy('meadow', 'dai')
    await till.delivered(later)
    till.state.registrationsHeld = true
    const unregistered = await till.buy('harbour', 'usdc')
    till.ledger.prepare("UPDATE purchases SET terms = '{}' WHERE id = ?").run(unregistered.id)
    till.kill()
    till.restart()
    // After a start the question comes before anything can be bought.
    expect(till.spending.attention()).toMatchObject([{ about: 'foreign-payment' }])
  })

  it('that the disk cannot store is not paid, and stops paying', async () => {
    const till = await sandbox.till()
    // Longer than any database page has room for.
    const choice = till.choice('harbour', 'usdc', topup, '1'.repeat(20_000))
    const offer = await till.purchases.quote(till.service, choice, null)
    // Leaves no free page inside the file either.
    till.ledger.exec('VACUUM')
    till.ledger.pragma(`max_page_count = ${till.ledger.pragma('page_count', { simple: true })}`)
    await expect(till.confirm(offer)).rejects.toMatchObject({ code: 'SQLITE_FULL' })
    expect(till.state.diskErrors).toHaveLength(1)
    till.ledger.pragma('max_page_count = 100000')
    expect(till.purchases.list({ status: null, offset: 0, limit: 9 }).total).toBe(0)
    expect((await sandbox.witness(till.address)).payments).toEqual([])
  })
})
