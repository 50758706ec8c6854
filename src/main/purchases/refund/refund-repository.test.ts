import { afterEach, beforeEach, expect, it } from 'vitest'
import { plansOf } from '../../../testing/db/plans-of.ts'
import { openTestLedger, type TestLedger } from '../../../testing/purchases/ledger.ts'
import { openTestRefunds, payee } from '../../../testing/purchases/refunds.ts'
import type { PurchaseRecord } from '../purchase-record.ts'
import { owedTo } from './count-refund.ts'
import { readPurchase } from '../purchase-repository.ts'
import {
  declineRefund,
  insertPossibleRefund,
  isPaidElsewhere,
  listOwing,
  readPossibleRefunds,
  selectUncounted,
} from './refund-repository.ts'

let test: TestLedger
let record: PurchaseRecord

beforeEach(() => {
  test = openTestLedger()
  const found = readPurchase(test.context.ledger, test.store())
  if (found === null) throw new Error('The purchase was not stored')
  record = found
})
afterEach(() => test.dispose())

it.each([
  ['the purchases that wait for a refund', 'purchases_owing', () => listOwing(test.context.ledger, record)],
  ['a purchase that paid the same', 'purchases_open_amounts', () => isPaidElsewhere(test.context.ledger, record, 5n)],
  [
    'the own transaction of a transfer',
    'steps_mined',
    () => selectUncounted(test.context.ledger, record.id, [{ hash: '0x01', ordinal: 0, isProven: true }]),
  ],
])('finds %s by an index, however many purchases are open', (_, index, work) => {
  const plans = plansOf(test.context.ledger, work)
  expect(plans.filter((plan) => plan.includes(index))).not.toEqual([])
  expect(plans.filter((plan) => /^SCAN (p|m|purchases|steps)\b/.test(plan))).toEqual([])
})

it('reads what others are owed as from their whole records, refunded in part or not, and omits damaged ones', async () => {
  const refunds = openTestRefunds()
  const [own, whole, part, damaged] = [5n, 7n, 9n, 11n].map((units) => refunds.failed({ units: units * 1_000_000n }))
  const { ledger } = refunds.context
  const hash = refunds.sent(payee, 4n, { units: 1_000_000n })
  await refunds.poll(part!)
  refunds.answer(part!, hash, 'part')
  ledger.prepare("UPDATE purchases SET terms = '{' WHERE id = ?").run(damaged)
  const listed = listOwing(ledger, refunds.record(own!)).map(owedTo)
  const records = [part!, whole!].map((id) => owedTo(refunds.record(id)))
  expect(listed).toHaveLength(2)
  expect(new Set(listed)).toEqual(new Set(records))
  expect(listed.map(({ units }) => units)).toContain(8_000_000n)
  refunds.dispose()
})

it('gives a question without a position the one of its transfer, and asks once', () => {
  const { ledger } = test.context
  const about = { hash: `0x${'1'.repeat(64)}`, sender: payee, units: 5n, isProven: true, isKnown: true } as const
  for (const ordinal of [null, 1])
    insertPossibleRefund(ledger, record.id, { ...about, ordinal, covers: [record.id], happenedAt: null }, 1)
  expect(readPossibleRefunds(ledger, record.id).map(({ ordinal }) => ordinal)).toEqual([1])
})

it('is no refund what the wallet itself signed, mined by then or not', () => {
  const { ledger } = test.context
  const hash = record.steps[0]?.signed[0]?.hash ?? expect.unreachable()
  const transfer = { ordinal: 0, isProven: true } as const
  const other = `0x${'2'.repeat(64)}` as const
  const both = [
    { hash, ...transfer },
    { hash: other, ...transfer },
  ]
  expect(record.steps[0]?.minedHash).toBeNull()
  expect(selectUncounted(ledger, record.id, both).map((one) => one.hash)).toEqual([other])
})

it.each([
  ['wallet', "UPDATE purchases SET from_address = '0x9999999999999999999999999999999999999999' WHERE id = ?"],
  ['coin', "UPDATE purchases SET terms = json_set(terms, '$.token.address', '0x99') WHERE id = ?"],
  ['chain', "UPDATE purchases SET chain_instance = '8:0x0' WHERE id = ?"],
])('compares a refund with no purchase of another %s', (_, change) => {
  const refunds = openTestRefunds()
  const { ledger } = refunds.context
  const [own = '', other = ''] = [refunds.failed(), refunds.failed({ units: 7n })]
  const compared = (): unknown => {
    const found = refunds.record(own)
    return [listOwing(ledger, found).map(({ id }) => id), isPaidElsewhere(ledger, found, 7n)]
  }
  expect(compared()).toEqual([[other], true])
  ledger.prepare(change).run(other)
  expect(compared()).toEqual([[], false])
  refunds.dispose()
})

it('adds up what one service owes, and takes what any other was paid for its own', () => {
  const refunds = openTestRefunds()
  const { ledger } = refunds.context
  const own = refunds.failed()
  refunds.failed({ units: 7n, profileId: 'q' })
  expect(listOwing(ledger, refunds.record(own))).toEqual([])
  expect(isPaidElsewhere(ledger, refunds.record(own), 7n)).toBe(true)
  refunds.dispose()
})

it.each([
  ['a transfer', 1, [0]],
  ['a whole transaction', null, []],
])('does not ask again after %s was declined', (_, declined, left) => {
  const { ledger } = test.context
  const transfer = { hash: `0x${'1'.repeat(64)}`, isProven: true } as const
  const about = { ...transfer, sender: payee, units: 5n, isKnown: true, covers: [record.id], happenedAt: null }
  insertPossibleRefund(ledger, record.id, { ...about, ordinal: declined }, 1)
  declineRefund(ledger, record.id, { ...about, ordinal: declined }, 2)
  const both = [0, 1].map((ordinal) => ({ ...transfer, ordinal }))
  expect(selectUncounted(ledger, record.id, both).map(({ ordinal }) => ordinal)).toEqual(left)
})
