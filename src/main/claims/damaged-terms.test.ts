import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTestSandbox, type TestSandbox } from '../../testing/purchases/context.ts'
import { openEscrow } from '../../testing/purchases/escrow.ts'
import { twoOfOneSum } from '../../testing/claims/buy-failing.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())

describe('a sum', () => {
  it.each([
    ['are damaged', "json_remove(terms, '$.quote')"],
    ['are no longer JSON', 'substr(terms, 1, 40)'],
  ])('is offered next to a purchase in the same escrow whose terms %s', async (_, damaged) => {
    const till = await sandbox.till()
    const { first, second } = await twoOfOneSum(sandbox, till, await openEscrow(sandbox, { refunds: 'claim-sum' }))
    till.ledger.prepare(`UPDATE purchases SET terms = ${damaged} WHERE id = ?`).run(second.id)
    expect(await first.offer()).toHaveProperty('offerKey')
  })

  it('settles one purchase even if the other one it covers is damaged meanwhile', async () => {
    const till = await sandbox.till()
    const { first, second } = await twoOfOneSum(sandbox, till, await openEscrow(sandbox, { refunds: 'claim-sum' }))
    const { offerKey, purchaseIds } = await first.offer()
    expect(purchaseIds).toEqual([first.id, second.id])
    const { id } = await till.spending.claims.confirm(offerKey, false)
    till.ledger.prepare("UPDATE purchases SET terms = json_remove(terms, '$.quote') WHERE id = ?").run(second.id)
    await first.claimed(id, ({ isCounted }) => isCounted)
    expect(await till.untilSettled(first.id)).toMatchObject({ status: 'refunded' })
  }, 60_000)
})
