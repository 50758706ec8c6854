import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTestSandbox, otherTopup, topup, type TestSandbox } from '../../../testing/purchases/context.ts'
import { serviceKey } from '../../settings/save-profile.ts'
import { readQuotedFees, type QuotedFee } from './quoted-fee-repository.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())

/** Returns what a quote of 5 and 0.075 taught, changed by the service. */
async function learnt(settings: object, quote: object = {}): Promise<QuotedFee[]> {
  const till = await sandbox.till({ funded: false })
  await sandbox.control('settings', { pricesFrozen: true, ...settings }, 'PATCH')
  await sandbox.control('quotes', { quote })
  const choice = till.choice('harbour', 'usdc')
  const product = { ...choice.product, listed: { symbol: 'USDC', amount: '5' } }
  await till.purchases.askFee(till.service, { ...choice, product })
  return readQuotedFees(till.ledger, serviceKey(till.service.profile), 9)
}

describe('a quote teaches its amount and the total that is paid', () => {
  it.each([
    ['whose parts add up', {}, {}, '5.075'],
    ['whose total is rounded', { roundsTotals: true }, {}, '5.07'],
    ['whose fee is rounded', {}, { feeAmount: '0.08' }, '5.075'],
    ['whose total leaves out the fee', {}, { totalAmount: '5' }, '5'],
  ])('%s', async (_, settings, quote, total) => {
    expect(await learnt(settings, quote)).toEqual([{ sku: topup, amount: '5', total }])
  })
})

describe('a quote teaches nothing', () => {
  it.each([
    ['whose total is higher than its parts explain', { feeAmount: '0' }],
    ['far above the catalog’s price', { digitalAssetAmount: '9', totalAmount: '9.075' }],
    ['for another product', { sku: otherTopup }],
    ['in another coin', { digitalAsset: 'EURX' }],
  ])('%s', async (_, quote) => {
    expect(await learnt({}, quote)).toEqual([])
  })
})
