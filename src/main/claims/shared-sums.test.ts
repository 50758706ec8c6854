import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestSandbox, type TestSandbox, type TestTill } from '../../testing/purchases/context.ts'
import { openEscrow, operate } from '../../testing/purchases/escrow.ts'
import { readClaim } from './claim-repository.ts'
import { buyFailing, twoOfOneSum, withdrawElsewhere, type FailedPurchase } from '../../testing/claims/buy-failing.ts'
import { soon } from '../../testing/soon.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())

const nonceOf = (till: TestTill): Promise<number> =>
  sandbox.rpc('meadow').getTransactionCount({ address: till.address })
const pooled = (till: TestTill): Promise<number> =>
  sandbox.rpc('meadow').getTransactionCount({ address: till.address, blockTag: 'pending' })

/**
 * A sum of two refunds that was claimed and counted for one of them. A third one of the same amount was withdrawn elsewhere, by a
 * transaction that the nodes do not show.
 */
async function paidBesideGone() {
  const till = await sandbox.till()
  const contracts = await openEscrow(sandbox, { refunds: 'claim-sum' })
  const gone = await buyFailing(sandbox, till, contracts)
  await gone.until('ready')
  const hidden = new Set<string>()
  const chain = till.chain('meadow')
  till.tamper.transfersTo = async (...input) =>
    (await chain.transfersTo(...input)).filter(({ hash }) => !hidden.has(hash))
  hidden.add(await withdrawElsewhere(sandbox, till, contracts, [gone.serviceId, gone.token, till.address]))
  expect((await gone.find()).state).toBe('withdrawn')
  const { first, second } = await twoOfOneSum(sandbox, till, contracts)
  const { offerKey, purchaseIds } = await first.offer()
  expect(purchaseIds).toEqual([first.id])
  const { id } = await till.spending.claims.confirm(offerKey, false)
  await first.claimed(id, ({ isCounted }) => isCounted)
  expect(await first.authorized()).toBe(0n)
  expect(till.view(first.id).status).toBe('refunded')
  return { till, gone, second, hidden, id }
}

const input = (till: TestTill, ...purchases: readonly FailedPurchase[]): Promise<unknown> =>
  Promise.all(purchases.map(({ id }) => till.until(id, ({ attention }) => attention === 'refund-possible')))

describe('a sum', () => {
  it('settles also the purchase of another signed claim, if a reorganization let it take that refund along', async () => {
    const till = await sandbox.till()
    const contracts = await openEscrow(sandbox, { refunds: 'claim-sum' })
    const first = await buyFailing(sandbox, till, contracts)
    await first.until('ready')
    await sandbox.control('settings', { deliverySeconds: 6_000 }, 'PATCH')
    const second = await buyFailing(sandbox, till, contracts, { until: 'registered' })
    await buyFailing(sandbox, till, contracts, { until: 'registered' })
    const head = () => sandbox.rpc('meadow').getBlockNumber({ cacheTime: 0 })
    const meadow = (action: string, more: object = {}) => sandbox.control('chains/meadow', { action, ...more })
    const fail = async (): Promise<void> => {
      await meadow('resume-mining')
      await operate(sandbox, contracts['BandoFulfillmentManagerProxy'], 'registerERC20Fulfillment', [
        second.serviceId,
        { id: await second.recordId(), externalID: 'x', receiptURI: '', status: 0 },
      ])
      await meadow('pause-mining')
    }
    await meadow('pause-mining')
    const before = await head()
    const one = await first.claim()
    await vi.waitUntil(async () => (await pooled(till)) > (await nonceOf(till)), soon)
    await meadow('mine')
    await first.claimed(one.id, ({ state }) => state === 'mined')
    till.tamper.send = () => Promise.resolve(null)
    await fail()
    till.ledger.prepare("UPDATE purchases SET service_status = 'FAILED' WHERE id = ?").run(second.id)
    await second.until('ready')
    const other = await second.claim()
    expect(readClaim(till.ledger, other.id)).toMatchObject({ units: second.total, covers: [{ id: second.id }] })
    await meadow('reorg', { depth: Number((await head()) - before) })
    await fail()
    expect(await second.authorized()).toBe(first.total + second.total)
    const raw = readClaim(till.ledger, one.id)?.step.signed[0]?.raw ?? '0x'
    await sandbox.rpc('meadow').sendRawTransaction({ serializedTransaction: raw })
    await meadow('resume-mining')
    await first.claimed(one.id, ({ isCounted }) => isCounted)
    expect(await second.authorized()).toBe(0n)
    delete till.tamper.send
    till.spending.claims.nudge()
    await second.claimed(other.id, ({ state }) => state === 'reverted')
    await till.checkUntil(second.id, ({ refund }) => refund.state === 'seen', 8)
  }, 60_000)

  it('settles each purchase that it paid, even if one of two equal ones was withdrawn elsewhere in a block not yet final', async () => {
    const { till, gone, second, hidden } = await paidBesideGone()
    // Either could own what the claim brought besides the refund in question.
    await input(till, gone, second)
    hidden.clear()
    // Three refunds came, all of them visible on chain.
    await vi.waitFor(
      () => {
        for (const { id } of [gone, second]) till.purchases.checkNow(id)
        expect([gone, second].map(({ id }) => till.view(id).refund.state)).toEqual(['seen', 'seen'])
      },
      { timeout: 10_000, interval: 500 },
    )
    expect(till.view(second.id).refund.parts).toMatchObject([{ evidence: 'claim' }])
  }, 60_000)

  it('is assigned once, to the purchase that the user names', async () => {
    const { till, gone, second, id } = await paidBesideGone()
    await input(till, gone, second)
    const claim = readClaim(till.ledger, id)
    const [hash, ordinal] = [claim?.step.minedHash ?? '', claim?.ordinal ?? null]
    till.purchases.answerRefund(second.id, { hash, ordinal, choice: 'all' })
    expect(till.view(second.id)).toMatchObject({ status: 'refunded', refund: { missing: '0' } })
    expect(readClaim(till.ledger, id)?.uncovered).toBe(0n)
    expect(() => till.purchases.answerRefund(gone.id, { hash, ordinal, choice: 'all' })).toThrow(
      'This question is closed',
    )
    await till.until(gone.id, ({ attention }) => attention === null)
  }, 60_000)
})
