import { getAddress, type Address, type Hash } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import type { PurchaseEvent } from '../../shared/purchase.ts'
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
const answer = (id: string, hash: Hash, isRefund: boolean): string[] =>
  answerRefund(context, record(id), { hash, isRefund })
/** Another process: what it searched is not remembered. */
const restart = (): void => cursors.clear()

it('does not end a purchase as refunded with a transfer that its network took back', async () => {
  const id = failed()
  // One confirmation, and not final: `finalized` is two blocks behind the head.
  sent(payee, head - 1n)
  await look(id)
  // The network takes its newest two blocks back, and the transfer is in none of the others.
  transfers = []
  head += 100n
  const after = await look(id)
  expect(after.state.refund).toBe('none')
})

it('that somebody declined by its transaction can be declined again where another of its transfers is asked about', async () => {
  const id = failed()
  const hash = sent(stranger, 8n, { logIndex: 4 })
  await look(id)
  expect(asked(id)).toEqual([hash])
  answer(id, hash, false)
  expect(asked(id)).toEqual([])
  // A node had dropped the other log of the same transaction.
  sent(stranger, 8n, { hash, logIndex: 7 })
  await look(id)
  expect(asked(id)).toEqual([hash])
  answer(id, hash, false)
  expect(asked(id)).toEqual([])
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
  expect(record(id).refund).toMatchObject({ hash })
}, 60_000)
