import { afterEach, beforeEach, expect, it } from 'vitest'
import { readClaimFee } from './counted-refund-repository.ts'
import { insertPossibleRefund, readPossibleRefunds } from './refund-repository.ts'
import { from, terms } from '../../../testing/purchases/ledger.ts'
import { openTestRefunds, payee, units, type TestRefunds } from '../../../testing/purchases/refunds.ts'

let sandbox: TestRefunds
beforeEach(() => {
  sandbox = openTestRefunds()
})
afterEach(() => sandbox.dispose())

const [id, hash] = ['0b6c1f5e-6a53-4c0f-9a10-000000000777', `0x${'c1'.repeat(32)}` as const]

it('each purchase takes its share of a claim, and no question stays if the rest does not suffice for it', () => {
  const { ledger } = sandbox.context
  const paid = [units, units, units * 2n, units / 2n, units / 2n]
  const purchases = paid.map((one) => sandbox.failed({ units: one }))
  const [first = '', second = '', large = '', small = '', last = ''] = purchases
  // It brought what the first, the small and the last one are owed together.
  const uncovered = units * 2n
  ledger.exec(`
    INSERT INTO intents VALUES ('${id}', 'claim');
    INSERT INTO steps VALUES ('${id}', 0, 'claim', 'final', '7:0x0', '${from}', 99, '${hash}', 3, '0x', '1', NULL, 0);
    INSERT INTO claims (id, created_at, counted_at, profile_id, chain_instance, from_address, network, coin, token, router, vault,
      service_id, units, uncovered, ordinal)
    VALUES ('${id}', 1, 9, 'p', '7:0x0', '${from}', '{}', '{}', '${terms.token.address}', '${payee}', '${payee}',
      '7', '${uncovered}', '${uncovered}', 0);
  `)
  for (const openQuestions of purchases) {
    const owed = sandbox.record(openQuestions).terms.payment.units
    const known = { sender: payee, isProven: true, isKnown: true, covers: [openQuestions], happenedAt: null }
    insertPossibleRefund(ledger, openQuestions, { hash, ordinal: 0, units: owed, ...known }, 1)
  }
  const open = (): string[] => purchases.filter((openQuestions) => sandbox.openQuestions(openQuestions).length > 0)
  expect(open()).toEqual([first, second, large, small, last])
  const declined = sandbox.failed({ units: units * 3n })
  const about = { sender: payee, isProven: true, isKnown: true, covers: [declined], happenedAt: null }
  insertPossibleRefund(ledger, declined, { hash, ordinal: 0, units: units * 3n, ...about }, 1)
  sandbox.answer(declined, hash, 'no')
  sandbox.answer(small, hash, 'all')
  expect(open()).toEqual([first, second, last])
  // A no stays: it is not asked about again.
  expect(readPossibleRefunds(ledger, declined)).toMatchObject([{ declinedAt: sandbox.now }])
  sandbox.answer(first, hash, 'all')
  expect(() => sandbox.answer(second, hash, 'all')).toThrow('This question is closed')
  sandbox.answer(last, hash, 'all')
  expect(purchases.map((one) => sandbox.record(one).state.refund)).toEqual(['seen', 'none', 'none', 'seen', 'seen'])
  // A fee that brought several refunds is none of a single one.
  const cover = ledger.prepare("INSERT INTO claim_purchases VALUES (?, ?, '1')")
  cover.run(id, first)
  expect(readClaimFee(ledger, hash)).toBe(1n)
  cover.run(id, small)
  expect(readClaimFee(ledger, hash)).toBeNull()
})
