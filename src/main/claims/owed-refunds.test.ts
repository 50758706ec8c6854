import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTestSandbox, type TestSandbox } from '../../testing/purchases/context.ts'
import { openEscrow, operate } from '../../testing/purchases/escrow.ts'
import { buyFailing } from '../../testing/claims/buy-failing.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())

describe('a refund whose registration the service refused', () => {
  it('is claimed from the escrow, which holds it anyway', async () => {
    const till = await sandbox.till()
    const contracts = await openEscrow(sandbox, { escrow: '1.1', refunds: 'none' })
    const bought = await buyFailing(sandbox, till, contracts, { until: 'registered' })
    till.ledger
      .prepare("UPDATE purchases SET registration = 'rejected', service_status = NULL WHERE id = ?")
      .run(bought.id)
    await operate(sandbox, contracts['BandoFulfillmentManagerProxy'], 'registerERC20Fulfillment', [
      bought.serviceId,
      { id: await bought.recordId(), externalID: 'x', receiptURI: '', status: 0 },
    ])
    expect(await bought.authorized()).toBe(bought.total)
    expect((await bought.find()).state).toBe('ready')
    const { id } = await bought.claim()
    await bought.claimed(id, ({ isCounted }) => isCounted)
    expect(await till.untilSettled(bought.id)).toMatchObject({ status: 'refunded', attention: null })
  })
})

describe('a refund that the escrow owes', () => {
  it.each([
    ['the person waived it', "refund = 'waived'"],
    ['the service says that it delivered after all', "service_status = 'SUCCESS'"],
  ])('is claimed although %s', async (_, changed) => {
    const till = await sandbox.till()
    const bought = await buyFailing(sandbox, till, await openEscrow(sandbox, { refunds: 'claim' }))
    await bought.until('ready')
    till.ledger.prepare(`UPDATE purchases SET ${changed} WHERE id = ?`).run(bought.id)
    const { id } = await bought.claim()
    await bought.claimed(id, ({ isCounted }) => isCounted)
    expect(till.view(bought.id).refund.state).toBe('seen')
  })
})
