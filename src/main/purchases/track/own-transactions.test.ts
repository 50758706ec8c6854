import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestRefunds, payee, type TestRefunds } from '../../../testing/purchases/refunds.ts'

let sandbox: TestRefunds
beforeEach(() => {
  sandbox = openTestRefunds()
})
afterEach(() => sandbox.dispose())

it('what came by a transaction of this wallet is no refund, though the ledger lacks the bytes that were mined', async () => {
  const [id, other] = [sandbox.failed(), sandbox.failed()]
  const [own, refund] = [sandbox.sent(payee, 8n), sandbox.sent(payee, 9n)]
  sandbox.context.ledger.prepare('UPDATE steps SET mined_hash = ? WHERE intent_id = ?').run(own, other)
  await sandbox.poll(id)
  expect(sandbox.record(id).refunds).toMatchObject([{ hash: refund }])
})
