import { afterEach, beforeEach, expect, it } from 'vitest'
import { plansOf } from '../../../testing/db/plans-of.ts'
import { openTestLedger, type TestLedger } from '../../../testing/purchases/ledger.ts'
import { openTestRefunds, payee } from '../../../testing/purchases/refunds.ts'
import type { PurchaseRecord } from '../purchase-record.ts'
import { owedTo } from './count-refund.ts'
import { readPurchase } from '../purchase-repository.ts'
import { isPaidElsewhere, listOwing, selectUncounted } from './refund-repository.ts'

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
