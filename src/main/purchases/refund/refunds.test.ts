import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Address } from 'viem'
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

let sandbox: TestRefunds
beforeEach(() => {
  sandbox = openTestRefunds()
})
afterEach(() => sandbox.dispose())

describe('a transfer that counts as the refund without a question', () => {
  it('counts for each of two purchases if one transaction refunds both', async () => {
    const [first, second, third] = [sandbox.failed(), sandbox.failed(), sandbox.failed()]
    const hash = sandbox.sent(payee, 8n, { logIndex: 4 })
    sandbox.sent(payee, 8n, { hash, logIndex: 7 })
    expect((await sandbox.poll(first)).refunds[0]).toMatchObject({ hash, ordinal: 0 })
    expect((await sandbox.poll(second)).refunds[0]).toMatchObject({ hash, ordinal: 1 })
    expect((await sandbox.poll(third)).refunds).toEqual([])
  })

  it('is the one of exactly what is owed, although one without the fee came before it', async () => {
    const id = sandbox.failed()
    sandbox.sent(payee, 8n, { units: units - 100_000n })
    const exact = sandbox.sent(payee, 9n)
    expect((await sandbox.poll(id)).refunds).toMatchObject([{ hash: exact }])
  })

  it('counts once although its block was replaced, with other logs before it', async () => {
    const [first, second] = [sandbox.failed(), sandbox.failed()]
    const hash = sandbox.sent(payee, 8n, { logIndex: 4 })
    await sandbox.poll(first)
    sandbox.transfers = []
    sandbox.sent(payee, 9n, { hash, logIndex: 12 })
    expect((await sandbox.poll(second)).refunds).toEqual([])
  })

  it('counts once although a node that numbers its logs differently lists it after another of its transaction', async () => {
    const [first, second] = [sandbox.failed(), sandbox.failed()]
    const hash = sandbox.sent(payee, 8n, { logIndex: 1 })
    sandbox.sent(payee, 8n, { hash, logIndex: 2, units: units + 1n })
    await sandbox.poll(first)
    sandbox.transfers = []
    sandbox.sent(payee, 8n, { hash, logIndex: 0, units: units + 1n })
    sandbox.sent(payee, 8n, { hash, logIndex: 3 })
    expect((await sandbox.poll(second)).refunds).toEqual([])
  })

  it('is not found in a transaction without a record of which transfer counted', async () => {
    const [first, second] = [sandbox.failed(), sandbox.failed()]
    const hash = sandbox.sent(payee, 8n, { logIndex: 4 })
    await sandbox.poll(first)
    sandbox.context.ledger.prepare('UPDATE counted_refunds SET ordinal = NULL').run()
    sandbox.sent(payee, 8n, { hash, logIndex: 7 })
    expect((await sandbox.poll(second)).refunds).toEqual([])
  })

  it('comes from the payee of the purchase, once it is final', async () => {
    const id = sandbox.failed()
    const hash = sandbox.sent(payee, sandbox.head)
    expect((await sandbox.poll(id)).refunds).toEqual([])
    sandbox.head += 1n
    expect((await sandbox.poll(id)).refunds).toEqual([])
    sandbox.head += 1n
    expect(await sandbox.poll(id)).toMatchObject({
      state: { refund: 'seen', attention: null },
      refunds: [{ hash, units, from: payee, evidence: 'payee' }],
    })
  })

  it('comes from whom the router paid, and from nobody whom another payment reached, or only one node’s word', async () => {
    const id = sandbox.failed({ shape: 'router', recipient: router })
    const paid = payStep(sandbox.record(id)).minedHash ?? '0x'
    sandbox.sent(router, PAID_IN, { hash: paid, to: cashier })
    sandbox.sent(passer, PAID_IN, { to: stranger })
    sandbox.sent(passer, PAID_IN, { hash: paid, to: stranger })
    sandbox.sent(own, PAID_IN, { to: stranger })
    sandbox.sent(router, PAID_IN, { hash: paid, to: stranger, isProven: false })
    const others = sandbox.sent(stranger, 8n)
    expect((await sandbox.poll(id)).refunds).toEqual([])
    expect(sandbox.openQuestions(id)).toEqual([others])
    const hash = sandbox.sent(cashier, 19n)
    sandbox.head += 1n
    expect((await sandbox.poll(id)).refunds[0]).toMatchObject({ hash, evidence: 'payee' })
  })

  it('counts for one of two purchases of the same amount, the second transfer for the other', async () => {
    const ids = [sandbox.failed(), sandbox.failed()]
    const first = sandbox.sent(payee, 8n)
    for (const id of ids) await sandbox.poll(id)
    expect(ids.map((id) => sandbox.record(id).refunds[0]?.hash ?? null)).toEqual([first, null])
    const second = sandbox.sent(payee, 20n)
    sandbox.head += 5n
    for (const id of ids) await sandbox.poll(id)
    expect(ids.map((id) => sandbox.record(id).refunds[0]?.hash ?? null)).toEqual([first, second])
  })

  it('counts once if two purchases search for it at the same time', async () => {
    const ids = [1, 2].map(() => sandbox.failed({ shape: 'router', recipient: router }))
    for (const id of ids)
      sandbox.sent(router, PAID_IN, { hash: payStep(sandbox.record(id)).minedHash ?? '0x', to: cashier })
    sandbox.sent(cashier, 8n)
    await Promise.all(ids.map((id) => sandbox.poll(id)))
    expect(ids.filter((id) => sandbox.record(id).refunds.length > 0)).toHaveLength(1)
  })

  it('is found after any number of unknown senders, and ends the question about them', async () => {
    const id = sandbox.failed()
    sandbox.sent(stranger, 5n)
    sandbox.sent(cashier, 6n)
    expect((await sandbox.poll(id)).state).toMatchObject({ refund: 'none', attention: 'refund-possible' })
    const hash = sandbox.sent(payee, 20n)
    sandbox.head += 2n
    expect(await sandbox.poll(id)).toMatchObject({ state: { refund: 'seen', attention: null }, refunds: [{ hash }] })
  })
})

describe('a refund of another amount', () => {
  const fee = 100_000n
  const less = units - fee

  it('counts if the payee keeps the fee of the service, with the amount received', async () => {
    const id = sandbox.failed()
    const hash = sandbox.sent(payee, 8n, { units: less })
    expect(await sandbox.poll(id)).toMatchObject({
      state: { refund: 'seen' },
      refunds: [{ hash, units: less, evidence: 'payee' }],
    })
  })

  it('is asked about if a stranger keeps the fee, and makes the stranger known', async () => {
    const [one, two] = [sandbox.failed(), sandbox.failed()]
    const hash = sandbox.sent(cashier, 8n, { units: less })
    await sandbox.poll(one)
    sandbox.answer(one, hash, 'all')
    expect(sandbox.record(one)).toMatchObject({
      state: { refund: 'seen' },
      refunds: [{ units: less, evidence: 'person' }],
    })
    const next = sandbox.sent(cashier, 9n, { units: less })
    expect((await sandbox.poll(two)).refunds).toMatchObject([{ hash: next, evidence: 'known-sender' }])
  })

  it('without the fee belongs to the purchase that paid exactly that, not to one that paid more', async () => {
    const [more, exact] = [sandbox.failed(), sandbox.failed({ units: less })]
    sandbox.sent(payee, 8n, { units: less })
    expect((await sandbox.poll(more)).state).toMatchObject({ refund: 'none', attention: null })
    expect((await sandbox.poll(exact)).state.refund).toBe('seen')
  })

  it('is asked about if the payee sent less; accepted as a part, it leaves the rest to wait for', async () => {
    const id = sandbox.failed()
    const [first, second] = [
      sandbox.sent(payee, 8n, { units: 2_000_000n }),
      sandbox.sent(payee, 9n, { units: units - 2_000_000n }),
    ]
    expect((await sandbox.poll(id)).state).toMatchObject({ refund: 'none', attention: 'refund-possible' })
    sandbox.answer(id, first, 'part')
    sandbox.answer(id, first, 'part')
    expect(sandbox.record(id).state).toMatchObject({ refund: 'none', attention: 'refund-possible' })
    const whole = await sandbox.poll(id)
    expect(whole.state).toMatchObject({ refund: 'seen', attention: null })
    expect(whole.refunds).toMatchObject([
      { hash: first, units: 2_000_000n, evidence: 'person' },
      { hash: second, units: units - 2_000_000n, evidence: 'payee' },
    ])
  })

  it('ends the wait if the person says that it is everything', async () => {
    const id = sandbox.failed()
    const hash = sandbox.sent(payee, 8n, { units: 2_000_000n })
    await sandbox.poll(id)
    sandbox.answer(id, hash, 'all')
    expect(sandbox.record(id)).toMatchObject({ state: { refund: 'seen' }, refunds: [{ hash, units: 2_000_000n }] })
  })

  it('is asked about if the payee sent more', async () => {
    const id = sandbox.failed()
    sandbox.sent(payee, 8n, { units: units + 1n })
    expect((await sandbox.poll(id)).state.attention).toBe('refund-possible')
  })

  it.each([
    ['with their fees', 0n],
    ['without their fees', fee],
  ])('that covers two purchases together is asked about and ends both, %s', async (_, kept) => {
    const [one, two] = [sandbox.failed(), sandbox.failed({ units: 7_000_000n })]
    const sum = units + 7_000_000n - 2n * kept
    const hash = sandbox.sent(stranger, 8n, { units: sum })
    for (const id of [one, two]) expect((await sandbox.poll(id)).state.attention).toBe('refund-possible')
    expect(readOpenRefunds(sandbox.context.ledger, one)).toMatchObject([{ covers: [one, two] }])
    expect(sandbox.answer(one, hash, 'all')).toEqual([two])
    expect(sandbox.record(one)).toMatchObject({ state: { refund: 'seen' }, refunds: [{ hash, units: units - kept }] })
    expect(sandbox.record(two)).toMatchObject({
      state: { refund: 'seen' },
      refunds: [{ hash, units: 7_000_000n - kept }],
    })
  })

  it('that covers two purchases together counts for neither once one of them was refunded otherwise', async () => {
    const [one, two] = [sandbox.failed(), sandbox.failed({ units: 7_000_000n })]
    const hash = sandbox.sent(payee, 8n, { units: units + 7_000_000n })
    await sandbox.poll(one)
    sandbox.sent(payee, 9n, { units: 7_000_000n })
    await sandbox.poll(two)
    expect(() => sandbox.answer(one, hash, 'all')).toThrow(AppError)
    expect(sandbox.record(one)).toMatchObject({ state: { refund: 'none' }, refunds: [] })
  })

  it('from an unknown sender is not asked about unless refunds add up to it', async () => {
    const [one] = [sandbox.failed(), sandbox.failed({ units: 7_000_000n })]
    sandbox.sent(stranger, 8n, { units: 2_000_000n })
    expect((await sandbox.poll(one)).state.attention).toBeNull()
  })
})

describe('a transfer from the vault of the escrow that was paid into', () => {
  /** A failed purchase whose payment went into an escrow; the chain does not show whose the coins in its vault are. */
  function failedInEscrow(vault: Address | null): string {
    const id = sandbox.failed({ shape: 'router', recipient: router })
    const escrow = JSON.stringify({ serviceId: '7', units: String(units), fee: '0', vault })
    const sql = "UPDATE purchases SET terms = json_set(terms, '$.payment.escrow', json(?)) WHERE id = ?"
    sandbox.context.ledger.prepare(sql).run(escrow, id)
    return id
  }

  it('is from a known sender, but may be of another payment: it is asked about', async () => {
    const id = failedInEscrow(cashier)
    const hash = sandbox.sent(cashier, 8n)
    expect((await sandbox.poll(id)).refunds).toEqual([])
    expect(readOpenRefunds(sandbox.context.ledger, id)).toMatchObject([{ hash, isKnown: true }])
  })

  it('is asked about although the person confirmed another transfer from it', async () => {
    const [other, id] = [sandbox.failed(), failedInEscrow(null)]
    const confirmed = sandbox.sent(cashier, 8n)
    await sandbox.poll(other)
    sandbox.answer(other, confirmed, 'all')
    sandbox.sent(router, PAID_IN, { hash: payStep(sandbox.record(id)).minedHash ?? '0x', to: cashier })
    const hash = sandbox.sent(cashier, 9n)
    expect((await sandbox.poll(id)).refunds).toEqual([])
    expect(sandbox.openQuestions(id)).toEqual([hash])
  })
})
