import type { Address, Hash } from 'viem'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { activityId } from '../../shared/wallet/activity-id.ts'
import type { ActivityPlace } from '../../shared/wallet/activity-views.ts'
import { transferView } from '../../shared/transfers/views.ts'
import { writeReceived } from '../history/received-repository.ts'
import { readDeliveryOrNull } from '../purchases/delivery.ts'
import { figuresOf } from '../purchases/purchase-figures.ts'
import { applyEvent, readSoundPurchase } from '../purchases/purchase-repository.ts'
import { insertCountedRefund } from '../purchases/refund/counted-refund-repository.ts'
import { plansOf } from '../../testing/db/plans-of.ts'
import { findingOf, storeArrival, storeExternal } from '../../testing/external/store-external.ts'
import { storeTransfer } from '../../testing/transfers/store-transfer.ts'
import { scriptedPeople } from '../../testing/fixtures/steps.ts'
import { plausible } from '../../testing/plausible.ts'
import { from, openTestLedger, terms, type TestLedger } from '../../testing/purchases/ledger.ts'
import { readTransfer } from '../transfers/transfer-repository.ts'
import { ownersAmong } from '../people/owner-of.ts'
import { createActivity, type Activity } from './create-activity.ts'

let books: TestLedger
let account: Address | null
let activity: Activity
beforeEach(() => {
  books = openTestLedger()
  account = from
  const { ledger } = books.context
  activity = createActivity({
    ledger,
    address: () => account,
    explorerOf: ({ chainId, hash }) => (chainId === 7 ? `https://explorer.example/tx/${hash}` : null),
    nativeOf: (chainId) => (chainId === 7 ? 'ETH' : null),
    purchases: {
      booked(id) {
        const record = readSoundPurchase(ledger, id)
        return record && figuresOf(record, readDeliveryOrNull(books.context, id))
      },
    },
    people: { owners: () => ownersAmong(scriptedPeople) },
    transfers: {
      get(id) {
        readTransfer(ledger, id)
        return plausible(transferView, { id, amount: '50', symbol: 'USDC' })
      },
    },
  })
})
afterEach(() => books.dispose())

const failed = [
  { type: 'mined' },
  { type: 'confirmed' },
  { type: 'registration-prepared' },
  { type: 'registered', status: 'PENDING' },
  { type: 'service-status', status: 'FAILED' },
] as const

let nonce = 1000
const sent = (at: number, sender: Address = from): string => storeTransfer(books.context.ledger, { at, from: sender })
function refunded(id: string, units: bigint, at: number, type: 'refund-part' | 'refund-seen'): void {
  const { ledger } = books.context
  const hash: Hash = `0x${(nonce++).toString(16).padStart(64, '0')}`
  const refund = { hash, ordinal: 0, units, from: null, evidence: 'payee' as const }
  applyEvent(ledger, id, { type }, at, { write: () => insertCountedRefund(ledger, id, refund, [id]) })
}
function received(at: number, more: { hash?: Hash; ordinal?: number; to?: Address; symbol?: string } = {}): void {
  const { ledger } = books.context
  const { to = from, ordinal = 0, symbol = 'USDC' } = more
  const hash: Hash = more.hash ?? `0x${(nonce++).toString(16).padStart(64, '0')}`
  const one = { hash, ordinal, token: terms.payment.to, symbol, decimals: 6, units: 20_000_000n }
  const blockNumber = BigInt(nonce++)
  writeReceived(ledger, { chainInstance: '7:0x0', address: to }, { from: blockNumber, to: blockNumber }, [
    { ...one, from: terms.payment.recipient, blockNumber, networkName: 'Harbour', happenedAt: at },
  ])
}
function walk(limit: number): string[] {
  const seen: string[] = []
  let after: ActivityPlace | null = null
  do {
    const page = activity.list({ after, limit })
    expect(page.entries.length).toBeLessThanOrEqual(limit)
    seen.push(...page.entries.map((one) => `${one.kind} ${activityId(one)}`))
    after = page.next
  } while (after !== null)
  return seen
}

it('lists purchases, transfers and refunds, newest first, with what each moved', () => {
  const bought = books.store({ createdAt: 1_000, events: failed })
  const transfer = sent(20_000)
  refunded(bought, 2_000_000n, 30_000, 'refund-part')
  refunded(bought, 3_100_000n, 40_000, 'refund-seen')
  const { entries, next } = activity.list({ after: null, limit: 20 })
  expect(entries).toMatchObject([
    { kind: 'refund', at: new Date(40_000).toISOString(), purchase: { id: bought, status: 'refunded' }, amount: '5.1' },
    { kind: 'transfer', at: new Date(20_000).toISOString(), transfer: { id: transfer, amount: '50' } },
    { kind: 'purchase', at: new Date(1_000).toISOString(), purchase: { id: bought }, paid: '5.1' },
  ])
  expect(next).toBeNull()
})

it('names the saved person that a purchase went to', () => {
  books.store({ createdAt: 1_000, reference: '+525512345678' })
  books.store({ createdAt: 2_000, reference: '+525587654321' })
  const people = activity.list({ after: null, limit: 20 }).entries.map((one) => 'person' in one && one.person)
  expect(people).toEqual([null, 'Ana'])
})

it('lists what came from elsewhere, but neither a refund nor an own transaction a second time', () => {
  const { ledger } = books.context
  const bought = books.store({ createdAt: 1_000, events: failed })
  refunded(bought, 5_100_000n, 30_000, 'refund-seen')
  const refund = ledger.prepare('SELECT hash FROM counted_refunds').pluck().get() as Hash
  received(30_000, { hash: refund })
  received(31_000, { hash: refund, ordinal: 1, symbol: 'USDT' })
  received(32_000, { hash: ledger.prepare('SELECT hash FROM signed_transactions').pluck().get() as Hash })
  received(33_000)
  received(34_000, { to: terms.payment.recipient })
  const { entries } = activity.list({ after: null, limit: 20 })
  expect(entries).toMatchObject([
    { kind: 'received', at: new Date(33_000).toISOString(), amount: '20', symbol: 'USDC', networkName: 'Harbour' },
    {
      kind: 'received',
      explorerUrl: `https://explorer.example/tx/${refund}`,
      amount: '20',
      symbol: 'USDT',
      sender: terms.payment.recipient,
    },
    { kind: 'refund' },
    { kind: 'purchase' },
  ])
})

it('says that a purchase which never cost anything paid nothing', () => {
  books.store({ events: [{ type: 'reverted' }] })
  expect(activity.list({ after: null, limit: 1 }).entries).toMatchObject([
    { purchase: { status: 'not-paid' }, paid: null },
  ])
})

it.each([1, 2, 3, 7, 100])(
  'has each entry on exactly one of the pages of %i, also entries of the same moment',
  (limit) => {
    const ids = Array.from({ length: 4 }, () => books.store({ createdAt: 5_000, events: failed }))
    for (const id of ids) refunded(id, 5_100_000n, 5_000, 'refund-seen')
    sent(5_000)
    sent(5_000)
    sent(4_999)
    received(5_000)
    received(5_000)
    const seen = walk(limit)
    expect(seen).toHaveLength(13)
    expect(new Set(seen).size).toBe(13)
    expect(seen).toEqual(walk(100))
  },
)

it('lists the account in use only, in any case of its letters', () => {
  const other: Address = '0x00000000000000000000000000000000000000aB'
  books.store()
  const theirs = sent(9_000, other)
  expect(walk(10)).toHaveLength(1)
  account = '0x00000000000000000000000000000000000000Ab'
  expect(walk(10)).toEqual([`transfer ${theirs}`])
  account = null
  expect(walk(10)).toEqual([])
})

it('leaves out a damaged purchase, and goes on behind it', () => {
  const { ledger } = books.context
  const damaged = books.store({ createdAt: 3_000 })
  const sound = books.store({ createdAt: 2_000 })
  ledger.prepare("UPDATE purchases SET terms = '{' WHERE id = ?").run(damaged)
  ledger.prepare("UPDATE purchase_events SET event = '{' WHERE purchase_id = ?").run(damaged)
  expect(walk(1)).toEqual([`purchase ${sound}`])
})

it('leaves out a damaged transfer, and a damaged record of what came', () => {
  const { ledger } = books.context
  ledger.prepare("UPDATE transfers SET coin = '{}' WHERE id = ?").run(sent(3_000))
  received(2_000)
  ledger.pragma('ignore_check_constraints = ON')
  ledger.prepare("UPDATE received_transfers SET sender = 'nobody'").run()
  const sound = sent(1_000)
  expect(walk(10)).toEqual([`transfer ${sound}`])
})

it('lists coins that bought nothing, as a question, unused or back', () => {
  const payment = storeExternal(books.context, { at: 500 })
  const of = (digit: number, more: Partial<Parameters<typeof findingOf>[0]>) =>
    findingOf({ hash: `0x${String(digit).repeat(64)}`, at: digit * 1_000, ...more })
  storeArrival(books.context, payment, of(1, {}))
  storeArrival(books.context, payment, of(2, { from: terms.payment.recipient }))
  storeArrival(books.context, payment, of(3, { units: 1_000_000n }))
  const { ledger } = books.context
  ledger.prepare('UPDATE external_arrivals SET answered_at = 9 WHERE arrived_at = 2000').run()
  ledger.prepare('UPDATE external_arrivals SET returned_at = 9 WHERE arrived_at = 3000').run()
  const unused = { kind: 'unused', paymentId: payment, brandName: 'Oak', symbol: 'USDC' }
  expect(activity.list({ after: null, limit: 20 }).entries).toMatchObject([
    { ...unused, at: new Date(3_000).toISOString(), amount: '1', isOwn: true, state: 'back' },
    { ...unused, at: new Date(2_000).toISOString(), amount: '2', isOwn: false, state: 'unused' },
    { ...unused, at: new Date(1_000).toISOString(), amount: '2', isOwn: true, state: 'question' },
  ])
})

function charge(id: string, fee: bigint): void {
  books.context.ledger
    .prepare(
      `UPDATE steps SET fee_units = :fee,
         mined_hash = (SELECT hash FROM signed_transactions t WHERE t.intent_id = steps.intent_id) WHERE intent_id = :id`,
    )
    .run({ id, fee: fee.toString() })
}

it('adds the network fees since a moment per coin, for the account in use', () => {
  const month = 1_000_000
  charge(books.store({ createdAt: month - 1, events: failed }), 5n * 10n ** 18n)
  charge(books.store({ createdAt: month, events: failed }), 10n ** 15n)
  charge(books.store({ createdAt: month + 9, events: [{ type: 'reverted' }] }), 2n * 10n ** 15n)
  charge(books.store({ createdAt: month, chainInstance: '8:0x0', events: failed }), 10n ** 18n)
  books.store({ createdAt: month })
  const since = new Date(month).toISOString()
  expect(activity.feesSince(since)).toEqual([{ symbol: 'ETH', amount: '0.003' }])
  account = '0x00000000000000000000000000000000000000ab'
  expect(activity.feesSince(since)).toEqual([])
  account = null
  expect(activity.feesSince(since)).toEqual([])
})

it('finds the activity and the fees of an account by indexes', () => {
  const plans = plansOf(books.context.ledger, () => {
    activity.list({ after: null, limit: 20 })
    activity.feesSince(new Date(0).toISOString())
  })
  for (const index of [
    'purchases_account',
    'transfers_account',
    'received_transfers_account',
    'signed_transactions_newest',
  ])
    expect(
      plans.filter((plan) => plan.includes(index)),
      index,
    ).not.toEqual([])
  expect(plans.filter((plan) => /^SCAN (purchases|transfers|steps|t|s|p|e)\b/.test(plan))).toEqual([])
})
