import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import { noLimits, type Limits } from '../../../shared/limits/views.ts'
import {
  openTestSandbox,
  otherTopup,
  topup,
  type TestSandbox,
  type TestTill,
} from '../../../testing/purchases/context.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())

const limit = (till: TestTill, limits: Partial<Limits>): void => void (till.state.limits = { ...noLimits, ...limits })
const DAY_MS = 24 * 60 * 60_000
const MINUTE_MS = 60_000
/** Advances the time of the machine and of its networks. */
function pass(till: TestTill, ms: number): void {
  till.clock.skewMs += ms
  till.tamper.blockTime = async () => Date.now() + till.clock.skewMs
}
/** The cost of a five dollar top-up in coins, with the fee. */
const five = async (till: TestTill): Promise<string> => (await till.quote('harbour', 'usdc')).totalAmount
const problems = async (till: TestTill, sku = topup): Promise<unknown[]> =>
  (await till.quote('harbour', 'usdc', sku)).problems

describe('a spending limit', () => {
  it('for one purchase blocks a higher total, in the offer and again at confirmation', async () => {
    const till = await sandbox.till()
    const price = '6'
    limit(till, { perPurchase: price })
    expect(await problems(till)).toEqual([])
    expect(await problems(till, otherTopup)).toEqual([{ problem: 'limit-purchase', blocking: true, detail: price }])
    const offer = await till.quote('harbour', 'usdc')
    limit(till, { perPurchase: '5' })
    await expect(till.confirm(offer)).rejects.toMatchObject({
      code: 'limit-reached',
      details: { limit: 'purchase', left: '5' },
    })
    expect((await sandbox.witness(till.address)).payments).toEqual([])
  })

  it('for a day counts what was paid within 24 hours on any network', async () => {
    const till = await sandbox.till()
    const price = Number(await five(till))
    limit(till, { perDay: String(price * 2 + 1) })
    await till.buy('harbour', 'usdc')
    await till.buy('meadow', 'usdt')
    expect(await problems(till)).toMatchObject([{ problem: 'limit-day', blocking: true }])
    pass(till, DAY_MS + MINUTE_MS)
    expect(await problems(till)).toEqual([])
  })

  it('for a day is not reset by changing the clock, forward or back, nor by a network’s own time', async () => {
    const till = await sandbox.till()
    limit(till, { perDay: '6' })
    await till.buy('harbour', 'usdc')
    const isHeld = async (): Promise<void> => expect(await problems(till)).toMatchObject([{ problem: 'limit-day' }])
    for (const skew of [DAY_MS + MINUTE_MS, 300 * DAY_MS, -DAY_MS, -300 * DAY_MS]) {
      till.clock.skewMs = skew
      await isHeld()
      till.clock.skewMs = 0
      till.tamper.blockTime = async () => Date.now() + skew
      await isHeld()
      delete till.tamper.blockTime
    }
    till.clock.skewMs = DAY_MS + MINUTE_MS
    till.kill()
    till.restart()
    await isHeld()
  })

  it('for a day counts payments made while the clock or the network’s time was set back, once it is right again', async () => {
    for (const setBack of [
      (till: TestTill) => void (till.clock.skewMs = -3 * DAY_MS),
      (till: TestTill) => void (till.tamper.blockTime = async () => Date.now() - 3 * DAY_MS),
    ]) {
      const till = await sandbox.till()
      limit(till, { perDay: '6' })
      setBack(till)
      await till.buy('harbour', 'usdc')
      till.clock.skewMs = 0
      delete till.tamper.blockTime
      expect(await problems(till)).toMatchObject([{ problem: 'limit-day' }])
      pass(till, DAY_MS + MINUTE_MS)
      expect(await problems(till)).toEqual([])
    }
  })

  it('blocks every payment while no node tells the time', async () => {
    const till = await sandbox.till()
    till.tamper.blockTime = () => Promise.reject(new AppError('network-unreachable', 'Nobody there'))
    expect(await problems(till)).toEqual([])
    limit(till, { perDay: '100' })
    expect(await problems(till)).toMatchObject([{ problem: 'balance-unknown', blocking: true }])
  })

  it('for a recipient counts everything they got, however their number is spaced', async () => {
    const till = await sandbox.till()
    limit(till, { perRecipient: '6' })
    await till.buy('harbour', 'usdc')
    expect(await problems(till)).toMatchObject([{ problem: 'limit-recipient' }])
    const other = till.choice('harbour', 'usdc', topup, '+12015550177')
    expect((await till.purchases.quote(till.service, other, null)).problems).toEqual([])
  })

  it('holds if two payments on two networks are confirmed at the same time', async () => {
    const till = await sandbox.till()
    const price = Number(await five(till))
    limit(till, { perDay: String(price * 1.5) })
    const offers = [await till.quote('harbour', 'usdc'), await till.quote('meadow', 'usdt')]
    const outcomes = await Promise.allSettled(offers.map((offer) => till.confirm(offer)))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'limit-reached', details: { limit: 'day' } },
    })
    expect(till.purchases.list({ status: null, offset: 0, limit: 10 }).total).toBe(1)
  })
})

describe('an offer', () => {
  it('is not paid once another account is in use', async () => {
    const till = await sandbox.till()
    const offer = await till.quote('harbour', 'usdc')
    const { wallet } = till.context
    Object.assign(till.context, { wallet: { ...wallet, address: () => `0x${'7'.repeat(40)}` } })
    await expect(till.confirm(offer)).rejects.toMatchObject({ code: 'quote-expired' })
  })
})
