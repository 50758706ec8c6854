import { afterEach, beforeEach, expect, it } from 'vitest'
import { insertPossibleRefund } from './refund-repository.ts'
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
  const purchases = [units, units, units * 2n, units / 2n].map((paid) => sandbox.failed({ units: paid }))
  const [first = '', second = '', large = '', small = ''] = purchases
  // It brought half a refund less than the first two and the small one are owed together.
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
  expect(open()).toEqual([first, second, large, small])
  sandbox.answer(small, hash, 'all')
  expect(open()).toEqual([first, second])
  sandbox.answer(first, hash, 'all')
  expect(() => sandbox.answer(second, hash, 'all')).toThrow('This question is closed')
  expect(purchases.map((one) => sandbox.record(one).state.refund)).toEqual(['seen', 'none', 'none', 'seen'])
})
