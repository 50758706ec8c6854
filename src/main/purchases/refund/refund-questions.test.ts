import { getAddress } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import { buildProof } from '../build-proof.ts'
import { findRefund } from './find-refund.ts'
import { applyEvent, readEvents } from '../purchase-repository.ts'
import { readOpenRefunds } from './refund-repository.ts'
import { from as own } from '../../../testing/purchases/ledger.ts'
import {
  cashier,
  event,
  openTestRefunds,
  payee,
  stranger,
  units,
  type TestRefunds,
} from '../../../testing/purchases/refunds.ts'

let sandbox: TestRefunds
beforeEach(() => {
  sandbox = openTestRefunds()
})
afterEach(() => sandbox.dispose())

describe('a transfer from an unknown sender', () => {
  it('is asked about once it is final, with its time, and does not end the wait', async () => {
    const id = sandbox.failed()
    const hash = sandbox.sent(stranger, sandbox.head - 1n)
    expect((await sandbox.poll(id)).state).toMatchObject({ refund: 'none', attention: null })
    expect(sandbox.openQuestions(id)).toEqual([])
    sandbox.head += 1n
    expect((await sandbox.poll(id)).state).toMatchObject({ refund: 'none', attention: 'refund-possible' })
    expect(readOpenRefunds(sandbox.context.ledger, id)).toEqual([
      {
        hash,
        ordinal: 0,
        sender: stranger,
        units,
        isProven: true,
        isKnown: false,
        covers: [id],
        happenedAt: 19_000,
        declinedAt: null,
      },
    ])
  })

  it('is asked about without its time if no node reports it', async () => {
    const id = sandbox.failed()
    sandbox.hasBlockTimes = false
    sandbox.sent(stranger, 8n)
    await sandbox.poll(id)
    expect(readOpenRefunds(sandbox.context.ledger, id)).toMatchObject([{ happenedAt: null }])
  })

  it('keeps its time if a later search does not learn it', async () => {
    const id = sandbox.failed()
    sandbox.sent(stranger, 8n)
    await sandbox.poll(id)
    sandbox.hasBlockTimes = false
    await sandbox.poll(id)
    expect(readOpenRefunds(sandbox.context.ledger, id)).toMatchObject([{ happenedAt: 8_000 }])
  })

  it('without coins is not asked about, from any sender', async () => {
    const id = sandbox.failed()
    for (const sender of [stranger, payee]) sandbox.sent(sender, 8n, { units: 0n })
    expect((await sandbox.poll(id)).state.attention).toBeNull()
  })

  it('of another amount, or from the wallet to itself, is not asked about', async () => {
    const id = sandbox.failed()
    sandbox.sent(stranger, 8n, { units: units + 1n })
    sandbox.sent(own, 8n)
    expect((await sandbox.poll(id)).state.attention).toBeNull()
  })

  it('replaces the question about a missing refund, and keeps other questions', async () => {
    const [missing, other] = [sandbox.failed(), sandbox.failed()]
    applyEvent(sandbox.context.ledger, missing, { type: 'attention-raised', reason: 'refund-missing' }, sandbox.now)
    expect((await sandbox.poll(missing)).state.attention).toBe('refund-missing')
    applyEvent(
      sandbox.context.ledger,
      other,
      { type: 'attention-raised', reason: 'registered-differently' },
      sandbox.now,
    )
    sandbox.sent(stranger, 19n)
    sandbox.head += 2n
    expect((await sandbox.poll(missing)).state.attention).toBe('refund-possible')
    expect((await sandbox.poll(other)).state.attention).toBe('registered-differently')
    applyEvent(sandbox.context.ledger, other, { type: 'attention-cleared' }, sandbox.now)
    expect((await sandbox.poll(other)).state.attention).toBe('refund-possible')
  })

  it('that the person accepts as the refund ends the wait, in the journal with its time, also if accepted twice', async () => {
    const id = sandbox.failed()
    const hash = sandbox.sent(stranger, 8n)
    await sandbox.poll(id)
    sandbox.now += 7_000
    sandbox.answer(id, hash, 'all')
    sandbox.answer(id, hash, 'all')
    expect(sandbox.record(id)).toMatchObject({
      state: { refund: 'seen', attention: null },
      refunds: [{ hash, units, from: stranger, evidence: 'person' }],
    })
    const confirmed = readEvents(sandbox.context.ledger, id).filter(({ type }) => type === 'refund-confirmed')
    expect(confirmed).toMatchObject([{ at: sandbox.now }])
    expect(() => sandbox.answer(id, hash, 'no')).toThrow(AppError)
  })

  it('that the person declines is never asked about again for this purchase, and the wait continues', async () => {
    const id = sandbox.failed()
    const hash = sandbox.sent(stranger, 8n)
    await sandbox.poll(id)
    sandbox.answer(id, hash, 'no')
    sandbox.answer(id, hash, 'no')
    expect(sandbox.record(id).state).toMatchObject({ refund: 'none', attention: null })
    expect((await sandbox.poll(id)).state).toMatchObject({ refund: 'none', attention: null })
    expect(readEvents(sandbox.context.ledger, id).filter(({ type }) => type === 'refund-declined')).toHaveLength(1)
    expect(() => sandbox.answer(id, hash, 'all')).toThrow(AppError)
    const real = sandbox.sent(payee, 20n)
    sandbox.head += 2n
    expect((await sandbox.poll(id)).refunds[0]).toMatchObject({ hash: real, evidence: 'payee' })
  })

  it('leads to the next one if it is declined', async () => {
    const id = sandbox.failed()
    const hashes = [sandbox.sent(stranger, 8n), sandbox.sent(cashier, 9n)] as const
    await sandbox.poll(id)
    sandbox.answer(id, hashes[0], 'no')
    expect([sandbox.record(id).state.attention, sandbox.openQuestions(id)]).toEqual(['refund-possible', [hashes[1]]])
  })

  it('that was declined does not count when its sender becomes known', async () => {
    const id = sandbox.failed()
    const hashes = [sandbox.sent(cashier, 8n), sandbox.sent(cashier, 9n)] as const
    await sandbox.poll(id)
    sandbox.answer(id, hashes[0], 'no')
    const other = sandbox.failed()
    await sandbox.poll(other)
    sandbox.answer(other, hashes[1], 'all')
    expect((await sandbox.poll(id)).refunds).toEqual([])
  })

  it('that was declined by its transaction can be declined again if another of its transfers is asked about', async () => {
    const id = sandbox.failed()
    const hash = sandbox.sent(stranger, 8n, { logIndex: 4 })
    await sandbox.poll(id)
    expect(sandbox.openQuestions(id)).toEqual([hash])
    sandbox.answer(id, hash, 'no')
    expect(sandbox.openQuestions(id)).toEqual([])
    // A node had left out the other log of the same transaction.
    sandbox.sent(stranger, 8n, { hash, logIndex: 7 })
    await sandbox.poll(id)
    expect(sandbox.openQuestions(id)).toEqual([hash])
    sandbox.answer(id, hash, 'no')
    expect(sandbox.openQuestions(id)).toEqual([])
  })

  it('that is the refund of one purchase is not asked about for another', async () => {
    const [one, two] = [sandbox.failed(), sandbox.failed()]
    const hash = sandbox.sent(stranger, 8n)
    for (const id of [one, two]) expect((await sandbox.poll(id)).state.attention).toBe('refund-possible')
    expect(sandbox.answer(one, hash, 'all')).toEqual([two])
    expect(sandbox.record(two).state).toMatchObject({ refund: 'none', attention: null })
    expect(() => sandbox.answer(two, hash, 'all')).toThrow(AppError)
    expect((await sandbox.poll(two)).state).toMatchObject({ refund: 'none', attention: null })
  })

  it('makes its sender known for the same service on the same chain only', async () => {
    const [one, two, three] = [sandbox.failed(), sandbox.failed(), sandbox.failed({ profileId: 'q' })]
    const elsewhere = sandbox.failed({ chainInstance: '8:0x0' })
    const hashes = [8n, 9n, 10n, 11n].map((block) => sandbox.sent(cashier, block))
    for (const id of [one, two, three, elsewhere]) await sandbox.poll(id)
    sandbox.answer(one, hashes[0] ?? '0x', 'all')
    // The transfer in question now counts.
    expect((await sandbox.poll(two)).refunds[0]).toMatchObject({
      hash: hashes[1],
      from: cashier,
      evidence: 'known-sender',
    })
    for (const id of [three, elsewhere]) expect((await sandbox.poll(id)).state.attention).toBe('refund-possible')
  })

  it('that is accepted affects every open question about it or its sender, and no other purchase', async () => {
    const [one, same, declined, waived] = [sandbox.failed(), sandbox.failed(), sandbox.failed(), sandbox.failed()]
    const other = sandbox.failed({ units: units * 2n })
    const hash = sandbox.sent(cashier, 8n)
    sandbox.sent(cashier, 9n, { units: units * 2n })
    const elsewhere = sandbox.failed({ units: units * 3n })
    sandbox.sent(stranger, 9n, { units: units * 3n })
    for (const id of [one, same, declined, waived, other, elsewhere]) await sandbox.poll(id)
    sandbox.answer(declined, hash, 'no')
    applyEvent(sandbox.context.ledger, waived, event('refund-waived'), sandbox.now)
    expect(sandbox.answer(one, hash, 'all')).toEqual([same, other])
  })

  it('in question counts once its sender is known, even if no node shows it any more', async () => {
    const [one, two] = [sandbox.failed(), sandbox.failed()]
    const hashes = [sandbox.sent(cashier, 8n), sandbox.sent(cashier, 9n)] as const
    for (const id of [one, two]) await sandbox.poll(id)
    sandbox.transfers = []
    sandbox.answer(one, hashes[0], 'all')
    expect((await sandbox.poll(two)).refunds).toMatchObject([{ hash: hashes[1], units, evidence: 'known-sender' }])
  })

  it('is asked about although it refunded another purchase as that one’s payee', async () => {
    const [paidCashier, id] = [sandbox.failed({ recipient: cashier }), sandbox.failed({ units: units * 2n })]
    sandbox.sent(cashier, 8n)
    expect((await sandbox.poll(paidCashier)).refunds).toMatchObject([{ evidence: 'payee' }])
    const hash = sandbox.sent(cashier, 9n, { units: units * 2n })
    expect((await sandbox.poll(id)).refunds).toEqual([])
    expect(sandbox.openQuestions(id)).toEqual([hash])
  })

  it('is no longer asked about once the service delivered after all, or the refund was waived', async () => {
    for (const over of [event('service-status', { status: 'SUCCESS' }), event('refund-waived')]) {
      const id = sandbox.failed()
      const hash = sandbox.sent(stranger, 8n)
      await sandbox.poll(id)
      applyEvent(sandbox.context.ledger, id, over, sandbox.now)
      expect(sandbox.record(id).state.attention).toBeNull()
      for (const choice of ['all', 'part', 'no'] as const)
        expect(() => sandbox.answer(id, hash, choice)).toThrow(AppError)
    }
  })

  it('that is found while the person waives the refund is not asked about', async () => {
    const id = sandbox.failed()
    sandbox.sent(stranger, 8n)
    const blockTime = async (): Promise<number> => {
      applyEvent(sandbox.context.ledger, id, event('refund-waived'), sandbox.now)
      return 8_000
    }
    await findRefund(sandbox.context, { ...sandbox.chain, blockTime }, sandbox.record(id))
    expect(sandbox.record(id).state).toMatchObject({ refund: 'waived', attention: null })
  })

  it('appears in the proof with the answer', async () => {
    const id = sandbox.failed()
    const hashes = [sandbox.sent(stranger, 8n), sandbox.sent(cashier, 9n)] as const
    await sandbox.poll(id)
    sandbox.answer(id, hashes[0], 'no')
    sandbox.answer(id, hashes[1], 'all')
    expect(JSON.parse(buildProof(sandbox.context, sandbox.record(id)))).toMatchObject({
      refunds: [{ hash: hashes[1], from: getAddress(cashier), evidence: 'person' }],
      possibleRefunds: [
        {
          hash: hashes[0],
          from: getAddress(stranger),
          at: new Date(8_000).toISOString(),
          declinedAt: expect.any(String),
        },
        { hash: hashes[1], declinedAt: null },
      ],
    })
  })
})

describe('several parts in one transaction', () => {
  it('are answered one by one', async () => {
    const id = sandbox.failed()
    const part = units / 4n
    const hash = sandbox.sent(payee, 8n, { units: part, logIndex: 1 })
    sandbox.sent(payee, 8n, { units: part, logIndex: 2, hash })
    sandbox.sent(payee, 8n, { units: part, logIndex: 3, hash })
    await sandbox.poll(id)
    expect(sandbox.openQuestions(id)).toEqual([hash, hash, hash])
    sandbox.answer(id, hash, 'part')
    sandbox.answer(id, hash, 'part')
    sandbox.answer(id, hash, 'part')
    expect(sandbox.record(id).refunds.map((one) => one.units)).toEqual([part, part, part])
  })

  it('are declined one by one', async () => {
    const id = sandbox.failed()
    const hash = sandbox.sent(payee, 8n, { units: units / 4n, logIndex: 1 })
    sandbox.sent(payee, 8n, { units: units / 3n, logIndex: 2, hash })
    await sandbox.poll(id)
    sandbox.answer(id, hash, 'no')
    await sandbox.poll(id)
    expect(readOpenRefunds(sandbox.context.ledger, id)).toMatchObject([{ hash, ordinal: 1, units: units / 3n }])
  })
})

describe('a transfer of what another purchase paid', () => {
  it('does not count as a failed purchase’s refund without the fee while that other one is under way', async () => {
    const fee = 100_000n
    const id = sandbox.failed()
    const other = sandbox.failed({ units: units - fee })
    // The service failed and refunded the other one; Till has not read that yet.
    applyEvent(sandbox.context.ledger, other, event('service-status', { status: 'PENDING' }), sandbox.now)
    const hash = sandbox.sent(payee, 8n, { units: units - fee })
    await sandbox.poll(id)
    applyEvent(sandbox.context.ledger, other, event('service-status', { status: 'FAILED' }), sandbox.now)
    await sandbox.poll(other)
    expect(sandbox.record(other).refunds).toMatchObject([{ hash }])
    expect(sandbox.record(id).state.refund).toBe('none')
  })

  it('does not count as that once the sender of an older question is known either', async () => {
    const fee = 100_000n
    const id = sandbox.failed()
    const without = sandbox.sent(cashier, 8n, { units: units - fee })
    await sandbox.poll(id)
    expect(sandbox.openQuestions(id)).toEqual([without])
    const other = sandbox.failed({ units: units - fee })
    const third = sandbox.failed({ units: units * 3n })
    const known = sandbox.sent(cashier, 9n, { units: units * 3n })
    await sandbox.poll(third)
    sandbox.answer(third, known, 'all')
    await sandbox.poll(id)
    expect(sandbox.record(id).refunds).toEqual([])
    await sandbox.poll(other)
    expect(sandbox.record(other).refunds).toMatchObject([{ hash: without }])
  })

  it('does not count as that if it is of another profile of the same service', async () => {
    const fee = 100_000n
    const id = sandbox.failed()
    const other = sandbox.failed({ units: units - fee, profileId: 'q' })
    const hash = sandbox.sent(payee, 8n, { units: units - fee })
    await sandbox.poll(id)
    await sandbox.poll(other)
    expect(sandbox.record(other).refunds).toMatchObject([{ hash }])
    expect(sandbox.record(id).state.refund).toBe('none')
  })
})

describe('another purchase whose terms are damaged', () => {
  it('does not prevent finding a refund', async () => {
    const [id, damaged] = [sandbox.failed(), sandbox.failed()]
    sandbox.context.ledger.prepare('UPDATE purchases SET terms = substr(terms, 1, 40) WHERE id = ?').run(damaged)
    const hash = sandbox.sent(payee, 8n)
    await sandbox.poll(id)
    expect(sandbox.record(id).refunds).toMatchObject([{ hash }])
  })
})
