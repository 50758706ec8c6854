import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestRefunds, payee, type TestRefunds } from '../../../testing/purchases/refunds.ts'

let sandbox: TestRefunds
beforeEach(() => {
  sandbox = openTestRefunds()
})
afterEach(() => sandbox.dispose())

it('coins from a transaction of this wallet are no refund, even if the ledger lacks the mined bytes', async () => {
  const [id, other] = [sandbox.failed(), sandbox.failed()]
  const [own, refund] = [sandbox.sent(payee, 8n), sandbox.sent(payee, 9n)]
  sandbox.context.ledger.prepare('UPDATE steps SET mined_hash = ? WHERE intent_id = ?').run(own, other)
  await sandbox.poll(id)
  expect(sandbox.record(id).refunds).toMatchObject([{ hash: refund }])
})
