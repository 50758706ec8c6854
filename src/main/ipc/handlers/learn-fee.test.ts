import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { ProductRowView } from '../../../shared/catalog/views.ts'
import type { CounterView } from '../../../shared/kiosk/counter-views.ts'
import { openTestShop, type TestShop } from '../../../testing/catalog/shop.ts'
import {
  openTestSandbox,
  otherTopup,
  topup,
  type TestSandbox,
  type TestTill,
} from '../../../testing/purchases/context.ts'
import type { LoggedRequest } from '../../../testing/purchases/sandbox-controls.ts'
import { findVariant } from '../../catalog/find-variant.ts'
import { toNetworkViews } from '../../catalog/metadata/network-view.ts'
import { readNetworks } from '../../catalog/metadata/metadata-repository.ts'
import { toProductRow } from '../../catalog/variant-view.ts'
import type { Profiles } from '../../profiles/profiles.ts'
import { openCashPrices, type CashPrices } from '../../sales/prices/cash-prices.ts'
import { serviceKey } from '../../settings/save-profile.ts'
import { createFeeOnce, learnFee, learnFeeForShift, type FeeParts } from './learn-fee.ts'

let sandbox: TestSandbox
let till: TestTill
let shop: TestShop
let cashPrices: CashPrices
let parts: FeeParts
const rules = { currency: 'MXN', rate: '20', rules: [] }
beforeAll(async () => {
  sandbox = await openTestSandbox()
  till = await sandbox.till({ funded: false })
  shop = openTestShop(till.service.client, sandbox.running.baseUrl, Date.now)
  expect(await shop.refresher.refresh()).toMatchObject({ error: null })
})
afterAll(async () => {
  shop?.dispose()
  await sandbox?.stop()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await sandbox.reset()
})

const productOf = (sku: string): ProductRowView => toProductRow(findVariant(shop.store, sku))

/** A counter with these products. */
const counterOf = (skus: readonly string[]): CounterView => ({
  currency: 'MXN',
  byPolicy: false,
  pages: [{ name: 'Phones', products: skus.map((sku) => ({ product: productOf(sku), gone: false, price: null })) }],
  recent: [],
})
beforeEach(async () => {
  // A busy machine may take longer to answer than anybody waits for a fee.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal)
  till = await sandbox.till({ funded: false })
  const { profile } = till.service
  cashPrices = openCashPrices(till.ledger, { product: productOf }, { prices: () => null }, () => serviceKey(profile))
  parts = {
    cache: shop.db,
    catalog: shop.store,
    profiles: { current: () => ({ id: 'any' }) } as unknown as Profiles,
    services: { get: () => till.service },
    networks: { views: () => toNetworkViews(readNetworks(shop.db), profile) },
    purchases: till.purchases,
    counter: { get: () => counterOf([topup, otherTopup]) },
    cashPrices,
  }
  await sandbox.control('requests', undefined, 'DELETE')
})
const quotes = async (): Promise<LoggedRequest[]> =>
  (await sandbox.requests()).filter(({ path }) => path.startsWith('/api/v1/quotes'))

it('learns the fee from one price that names neither wallet nor recipient', async () => {
  expect(cashPrices.try(topup, rules)).toMatchObject({ knowsFee: false })
  expect(await learnFee(parts, topup)).toBe(true)
  expect(cashPrices.try(topup, rules)).toMatchObject({ knowsFee: true })
  const [asked, ...more] = await quotes()
  expect(more).toEqual([])
  expect(JSON.parse(asked?.body ?? '')).not.toHaveProperty('sender')
})

it('says that the fee stays unknown after a price that cannot be paid, and without a dollar coin to ask in', async () => {
  await sandbox.control('quotes', { quote: { feeAmount: '0' } })
  expect(await learnFee(parts, topup)).toBe(false)
  expect(await learnFee({ ...parts, networks: { views: () => [] } }, topup)).toBe(false)
  expect(await quotes()).toHaveLength(1)
})

it('asks for the dearest product of the counter before a shift, and never again', async () => {
  await learnFeeForShift(parts)
  await learnFeeForShift(parts)
  expect((await quotes()).map(({ body }) => JSON.parse(body ?? '').sku)).toEqual([otherTopup])
  expect(cashPrices.try(topup, rules)).toMatchObject({ knowsFee: true })
})

it('learns the fee of a service that rounds its totals, and asks once', async () => {
  await sandbox.control('settings', { priceFactor: 1.001, pricesFrozen: true, roundsTotals: true }, 'PATCH')
  await learnFeeForShift(parts)
  await learnFeeForShift(parts)
  expect(await quotes()).toHaveLength(1)
  expect(cashPrices.try(topup, rules)).toMatchObject({ knowsFee: true })
})

it('asks nothing before a shift once a dearer product told the fee, or while the counter is empty', async () => {
  await learnFeeForShift({ ...parts, counter: { get: () => counterOf([]) } })
  await learnFee(parts, otherTopup)
  await learnFeeForShift({ ...parts, counter: { get: () => counterOf([topup]) } })
  expect(await quotes()).toHaveLength(1)
})

it('opens a shift without the fee while the hour’s requests are used up', async () => {
  const { budget } = till.service
  for (let { left } = budget.view(); left > 0; left--) budget.take('registration')
  await learnFeeForShift(parts)
  expect(await quotes()).toEqual([])
  expect(cashPrices.try(topup, rules)).toMatchObject({ knowsFee: false })
})

it('asks once for the dearest of the products shown, and not again when others are shown', async () => {
  const learnOnce = createFeeOnce(parts)
  expect(await learnOnce([])).toBe(false)
  expect(await learnOnce([topup, otherTopup])).toBe(true)
  expect(await learnOnce([otherTopup])).toBe(false)
  expect((await quotes()).map(({ body }) => JSON.parse(body ?? '').sku)).toEqual([otherTopup])
})

it('asks no second time for products whose price told no fee, until a shift opens', async () => {
  await sandbox.control('quotes', { quote: { feeAmount: '0' } })
  const learnOnce = createFeeOnce(parts)
  expect([await learnOnce([topup]), await learnOnce([topup])]).toEqual([false, false])
  expect(await quotes()).toHaveLength(1)
  await learnFeeForShift({ ...parts, counter: { get: () => counterOf([topup]) } })
  expect(await quotes()).toHaveLength(2)
})

it('does no harm where the service cannot be asked for a fee', async () => {
  const learnOnce = createFeeOnce({ ...parts, purchases: { askFee: async () => expect.unreachable('offline') } })
  expect(await learnOnce([topup])).toBe(false)
})
