import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import { payStep } from '../purchase-record.ts'
import { readOpenRefunds } from './refund-repository.ts'
import { from as own } from '../../../testing/purchases/ledger.ts'
import {
  cashier,
  openTestRefunds,
  PAID_IN,
  passer,
  payee,
  router,
  stranger,
  units,
  type TestRefunds,
} from '../../../testing/purchases/refunds.ts'

let town: TestRefunds
beforeEach(() => {
  town = openTestRefunds()
})
afterEach(() => town.dispose())

describe('a transfer that counts as the refund without a question', () => {
  it('counts for each of two purchases where one transaction pays both back', async () => {
    const [first, second, third] = [town.failed(), town.failed(), town.failed()]
    const hash = town.sent(payee, 8n, { logIndex: 4 })
    town.sent(payee, 8n, { hash, logIndex: 7 })
    expect((await town.look(first)).refunds[0]).toMatchObject({ hash, place: 0 })
    expect((await town.look(second)).refunds[0]).toMatchObject({ hash, place: 1 })
    expect((await town.look(third)).refunds).toEqual([])
  })

  it('counts once though its block was replaced, with other logs before it', async () => {
    const [first, second] = [town.failed(), town.failed()]
    const hash = town.sent(payee, 8n, { logIndex: 4 })
    await town.look(first)
    town.transfers = []
    town.sent(payee, 9n, { hash, logIndex: 12 })
    expect((await town.look(second)).refunds).toEqual([])
  })

  it('counts once though a node that numbers its logs otherwise lists it behind another of its transaction', async () => {
    const [first, second] = [town.failed(), town.failed()]
    const hash = town.sent(payee, 8n, { logIndex: 1 })
    town.sent(payee, 8n, { hash, logIndex: 2, units: units + 1n })
    await town.look(first)
    town.transfers = []
    town.sent(payee, 8n, { hash, logIndex: 0, units: units + 1n })
    town.sent(payee, 8n, { hash, logIndex: 3 })
    expect((await town.look(second)).refunds).toEqual([])
  })

  it('is not found in a transaction of which nobody wrote down which transfer counted', async () => {
    const [first, second] = [town.failed(), town.failed()]
    const hash = town.sent(payee, 8n, { logIndex: 4 })
    await town.look(first)
    town.context.ledger.prepare('UPDATE counted_refunds SET place = NULL').run()
    town.sent(payee, 8n, { hash, logIndex: 7 })
    expect((await town.look(second)).refunds).toEqual([])
  })

  it('comes from whom the purchase paid, once it is final', async () => {
    const id = town.failed()
    const hash = town.sent(payee, town.head)
    expect((await town.look(id)).refunds).toEqual([])
    town.head += 1n
    expect((await town.look(id)).refunds).toEqual([])
    town.head += 1n
    expect(await town.look(id)).toMatchObject({
      state: { refund: 'seen', attention: null },
      refunds: [{ hash, units, from: payee, evidence: 'payee' }],
    })
  })

  it('comes from whom the router paid on, and from nobody whom another payment reached', async () => {
    const id = town.failed({ shape: 'router', recipient: router })
    const paid = payStep(town.record(id)).minedHash ?? '0x'
    town.sent(router, PAID_IN, { hash: paid, to: cashier })
    town.sent(passer, PAID_IN, { to: stranger })
    town.sent(passer, PAID_IN, { hash: paid, to: stranger })
    town.sent(own, PAID_IN, { to: stranger })
    const others = town.sent(stranger, 8n)
    expect((await town.look(id)).refunds).toEqual([])
    expect(town.asked(id)).toEqual([others])
    const hash = town.sent(cashier, 19n)
    town.head += 1n
    expect((await town.look(id)).refunds[0]).toMatchObject({ hash, evidence: 'payee' })
  })

  it('counts for one of two purchases of the same amount, the second transfer for the other', async () => {
    const ids = [town.failed(), town.failed()]
    const first = town.sent(payee, 8n)
    for (const id of ids) await town.look(id)
    expect(ids.map((id) => town.record(id).refunds[0]?.hash ?? null)).toEqual([first, null])
    const second = town.sent(payee, 20n)
    town.head += 5n
    for (const id of ids) await town.look(id)
    expect(ids.map((id) => town.record(id).refunds[0]?.hash ?? null)).toEqual([first, second])
  })

  it('counts once if two purchases search for it at the same time', async () => {
    const ids = [1, 2].map(() => town.failed({ shape: 'router', recipient: router }))
    for (const id of ids) town.sent(router, PAID_IN, { hash: payStep(town.record(id)).minedHash ?? '0x', to: cashier })
    town.sent(cashier, 8n)
    await Promise.all(ids.map((id) => town.look(id)))
    expect(ids.filter((id) => town.record(id).refunds.length > 0)).toHaveLength(1)
  })

  it('is found behind any number of unknown senders, and ends the question about them', async () => {
    const id = town.failed()
    town.sent(stranger, 5n)
    town.sent(cashier, 6n)
    expect((await town.look(id)).state).toMatchObject({ refund: 'none', attention: 'refund-possible' })
    const hash = town.sent(payee, 20n)
    town.head += 2n
    expect(await town.look(id)).toMatchObject({ state: { refund: 'seen', attention: null }, refunds: [{ hash }] })
  })
})

describe('a refund of another amount', () => {
  const fee = 100_000n
  const less = units - fee

  it('counts where the payee keeps the fee of the service, with what came', async () => {
    const id = town.failed()
    const hash = town.sent(payee, 8n, { units: less })
    expect(await town.look(id)).toMatchObject({
      state: { refund: 'seen' },
      refunds: [{ hash, units: less, evidence: 'payee' }],
    })
  })

  it('is asked about where a stranger keeps the fee, and makes the stranger known', async () => {
    const [one, two] = [town.failed(), town.failed()]
    const hash = town.sent(cashier, 8n, { units: less })
    await town.look(one)
    town.answer(one, hash, 'all')
    expect(town.record(one)).toMatchObject({
      state: { refund: 'seen' },
      refunds: [{ units: less, evidence: 'person' }],
    })
    const next = town.sent(cashier, 9n, { units: less })
    expect((await town.look(two)).refunds).toMatchObject([{ hash: next, evidence: 'known-sender' }])
  })

  it('without the fee is for the purchase that paid exactly that, not for one that paid more', async () => {
    const [more, exact] = [town.failed(), town.failed({ units: less })]
    town.sent(payee, 8n, { units: less })
    expect((await town.look(more)).state).toMatchObject({ refund: 'none', attention: null })
    expect((await town.look(exact)).state.refund).toBe('seen')
  })

  it('is asked about where the payee sent less, and as a part leaves the rest to be awaited', async () => {
    const id = town.failed()
    const [first, second] = [
      town.sent(payee, 8n, { units: 2_000_000n }),
      town.sent(payee, 9n, { units: units - 2_000_000n }),
    ]
    expect((await town.look(id)).state).toMatchObject({ refund: 'none', attention: 'refund-possible' })
    town.answer(id, first, 'part')
    town.answer(id, first, 'part')
    expect(town.record(id).state).toMatchObject({ refund: 'none', attention: 'refund-possible' })
    const whole = await town.look(id)
    expect(whole.state).toMatchObject({ refund: 'seen', attention: null })
    expect(whole.refunds).toMatchObject([
      { hash: first, units: 2_000_000n, evidence: 'person' },
      { hash: second, units: units - 2_000_000n, evidence: 'payee' },
    ])
  })

  it('ends the wait where the person says that what came is all of it', async () => {
    const id = town.failed()
    const hash = town.sent(payee, 8n, { units: 2_000_000n })
    await town.look(id)
    town.answer(id, hash, 'all')
    expect(town.record(id)).toMatchObject({ state: { refund: 'seen' }, refunds: [{ hash, units: 2_000_000n }] })
  })

  it('is asked about if the payee sent more', async () => {
    const id = town.failed()
    town.sent(payee, 8n, { units: units + 1n })
    expect((await town.look(id)).state.attention).toBe('refund-possible')
  })

  it.each([
    ['with their fees', 0n],
    ['without their fees', fee],
  ])('that two purchases paid together is asked about and ends both, %s', async (_, kept) => {
    const [one, two] = [town.failed(), town.failed({ units: 7_000_000n })]
    const sum = units + 7_000_000n - 2n * kept
    const hash = town.sent(stranger, 8n, { units: sum })
    for (const id of [one, two]) expect((await town.look(id)).state.attention).toBe('refund-possible')
    expect(readOpenRefunds(town.context.ledger, one)).toMatchObject([{ covers: [one, two] }])
    expect(town.answer(one, hash, 'all')).toEqual([two])
    expect(town.record(one)).toMatchObject({ state: { refund: 'seen' }, refunds: [{ hash, units: units - kept }] })
    expect(town.record(two)).toMatchObject({ state: { refund: 'seen' }, refunds: [{ hash, units: 7_000_000n - kept }] })
  })

  it('that two purchases paid together counts for neither once one of them was paid back otherwise', async () => {
    const [one, two] = [town.failed(), town.failed({ units: 7_000_000n })]
    const hash = town.sent(payee, 8n, { units: units + 7_000_000n })
    await town.look(one)
    town.sent(payee, 9n, { units: 7_000_000n })
    await town.look(two)
    expect(() => town.answer(one, hash, 'all')).toThrow(AppError)
    expect(town.record(one)).toMatchObject({ state: { refund: 'none' }, refunds: [] })
  })

  it('from an unknown sender is not asked about unless refunds add up to it', async () => {
    const [one] = [town.failed(), town.failed({ units: 7_000_000n })]
    town.sent(stranger, 8n, { units: 2_000_000n })
    expect((await town.look(one)).state.attention).toBeNull()
  })
})
