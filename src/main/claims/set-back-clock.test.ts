import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestSandbox, type TestSandbox, type TestTill } from '../../testing/purchases/context.ts'
import { openEscrow } from '../../testing/purchases/escrow.ts'
import { buyFailing, type FailedPurchase } from '../../testing/claims/buy-failing.ts'
import { refusal } from '../../testing/refusal.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())

const HOUR = 60 * 60_000

/** Two waiting refunds, with the clock set back since the claim of the first was cancelled. */
async function cancelledBefore(till: TestTill): Promise<{ bought: FailedPurchase; other: FailedPurchase }> {
  const contracts = await openEscrow(sandbox, { refunds: 'claim' })
  const [bought, other] = [await buyFailing(sandbox, till, contracts), await buyFailing(sandbox, till, contracts)]
  await bought.until('ready')
  await other.until('ready')
  till.tamper.send = () => Promise.resolve(null)
  const { id } = await bought.claim()
  delete till.tamper.send
  const cancel = await till.spending.claims.offerFee(id, 'cancel')
  await till.spending.claims.confirmFee(id, cancel.offerKey, false)
  await bought.claimed(id, ({ state }) => state === 'cancelled')
  till.clock.skewMs = -HOUR
  return { bought, other }
}

describe('a clock that was set back', () => {
  it('prevents a claim of a refund whose latest claim is under way', async () => {
    const till = await sandbox.till()
    const { bought } = await cancelledBefore(till)
    till.tamper.send = () => Promise.resolve(null)
    const again = await bought.claim()
    expect(again.state).toBe('signed')
    expect(await bought.find()).toMatchObject({ state: 'claiming', claim: { id: again.id } })
    expect(await refusal(bought.offer())).toEqual(['not-allowed', 'claimed'])
  })

  it('lets each of two purchases keep its own refund', async () => {
    const till = await sandbox.till()
    const { bought, other } = await cancelledBefore(till)
    await sandbox.control('chains/meadow', { action: 'pause-mining' })
    await bought.claim()
    // The person presses again.
    await bought.claim().catch(() => null)
    await sandbox.control('chains/meadow', { action: 'resume-mining' })
    await till.untilSettled(bought.id)
    await vi.waitUntil(async () => (await other.authorized()) <= other.total, { timeout: 15_000 })
    expect((await other.find()).state).toBe('ready')
  })
})
