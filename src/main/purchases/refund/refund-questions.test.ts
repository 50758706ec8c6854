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

let town: TestRefunds
beforeEach(() => {
  town = openTestRefunds()
})
afterEach(() => town.dispose())

describe('a transfer from an unknown sender', () => {
  it('is asked about once it is final, with its time, and does not end the wait', async () => {
    const id = town.failed()
    const hash = town.sent(stranger, town.head - 1n)
    expect((await town.look(id)).state).toMatchObject({ refund: 'none', attention: null })
    expect(town.asked(id)).toEqual([])
    town.head += 1n
    expect((await town.look(id)).state).toMatchObject({ refund: 'none', attention: 'refund-possible' })
    expect(readOpenRefunds(town.context.ledger, id)).toEqual([
      {
        ...{ hash, place: 0, sender: stranger, units, isProven: true, isKnown: false, covers: [id] },
        ...{ happenedAt: 19_000, declinedAt: null },
      },
    ])
  })

  it('is asked about without its time if no node reports it', async () => {
    const id = town.failed()
    town.hasBlockTimes = false
    town.sent(stranger, 8n)
    await town.look(id)
    expect(readOpenRefunds(town.context.ledger, id)).toMatchObject([{ happenedAt: null }])
  })

  it('of another amount, or from the wallet to itself, is not asked about', async () => {
    const id = town.failed()
    town.sent(stranger, 8n, { units: units + 1n })
    town.sent(own, 8n)
    expect((await town.look(id)).state.attention).toBeNull()
  })

  it('replaces the question about a missing refund, and keeps other questions', async () => {
    const [missing, other] = [town.failed(), town.failed()]
    applyEvent(town.context.ledger, missing, { type: 'attention-raised', reason: 'refund-missing' }, town.now)
    expect((await town.look(missing)).state.attention).toBe('refund-missing')
    applyEvent(town.context.ledger, other, { type: 'attention-raised', reason: 'registered-differently' }, town.now)
    town.sent(stranger, 19n)
    town.head += 2n
    expect((await town.look(missing)).state.attention).toBe('refund-possible')
    expect((await town.look(other)).state.attention).toBe('registered-differently')
    applyEvent(town.context.ledger, other, { type: 'attention-cleared' }, town.now)
    expect((await town.look(other)).state.attention).toBe('refund-possible')
  })

  it('that the person says is the refund ends the wait, in the journal with its time; said twice it is said once', async () => {
    const id = town.failed()
    const hash = town.sent(stranger, 8n)
    await town.look(id)
    town.now += 7_000
    town.answer(id, hash, 'all')
    town.answer(id, hash, 'all')
    expect(town.record(id)).toMatchObject({
      state: { refund: 'seen', attention: null },
      refunds: [{ hash, units, from: stranger, evidence: 'person' }],
    })
    const said = readEvents(town.context.ledger, id).filter(({ type }) => type === 'refund-confirmed')
    expect(said).toMatchObject([{ at: town.now }])
    expect(() => town.answer(id, hash, 'no')).toThrow(AppError)
  })

  it('that the person says is not the refund is never asked about again for this purchase, and the wait goes on', async () => {
    const id = town.failed()
    const hash = town.sent(stranger, 8n)
    await town.look(id)
    town.answer(id, hash, 'no')
    town.answer(id, hash, 'no')
    expect(town.record(id).state).toMatchObject({ refund: 'none', attention: null })
    expect((await town.look(id)).state).toMatchObject({ refund: 'none', attention: null })
    expect(readEvents(town.context.ledger, id).filter(({ type }) => type === 'refund-declined')).toHaveLength(1)
    expect(() => town.answer(id, hash, 'all')).toThrow(AppError)
    const real = town.sent(payee, 20n)
    town.head += 2n
    expect((await town.look(id)).refunds[0]).toMatchObject({ hash: real, evidence: 'payee' })
  })

  it('leads to the next one if it is declined', async () => {
    const id = town.failed()
    const hashes = [town.sent(stranger, 8n), town.sent(cashier, 9n)] as const
    await town.look(id)
    town.answer(id, hashes[0], 'no')
    expect([town.record(id).state.attention, town.asked(id)]).toEqual(['refund-possible', [hashes[1]]])
  })

  it('that was declined does not count when its sender becomes known', async () => {
    const id = town.failed()
    const hashes = [town.sent(cashier, 8n), town.sent(cashier, 9n)] as const
    await town.look(id)
    town.answer(id, hashes[0], 'no')
    const other = town.failed()
    await town.look(other)
    town.answer(other, hashes[1], 'all')
    expect((await town.look(id)).refunds).toEqual([])
  })

  it('that somebody declined by its transaction can be declined again where another of its transfers is asked about', async () => {
    const id = town.failed()
    const hash = town.sent(stranger, 8n, { logIndex: 4 })
    await town.look(id)
    expect(town.asked(id)).toEqual([hash])
    town.answer(id, hash, 'no')
    expect(town.asked(id)).toEqual([])
    // A node had left out the other log of the same transaction.
    town.sent(stranger, 8n, { hash, logIndex: 7 })
    await town.look(id)
    expect(town.asked(id)).toEqual([hash])
    town.answer(id, hash, 'no')
    expect(town.asked(id)).toEqual([])
  })

  it('that is the refund of one purchase is not asked about for another', async () => {
    const [one, two] = [town.failed(), town.failed()]
    const hash = town.sent(stranger, 8n)
    for (const id of [one, two]) expect((await town.look(id)).state.attention).toBe('refund-possible')
    expect(town.answer(one, hash, 'all')).toEqual([two])
    expect(town.record(two).state).toMatchObject({ refund: 'none', attention: null })
    expect(() => town.answer(two, hash, 'all')).toThrow(AppError)
    expect((await town.look(two)).state).toMatchObject({ refund: 'none', attention: null })
  })

  it('makes its sender known for the same service on the same chain only', async () => {
    const [one, two, three] = [town.failed(), town.failed(), town.failed({ profileId: 'q' })]
    const elsewhere = town.failed({ chainInstance: '8:0x0' })
    const hashes = [8n, 9n, 10n, 11n].map((block) => town.sent(cashier, block))
    for (const id of [one, two, three, elsewhere]) await town.look(id)
    town.answer(one, hashes[0] ?? '0x', 'all')
    // The transfer in question now counts.
    expect((await town.look(two)).refunds[0]).toMatchObject({
      hash: hashes[1],
      from: cashier,
      evidence: 'known-sender',
    })
    for (const id of [three, elsewhere]) expect((await town.look(id)).state.attention).toBe('refund-possible')
  })

  it('is asked about no longer once the service delivered after all, or the refund was given up', async () => {
    for (const over of [event('service-status', { status: 'SUCCESS' }), event('refund-waived')]) {
      const id = town.failed()
      const hash = town.sent(stranger, 8n)
      await town.look(id)
      applyEvent(town.context.ledger, id, over, town.now)
      expect(town.record(id).state.attention).toBeNull()
      expect(() => town.answer(id, hash, 'all')).toThrow(AppError)
    }
  })

  it('that is found while the person gives the refund up is not asked about', async () => {
    const id = town.failed()
    town.sent(stranger, 8n)
    const blockTime = async (): Promise<number> => {
      applyEvent(town.context.ledger, id, event('refund-waived'), town.now)
      return 8_000
    }
    await findRefund(town.context, { ...town.chain, blockTime }, town.record(id))
    expect(town.record(id).state).toMatchObject({ refund: 'waived', attention: null })
  })

  it('is in the proof with the answer', async () => {
    const id = town.failed()
    const hashes = [town.sent(stranger, 8n), town.sent(cashier, 9n)] as const
    await town.look(id)
    town.answer(id, hashes[0], 'no')
    town.answer(id, hashes[1], 'all')
    expect(JSON.parse(buildProof(town.context, town.record(id)))).toMatchObject({
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

describe('a transfer from whom the purchase paid that the nodes do not prove', () => {
  const unproven = { isProven: false }

  it('is asked about once it is final, and counts once the person says so', async () => {
    const id = town.failed()
    const hash = town.sent(payee, town.head - 1n, unproven)
    expect((await town.look(id)).state).toMatchObject({ refund: 'none', attention: null })
    town.head += 1n
    expect((await town.look(id)).state).toMatchObject({ refund: 'none', attention: 'refund-possible' })
    expect((await town.look(id)).refunds).toEqual([])
    expect(readOpenRefunds(town.context.ledger, id)).toMatchObject([{ hash, isProven: false }])
    town.answer(id, hash, 'all')
    expect(town.record(id)).toMatchObject({ state: { refund: 'seen' }, refunds: [{ hash, evidence: 'person' }] })
  })

  it('counts without an answer once they prove it, even after the person said no', async () => {
    const [asking, declined] = [town.failed(), town.failed()]
    const hashes = [town.sent(payee, 8n, unproven), town.sent(payee, 9n, unproven)] as const
    for (const id of [asking, declined]) await town.look(id)
    for (const hash of hashes) town.answer(declined, hash, 'no')
    expect((await town.look(declined)).state).toMatchObject({ refund: 'none', attention: null })
    town.transfers = town.transfers.map((one) => ({ ...one, isProven: true }))
    expect((await town.look(asking)).refunds[0]).toMatchObject({ hash: hashes[0], evidence: 'payee' })
    expect((await town.look(declined)).refunds[0]).toMatchObject({ hash: hashes[1], evidence: 'payee' })
  })

  it('moves none that is proven, wherever in the same transaction a node invents it', async () => {
    const [first, second] = [town.failed(), town.failed()]
    const hash = town.sent(payee, 8n, { logIndex: 4 })
    await town.look(first)
    town.sent(payee, 8n, { hash, logIndex: 1, ...unproven })
    expect((await town.look(second)).refunds).toEqual([])
  })

  it('is not asked about if its sender is unknown, since a node can invent any number of those', async () => {
    const id = town.failed()
    town.sent(stranger, 8n, unproven)
    expect((await town.look(id)).state.attention).toBeNull()
  })
})

describe('a question about what one node says', () => {
  const prove = (): void => void (town.transfers = town.transfers.map((one) => ({ ...one, isProven: true })))

  it('is asked again of a part of the refund that the person did not see, once the nodes prove it', async () => {
    const id = town.failed()
    const part = units / 2n
    const hash = town.sent(payee, 8n, { units: part, isProven: false })
    await town.look(id)
    expect(town.asked(id)).toEqual([hash])
    town.answer(id, hash, 'no')
    prove()
    await town.look(id)
    expect(town.asked(id)).toEqual([hash])
  })

  it('is asked, once the nodes prove the transfer, with the amount that they prove', async () => {
    const id = town.failed()
    const hash = town.sent(payee, 8n, { units: units * 1_000n, isProven: false })
    await town.look(id)
    town.transfers = []
    const part = units / 2n
    town.sent(payee, 8n, { hash, units: part })
    await town.look(id)
    expect(readOpenRefunds(town.context.ledger, id)).toMatchObject([{ hash, units: part, isProven: true }])
    town.answer(id, hash, 'part')
    expect(town.record(id).refunds).toMatchObject([{ hash, units: part }])
  })

  it('shows that the nodes prove it once they do', async () => {
    const id = town.failed()
    const hash = town.sent(payee, 8n, { units: units / 2n, isProven: false })
    await town.look(id)
    prove()
    await town.look(id)
    expect(readOpenRefunds(town.context.ledger, id)).toMatchObject([{ hash, isProven: true }])
  })
})

describe('several parts in one transaction', () => {
  it('are each answered', async () => {
    const id = town.failed()
    const part = units / 4n
    const hash = town.sent(payee, 8n, { units: part, logIndex: 1 })
    town.sent(payee, 8n, { units: part, logIndex: 2, hash })
    town.sent(payee, 8n, { units: part, logIndex: 3, hash })
    await town.look(id)
    expect(town.asked(id)).toEqual([hash, hash, hash])
    town.answer(id, hash, 'part')
    town.answer(id, hash, 'part')
    town.answer(id, hash, 'part')
    expect(town.record(id).refunds.map((one) => one.units)).toEqual([part, part, part])
  })

  it('are each declined alone', async () => {
    const id = town.failed()
    const hash = town.sent(payee, 8n, { units: units / 4n, logIndex: 1 })
    town.sent(payee, 8n, { units: units / 3n, logIndex: 2, hash })
    await town.look(id)
    town.answer(id, hash, 'no')
    await town.look(id)
    expect(readOpenRefunds(town.context.ledger, id)).toMatchObject([{ hash, place: 1, units: units / 3n }])
  })
})

describe('a transfer of what another purchase paid', () => {
  it('is not counted as the refund without the fee of one that failed, while that other one is under way', async () => {
    const fee = 100_000n
    const id = town.failed()
    const other = town.failed({ units: units - fee })
    // The service failed and refunded the other one; Till has not read that yet.
    applyEvent(town.context.ledger, other, event('service-status', { status: 'PENDING' }), town.now)
    const hash = town.sent(payee, 8n, { units: units - fee })
    await town.look(id)
    applyEvent(town.context.ledger, other, event('service-status', { status: 'FAILED' }), town.now)
    await town.look(other)
    expect(town.record(other).refunds).toMatchObject([{ hash }])
    expect(town.record(id).state.refund).toBe('none')
  })

  it('is not counted so once the sender of an older question is known either', async () => {
    const fee = 100_000n
    const id = town.failed()
    const without = town.sent(cashier, 8n, { units: units - fee })
    await town.look(id)
    expect(town.asked(id)).toEqual([without])
    const other = town.failed({ units: units - fee })
    const third = town.failed({ units: units * 3n })
    const known = town.sent(cashier, 9n, { units: units * 3n })
    await town.look(third)
    town.answer(third, known, 'all')
    await town.look(id)
    expect(town.record(id).refunds).toEqual([])
    await town.look(other)
    expect(town.record(other).refunds).toMatchObject([{ hash: without }])
  })

  it('of another profile of the same service is not counted so either', async () => {
    const fee = 100_000n
    const id = town.failed()
    const other = town.failed({ units: units - fee, profileId: 'q' })
    const hash = town.sent(payee, 8n, { units: units - fee })
    await town.look(id)
    await town.look(other)
    expect(town.record(other).refunds).toMatchObject([{ hash }])
    expect(town.record(id).state.refund).toBe('none')
  })
})

describe('another purchase whose terms are damaged', () => {
  it('keeps no refund from being found', async () => {
    const [id, damaged] = [town.failed(), town.failed()]
    town.context.ledger.prepare('UPDATE purchases SET terms = substr(terms, 1, 40) WHERE id = ?').run(damaged)
    const hash = town.sent(payee, 8n)
    await town.look(id)
    expect(town.record(id).refunds).toMatchObject([{ hash }])
  })
})
