import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Limits } from '../../shared/limit-views.ts'
import { writeLimits } from '../settings/limits-repository.ts'
import { openTown, otherTopup, topup, type TestHouse, type TestTill } from './test-context.ts'

let town: TestHouse
beforeAll(async () => {
  town = await openTown()
})
afterAll(() => town?.stop())

const none: Limits = { perPurchase: null, perDay: null, perRecipient: null }
const limit = (till: TestTill, limits: Partial<Limits>): void => writeLimits(till.ledger, { ...none, ...limits })
/** What a top-up of five dollars costs in coins, fee included. */
const five = async (till: TestTill): Promise<string> => (await till.quote('harbour', 'usdc')).totalAmount
const problems = async (till: TestTill, sku = topup): Promise<unknown[]> =>
  (await till.quote('harbour', 'usdc', sku)).problems

describe('a spending limit', () => {
  it('for one purchase stops what costs more, in the offer and again when it is confirmed', async () => {
    const till = await town.till()
    const price = '6'
    limit(till, { perPurchase: price })
    expect(await problems(till)).toEqual([])
    expect(await problems(till, otherTopup)).toEqual([{ problem: 'limit-purchase', blocking: true, detail: price }])
    const offer = await till.quote('harbour', 'usdc')
    limit(till, { perPurchase: '5' })
    await expect(till.confirm(offer)).rejects.toMatchObject({
      ...{ code: 'limit-reached', details: { limit: 'purchase', left: '5' } },
    })
    expect((await town.witness(till.address)).payments).toEqual([])
  })

  it('for a day counts what was paid within 24 hours on any network, and more room is not made by a clock set back', async () => {
    const till = await town.till()
    const price = Number(await five(till))
    limit(till, { perDay: String(price * 2 + 1) })
    await till.buy('harbour', 'usdc')
    await till.buy('meadow', 'usdt')
    expect(await problems(till)).toMatchObject([{ problem: 'limit-day', blocking: true }])
    till.clock.skewMs = 24 * 60 * 60_000 + 60_000
    expect(await problems(till)).toEqual([])
    till.clock.skewMs = -24 * 60 * 60_000
    expect(await problems(till)).toMatchObject([{ problem: 'limit-day' }])
  })

  it('for a recipient counts what they got, however their number is spaced', async () => {
    const till = await town.till()
    limit(till, { perRecipient: '6' })
    await till.buy('harbour', 'usdc')
    expect(await problems(till)).toMatchObject([{ problem: 'limit-recipient' }])
    const other = till.choice('harbour', 'usdc', topup, '+12015550177')
    expect((await till.purchases.quote(till.service, other, null)).problems).toEqual([])
  })

  it('holds where two payments on two networks are confirmed at the same moment', async () => {
    const till = await town.till()
    const price = Number(await five(till))
    limit(till, { perDay: String(price * 1.5) })
    const offers = [await till.quote('harbour', 'usdc'), await till.quote('meadow', 'usdt')]
    const outcomes = await Promise.allSettled(offers.map((offer) => till.confirm(offer)))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'limit-reached', details: { limit: 'day' } },
    })
    expect(till.purchases.list({ text: '', status: null, offset: 0, limit: 10 }).total).toBe(1)
  })
})

describe('an offer', () => {
  it('is not paid once another account is in use', async () => {
    const till = await town.till()
    const offer = await till.quote('harbour', 'usdc')
    const { wallet } = till.context
    Object.assign(till.context, { wallet: { ...wallet, address: () => `0x${'7'.repeat(40)}` } })
    await expect(till.confirm(offer)).rejects.toMatchObject({ code: 'quote-expired' })
  })
})
