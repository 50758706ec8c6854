import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestRefunds, payee, type TestRefunds } from '../../../testing/purchases/refunds.ts'

let town: TestRefunds
beforeEach(() => {
  town = openTestRefunds()
})
afterEach(() => town.dispose())

it('what came by a transaction of this wallet is no refund, though the ledger lacks the bytes that were mined', async () => {
  const [id, other] = [town.failed(), town.failed()]
  const [own, refund] = [town.sent(payee, 8n), town.sent(payee, 9n)]
  town.context.ledger.prepare('UPDATE steps SET mined_hash = ? WHERE intent_id = ?').run(own, other)
  await town.look(id)
  expect(town.record(id).refunds).toMatchObject([{ hash: refund }])
})
