import { getAddress, type Address, type Hash } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import type { PurchaseEvent, RefundWord } from '../../shared/purchase.ts'
import type { Chain, ListedTransfer } from '../chain/chain.ts'
import { answerRefund } from './answer-refund.ts'
import { buildProof } from './build-proof.ts'
import { findRefund, type RefundCursors } from './find-refund.ts'
import type { PurchaseContext } from './purchase-context.ts'
import { payStep, type PurchaseRecord } from './purchase-record.ts'
import { applyEvent, readEvents, readPurchase } from './purchase-repository.ts'
import { readOpenRefunds } from './refund-repository.ts'
import { from as own, openTestLedger, terms, type StoreOptions, type TestLedger } from './test-ledger.ts'

const address = (digit: number): Address => `0x${String(digit).repeat(40)}`
const { recipient: payee, units } = terms.payment
const [stranger, cashier, router] = [address(5), address(6), address(7)]
/** The block the payment is in. */
const PAID_IN = 3n

let books: TestLedger
let context: PurchaseContext
let cursors: RefundCursors
let now: number
let transfers: ListedTransfer[]
let head: bigint
let blockTimes: boolean
beforeEach(() => {
  books = openTestLedger()
  now = 100_000
  cursors = new Map()
  transfers = []
  head = 20n
  blockTimes = true
  context = {
    ...books.context,
    now: () => now,
    onChanged: () => undefined,
    service: () => null,
  } as unknown as PurchaseContext
})
afterEach(() => books.dispose())

/** As much of a chain as a refund needs: `finalized` is two blocks behind. */
const chain = {
  head: async () => head,
  finalized: async () => head - 2n,
  transfersTo: async (token: Address, to: Address, first: bigint, last: bigint) =>
    transfers.filter(
      (one) => one.token === token && one.to === to && one.blockNumber >= first && one.blockNumber <= last,
    ),
  async blockTime(block: bigint) {
    if (!blockTimes) throw new AppError('network-unreachable', 'No time')
    return Number(block) * 1000
  },
} as unknown as Chain

const event = (type: PurchaseEvent['type'], more: object = {}): PurchaseEvent => ({ type, ...more }) as PurchaseEvent
function failed(options: StoreOptions = {}): string {
  const events = [event('mined'), event('confirmed'), event('registration-prepared')]
  const settled = [event('registered', { status: 'FAILED' }), event('finalized')]
  return books.store({ ...options, events: [...events, ...settled] })
}
function sent(from: Address, blockNumber: bigint, given: Partial<ListedTransfer> = {}): Hash {
  const hash: Hash = `0x${(transfers.length + 1).toString(16).padStart(64, '0')}`
  const one = { hash, logIndex: 0, token: terms.token.address ?? own, from, to: own, units, blockNumber }
  transfers.push({ ...one, isProven: true, ...given })
  return one.hash
}
function record(id: string): PurchaseRecord {
  const found = readPurchase(context.ledger, id)
  if (found === null) throw new Error('None')
  return found
}
async function look(id: string): Promise<PurchaseRecord> {
  if (record(id).state.refund === 'none') await findRefund(context, chain, record(id), cursors)
  return record(id)
}
const asked = (id: string): Hash[] => readOpenRefunds(context.ledger, id).map(({ hash }) => hash)
const answer = (id: string, hash: Hash, word: RefundWord): string[] => answerRefund(context, record(id), { hash, word })
/** Another process: what it searched is not remembered. */
const restart = (): void => cursors.clear()

describe('a transfer that counts as the refund without a question', () => {
  it('counts for each of two purchases where one transaction pays both back', async () => {
    const [first, second, third] = [failed(), failed(), failed()]
    const hash = sent(payee, 8n, { logIndex: 4 })
    sent(payee, 8n, { hash, logIndex: 7 })
    expect((await look(first)).refunds[0]).toMatchObject({ hash, place: 0 })
    expect((await look(second)).refunds[0]).toMatchObject({ hash, place: 1 })
    expect((await look(third)).refunds).toEqual([])
  })

  it('counts once though its block was replaced, with other logs before it', async () => {
    const [first, second] = [failed(), failed()]
    const hash = sent(payee, 8n, { logIndex: 4 })
    await look(first)
    transfers = []
    sent(payee, 9n, { hash, logIndex: 12 })
    expect((await look(second)).refunds).toEqual([])
  })

  it('counts once though a node that numbers its logs otherwise lists it behind another of its transaction', async () => {
    const [first, second] = [failed(), failed()]
    const hash = sent(payee, 8n, { logIndex: 1 })
    sent(payee, 8n, { hash, logIndex: 2, units: units + 1n })
    await look(first)
    transfers = []
    sent(payee, 8n, { hash, logIndex: 0, units: units + 1n })
    sent(payee, 8n, { hash, logIndex: 3 })
    expect((await look(second)).refunds).toEqual([])
  })

  it('is not found in a transaction of which nobody wrote down which transfer counted', async () => {
    const [first, second] = [failed(), failed()]
    const hash = sent(payee, 8n, { logIndex: 4 })
    await look(first)
    context.ledger.prepare('UPDATE counted_refunds SET place = NULL').run()
    sent(payee, 8n, { hash, logIndex: 7 })
    expect((await look(second)).refunds).toEqual([])
  })

  it('is found although nodes lacked its logs for longer than a look reads again, once the wait has doubled', async () => {
    const id = failed()
    head = 2_000n
    now += 60_000
    await look(id)
    const hash = sent(payee, 20n)
    head += 1n
    expect((await look(id)).refunds).toEqual([])
    now += 10 * 60_000
    expect((await look(id)).refunds[0]).toMatchObject({ hash })
  })

  it('is looked for in many blocks again only each time the wait has doubled', async () => {
    const id = failed()
    head = 2_000n
    const froms: bigint[] = []
    const noting = {
      ...chain,
      transfersTo: async (_: Address, __: Address, first: bigint) => (froms.push(first), []),
    } as unknown as Chain
    for (let minute = 0; minute < 50; minute++) {
      now += 60_000
      head += 1n
      await findRefund(context, noting, record(id), cursors)
    }
    // The first look of all, and after 10, 20 and 40 minutes.
    expect(froms.filter((first) => first === PAID_IN)).toHaveLength(4)
  })

  it('comes from whom the purchase paid, once it is final', async () => {
    const id = failed()
    const hash = sent(payee, head)
    expect((await look(id)).refunds).toEqual([])
    head += 1n
    expect((await look(id)).refunds).toEqual([])
    head += 1n
    expect(await look(id)).toMatchObject({
      state: { refund: 'seen', attention: null },
      refunds: [{ hash, units, from: payee, evidence: 'payee' }],
    })
  })

  it('comes from whom the router paid on, and from nobody whom another payment reached', async () => {
    const id = failed({ shape: 'router', recipient: router })
    const paid = payStep(record(id)).minedHash ?? '0x'
    sent(router, PAID_IN, { hash: paid, to: cashier })
    sent(address(8), PAID_IN, { to: stranger })
    sent(address(8), PAID_IN, { hash: paid, to: stranger })
    sent(own, PAID_IN, { to: stranger })
    const others = sent(stranger, 8n)
    expect((await look(id)).refunds).toEqual([])
    expect(asked(id)).toEqual([others])
    const hash = sent(cashier, 19n)
    head += 1n
    expect((await look(id)).refunds[0]).toMatchObject({ hash, evidence: 'payee' })
  })

  it('counts for one of two purchases of the same amount, the second transfer for the other', async () => {
    const ids = [failed(), failed()]
    const first = sent(payee, 8n)
    for (const id of ids) await look(id)
    expect(ids.map((id) => record(id).refunds[0]?.hash ?? null)).toEqual([first, null])
    const second = sent(payee, 20n)
    head += 5n
    for (const id of ids) await look(id)
    expect(ids.map((id) => record(id).refunds[0]?.hash ?? null)).toEqual([first, second])
  })

  it('counts once where two purchases look for it at the same moment', async () => {
    const ids = [1, 2].map(() => failed({ shape: 'router', recipient: router }))
    for (const id of ids) sent(router, PAID_IN, { hash: payStep(record(id)).minedHash ?? '0x', to: cashier })
    sent(cashier, 8n)
    await Promise.all(ids.map(look))
    expect(ids.filter((id) => record(id).refunds.length > 0)).toHaveLength(1)
  })

  it('is found behind any number of strangers, and ends the question about them', async () => {
    const id = failed()
    sent(stranger, 5n)
    sent(cashier, 6n)
    expect((await look(id)).state).toMatchObject({ refund: 'none', attention: 'refund-possible' })
    const hash = sent(payee, 20n)
    head += 2n
    expect(await look(id)).toMatchObject({ state: { refund: 'seen', attention: null }, refunds: [{ hash }] })
  })
})

describe('a transfer by anybody else', () => {
  it('is asked about once it is final, with its time, and does not end the wait', async () => {
    const id = failed()
    const hash = sent(stranger, head - 1n)
    expect((await look(id)).state).toMatchObject({ refund: 'none', attention: null })
    expect(asked(id)).toEqual([])
    head += 1n
    expect((await look(id)).state).toMatchObject({ refund: 'none', attention: 'refund-possible' })
    expect(readOpenRefunds(context.ledger, id)).toEqual([
      {
        ...{ hash, place: 0, sender: stranger, units, isProven: true, isKnown: false, covers: [id] },
        ...{ happenedAt: 19_000, declinedAt: null },
      },
    ])
  })

  it('is asked about without its time where no node tells it', async () => {
    const id = failed()
    blockTimes = false
    sent(stranger, 8n)
    await look(id)
    expect(readOpenRefunds(context.ledger, id)).toMatchObject([{ happenedAt: null }])
  })

  it('of another amount, or from the wallet to itself, is not asked about', async () => {
    const id = failed()
    sent(stranger, 8n, { units: units + 1n })
    sent(own, 8n)
    expect((await look(id)).state.attention).toBeNull()
  })

  it('takes the place of a refund that is missing, and leaves what else is asked alone', async () => {
    const [missing, other] = [failed(), failed()]
    applyEvent(context.ledger, missing, { type: 'attention-raised', reason: 'refund-missing' }, now)
    expect((await look(missing)).state.attention).toBe('refund-missing')
    applyEvent(context.ledger, other, { type: 'attention-raised', reason: 'registered-differently' }, now)
    sent(stranger, 19n)
    head += 2n
    expect((await look(missing)).state.attention).toBe('refund-possible')
    expect((await look(other)).state.attention).toBe('registered-differently')
    applyEvent(context.ledger, other, { type: 'attention-cleared' }, now)
    expect((await look(other)).state.attention).toBe('refund-possible')
  })

  it('that the person says is the refund ends the wait, in the journal with its time; said twice it is said once', async () => {
    const id = failed()
    const hash = sent(stranger, 8n)
    await look(id)
    now += 7_000
    answer(id, hash, 'all')
    answer(id, hash, 'all')
    expect(record(id)).toMatchObject({
      state: { refund: 'seen', attention: null },
      refunds: [{ hash, units, from: stranger, evidence: 'person' }],
    })
    const said = readEvents(context.ledger, id).filter(({ type }) => type === 'refund-confirmed')
    expect(said).toMatchObject([{ at: now }])
    expect(() => answer(id, hash, 'no')).toThrow(AppError)
  })

  it('that the person says is not the refund is never asked about again for this purchase, and the wait goes on', async () => {
    const id = failed()
    const hash = sent(stranger, 8n)
    await look(id)
    answer(id, hash, 'no')
    answer(id, hash, 'no')
    expect(record(id).state).toMatchObject({ refund: 'none', attention: null })
    restart()
    expect((await look(id)).state).toMatchObject({ refund: 'none', attention: null })
    expect(readEvents(context.ledger, id).filter(({ type }) => type === 'refund-declined')).toHaveLength(1)
    expect(() => answer(id, hash, 'all')).toThrow(AppError)
    const real = sent(payee, 20n)
    head += 2n
    expect((await look(id)).refunds[0]).toMatchObject({ hash: real, evidence: 'payee' })
  })

  it('leads to the next one when it is declined', async () => {
    const id = failed()
    const hashes = [sent(stranger, 8n), sent(cashier, 9n)] as const
    await look(id)
    answer(id, hashes[0], 'no')
    expect([record(id).state.attention, asked(id)]).toEqual(['refund-possible', [hashes[1]]])
  })

  it('that was declined does not count either once its sender is known', async () => {
    const id = failed()
    const hashes = [sent(cashier, 8n), sent(cashier, 9n)] as const
    await look(id)
    answer(id, hashes[0], 'no')
    const other = failed()
    await look(other)
    answer(other, hashes[1], 'all')
    restart()
    expect((await look(id)).refunds).toEqual([])
  })

  it('that somebody declined by its transaction can be declined again where another of its transfers is asked about', async () => {
    const id = failed()
    const hash = sent(stranger, 8n, { logIndex: 4 })
    await look(id)
    expect(asked(id)).toEqual([hash])
    answer(id, hash, 'no')
    expect(asked(id)).toEqual([])
    // A node had dropped the other log of the same transaction.
    sent(stranger, 8n, { hash, logIndex: 7 })
    await look(id)
    expect(asked(id)).toEqual([hash])
    answer(id, hash, 'no')
    expect(asked(id)).toEqual([])
  })

  it('that is the refund of one purchase is asked about for no other', async () => {
    const [one, two] = [failed(), failed()]
    const hash = sent(stranger, 8n)
    for (const id of [one, two]) expect((await look(id)).state.attention).toBe('refund-possible')
    expect(answer(one, hash, 'all')).toEqual([two])
    expect(record(two).state).toMatchObject({ refund: 'none', attention: null })
    expect(() => answer(two, hash, 'all')).toThrow(AppError)
    restart()
    expect((await look(two)).state).toMatchObject({ refund: 'none', attention: null })
  })

  it('makes its sender known to the same service on the same chain, and to no other', async () => {
    const [one, two, three] = [failed(), failed(), failed({ profileId: 'q' })]
    const elsewhere = failed({ chainInstance: '8:0x0' })
    const hashes = [8n, 9n, 10n, 11n].map((block) => sent(cashier, block))
    for (const id of [one, two, three, elsewhere]) await look(id)
    answer(one, hashes[0] ?? '0x', 'all')
    // What was asked about already counts now.
    expect((await look(two)).refunds[0]).toMatchObject({ hash: hashes[1], from: cashier, evidence: 'known-sender' })
    for (const id of [three, elsewhere]) expect((await look(id)).state.attention).toBe('refund-possible')
  })

  it('is asked about no longer once the service delivered after all, or the refund was given up', async () => {
    for (const over of [event('service-status', { status: 'SUCCESS' }), event('refund-waived')]) {
      const id = failed()
      const hash = sent(stranger, 8n)
      await look(id)
      applyEvent(context.ledger, id, over, now)
      expect(record(id).state.attention).toBeNull()
      expect(() => answer(id, hash, 'all')).toThrow(AppError)
    }
  })

  it('that is found while the person gives the refund up is not asked about', async () => {
    const id = failed()
    sent(stranger, 8n)
    const blockTime = async (): Promise<number> => {
      applyEvent(context.ledger, id, event('refund-waived'), now)
      return 8_000
    }
    await findRefund(context, { ...chain, blockTime }, record(id), cursors)
    expect(record(id).state).toMatchObject({ refund: 'waived', attention: null })
  })

  it('is in the proof with the answer', async () => {
    const id = failed()
    const hashes = [sent(stranger, 8n), sent(cashier, 9n)] as const
    await look(id)
    answer(id, hashes[0], 'no')
    answer(id, hashes[1], 'all')
    expect(JSON.parse(buildProof(context, record(id)))).toMatchObject({
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
    const id = failed()
    const hash = sent(payee, head - 1n, unproven)
    expect((await look(id)).state).toMatchObject({ refund: 'none', attention: null })
    head += 1n
    expect((await look(id)).state).toMatchObject({ refund: 'none', attention: 'refund-possible' })
    restart()
    expect((await look(id)).refunds).toEqual([])
    expect(readOpenRefunds(context.ledger, id)).toMatchObject([{ hash, isProven: false }])
    answer(id, hash, 'all')
    expect(record(id)).toMatchObject({ state: { refund: 'seen' }, refunds: [{ hash, evidence: 'person' }] })
  })

  it('counts without an answer once they prove it, even after the person said no', async () => {
    const [asking, declined] = [failed(), failed()]
    const hashes = [sent(payee, 8n, unproven), sent(payee, 9n, unproven)] as const
    for (const id of [asking, declined]) await look(id)
    for (const hash of hashes) answer(declined, hash, 'no')
    restart()
    expect((await look(declined)).state).toMatchObject({ refund: 'none', attention: null })
    transfers = transfers.map((one) => ({ ...one, isProven: true }))
    restart()
    expect((await look(asking)).refunds[0]).toMatchObject({ hash: hashes[0], evidence: 'payee' })
    expect((await look(declined)).refunds[0]).toMatchObject({ hash: hashes[1], evidence: 'payee' })
  })

  it('moves none that is proven, wherever in the same transaction a node invents it', async () => {
    const [first, second] = [failed(), failed()]
    const hash = sent(payee, 8n, { logIndex: 4 })
    await look(first)
    sent(payee, 8n, { hash, logIndex: 1, ...unproven })
    expect((await look(second)).refunds).toEqual([])
  })

  it('is no question where a stranger sent it, since a node can invent any number of those', async () => {
    const id = failed()
    sent(stranger, 8n, unproven)
    expect((await look(id)).state.attention).toBeNull()
  })
})

describe('a refund of another amount', () => {
  const fee = 100_000n
  const less = units - fee

  it('counts where the payee keeps the fee of the service, with what came', async () => {
    const id = failed()
    const hash = sent(payee, 8n, { units: less })
    expect(await look(id)).toMatchObject({
      state: { refund: 'seen' },
      refunds: [{ hash, units: less, evidence: 'payee' }],
    })
  })

  it('is asked about where a stranger keeps the fee, and makes the stranger known', async () => {
    const [one, two] = [failed(), failed()]
    const hash = sent(cashier, 8n, { units: less })
    await look(one)
    answer(one, hash, 'all')
    expect(record(one)).toMatchObject({ state: { refund: 'seen' }, refunds: [{ units: less, evidence: 'person' }] })
    const next = sent(cashier, 9n, { units: less })
    expect((await look(two)).refunds).toMatchObject([{ hash: next, evidence: 'known-sender' }])
  })

  it('without the fee is for the purchase that paid exactly that, not for one that paid more', async () => {
    const [more, exact] = [failed(), failed({ units: less })]
    sent(payee, 8n, { units: less })
    expect((await look(more)).state).toMatchObject({ refund: 'none', attention: null })
    expect((await look(exact)).state.refund).toBe('seen')
  })

  it('is asked about where the payee sent less, and as a part leaves the rest to be awaited', async () => {
    const id = failed()
    const [first, second] = [sent(payee, 8n, { units: 2_000_000n }), sent(payee, 9n, { units: units - 2_000_000n })]
    expect((await look(id)).state).toMatchObject({ refund: 'none', attention: 'refund-possible' })
    answer(id, first, 'part')
    answer(id, first, 'part')
    expect(record(id).state).toMatchObject({ refund: 'none', attention: 'refund-possible' })
    restart()
    const whole = await look(id)
    expect(whole.state).toMatchObject({ refund: 'seen', attention: null })
    expect(whole.refunds).toMatchObject([
      { hash: first, units: 2_000_000n, evidence: 'person' },
      { hash: second, units: units - 2_000_000n, evidence: 'payee' },
    ])
  })

  it('ends the wait where the person says that what came is all of it', async () => {
    const id = failed()
    const hash = sent(payee, 8n, { units: 2_000_000n })
    await look(id)
    answer(id, hash, 'all')
    expect(record(id)).toMatchObject({ state: { refund: 'seen' }, refunds: [{ hash, units: 2_000_000n }] })
  })

  it('is asked about where the payee sent more', async () => {
    const id = failed()
    sent(payee, 8n, { units: units + 1n })
    expect((await look(id)).state.attention).toBe('refund-possible')
  })

  it.each([
    ['with their fees', 0n],
    ['without their fees', fee],
  ])('that two purchases paid together is asked about and ends both, %s', async (_, kept) => {
    const [one, two] = [failed(), failed({ units: 7_000_000n })]
    const sum = units + 7_000_000n - 2n * kept
    const hash = sent(stranger, 8n, { units: sum })
    for (const id of [one, two]) expect((await look(id)).state.attention).toBe('refund-possible')
    expect(readOpenRefunds(context.ledger, one)).toMatchObject([{ covers: [one, two] }])
    expect(answer(one, hash, 'all')).toEqual([two])
    expect(record(one)).toMatchObject({ state: { refund: 'seen' }, refunds: [{ hash, units: units - kept }] })
    expect(record(two)).toMatchObject({ state: { refund: 'seen' }, refunds: [{ hash, units: 7_000_000n - kept }] })
  })

  it('that two purchases paid together counts for neither once one of them was paid back otherwise', async () => {
    const [one, two] = [failed(), failed({ units: 7_000_000n })]
    const hash = sent(payee, 8n, { units: units + 7_000_000n })
    await look(one)
    sent(payee, 9n, { units: 7_000_000n })
    await look(two)
    expect(() => answer(one, hash, 'all')).toThrow(AppError)
    expect(record(one)).toMatchObject({ state: { refund: 'none' }, refunds: [] })
  })

  it('from a stranger is no question where it is no sum of what is owed', async () => {
    const [one] = [failed(), failed({ units: 7_000_000n })]
    sent(stranger, 8n, { units: 2_000_000n })
    expect((await look(one)).state.attention).toBeNull()
  })
})

describe('the search for a refund', () => {
  it('does not end a purchase as refunded with a transfer that its network took back', async () => {
    const id = failed()
    // One confirmation, and not final: `finalized` is two blocks behind the head.
    sent(payee, head - 1n)
    await look(id)
    // The network takes its newest two blocks back, and the transfer is in none of the others.
    transfers = []
    head += 100n
    expect((await look(id)).state.refund).toBe('none')
  })

  it('is found on a chain of quarter seconds though Till is closed every evening', async () => {
    const HOUR = 60 * 60_000
    const blocksIn = (ms: number): bigint => BigInt(ms / 250)
    const id = failed()
    // Paid and failed on Monday; the refund comes on Friday night.
    const monday = now
    const start = head
    const at = (ms: number): void => {
      now = monday + ms
      head = start + blocksIn(ms)
    }
    const friday = 4 * 24 * HOUR
    const hash = sent(payee, start + blocksIn(friday + 12 * HOUR))
    // Eight hours a day, a look every ten minutes, which is how often Till looks after the first day.
    for (let day = 5; day <= 14 && record(id).state.refund === 'none'; day++) {
      restart()
      for (let ms = 0; ms < 8 * HOUR; ms += 10 * 60_000) {
        at(day * 24 * HOUR + ms)
        await look(id)
      }
    }
    expect(record(id).refunds).toMatchObject([{ hash }])
  }, 60_000)
})
