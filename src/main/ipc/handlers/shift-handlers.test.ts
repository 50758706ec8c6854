import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import type { ShiftReportView } from '../../../shared/sales/views.ts'
import { openTestSandbox, type TestSandbox } from '../../../testing/purchases/context.ts'
import { openTestCounter, type TestCounter } from '../../../testing/sales/open-counter.ts'

let sandbox: TestSandbox
let counter: TestCounter
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
beforeEach(async () => {
  counter = await openTestCounter(sandbox)
})
afterEach(() => sandbox.reset())

it('a shift opens after the service’s fee was asked for, so that its prices contain it', async () => {
  await counter.handlers['shift.count']({ total: '500' })
  await counter.handlers['shift.close'](undefined)
  expect(await counter.handlers['shift.open']({ float: '500' })).toMatchObject({ number: 2 })
  expect(counter.system.shiftsAtFee).toEqual([null])
})

it('no fee is asked for a shift that cannot open', async () => {
  const open = () => counter.handlers['shift.open']({ float: '500' })
  await expect(open()).rejects.toMatchObject({ details: { reason: 'shift-open' } })
  await counter.handlers['shift.count']({ total: '500' })
  await counter.handlers['shift.close'](undefined)
  counter.till.ledger.exec('DELETE FROM shop_prices')
  await expect(open()).rejects.toMatchObject({ details: { reason: 'no-prices' } })
  expect(counter.system.shiftsAtFee).toEqual([])
})

it('two presses ask for the fee once and open one shift', async () => {
  await counter.handlers['shift.count']({ total: '500' })
  await counter.handlers['shift.close'](undefined)
  const [first, second] = await Promise.allSettled([
    counter.handlers['shift.open']({ float: '500' }),
    counter.handlers['shift.open']({ float: '500' }),
  ])
  expect(first).toMatchObject({ value: { number: 2 } })
  expect(second).toMatchObject({ reason: { details: { reason: 'shift-open' } } })
  expect(counter.system.shiftsAtFee).toEqual([null])
  await counter.handlers['shift.count']({ total: '500' })
  await counter.handlers['shift.close'](undefined)
  expect(await counter.handlers['shift.open']({ float: '500' })).toMatchObject({ number: 3 })
  expect(counter.system.shiftsAtFee).toEqual([null, null])
})

it('what a user counted so far stays for that user alone, until the count is submitted', async () => {
  const draft = { byTotal: true, total: '49', pieces: [] }
  await counter.handlers['shift.keepCount'](draft)
  counter.session.signOut()
  await counter.signIn('Ben')
  expect(await counter.handlers['shift.keptCount'](undefined)).toBeNull()
  await counter.signIn('Ana')
  expect(await counter.handlers['shift.keptCount'](undefined)).toEqual(draft)
  await counter.handlers['shift.count']({ total: '498' })
  expect(await counter.handlers['shift.keptCount'](undefined)).toBeNull()
})

describe('the payments of a shift', () => {
  /** Counts what is in the drawer, and closes. */
  async function close(): Promise<ShiftReportView> {
    await counter.handlers['shift.count']({ total: '0' })
    const { expected } = await counter.handlers['shift.report']({ number: 1 })
    await counter.handlers['shift.count']({ total: expected ?? '' })
    return counter.handlers['shift.close'](undefined)
  }

  it('are counted on chain as it closes, and the closed report keeps that', async () => {
    const onChain = { at: expect.any(String) as unknown, payments: 1, found: 1 }
    const { purchaseId } = await counter.sell()
    await counter.till.until(purchaseId, ({ steps }) => steps.every(({ state }) => state !== 'signed'))
    expect(await close()).toMatchObject({ closedAt: expect.any(String), onChain })
    counter.till.tamper.receipt = () => Promise.reject(new AppError('network-unreachable', 'Silent'))
    expect(await counter.handlers['shift.report']({ number: 1 })).toMatchObject({ onChain })
  })

  it('are not checked while a network is silent: the shift closes all the same, and they can be checked later', async () => {
    counter.till.tamper.receipt = () => Promise.reject(new AppError('network-unreachable', 'Silent'))
    const { purchaseId } = await counter.sell()
    expect(await close()).toMatchObject({ closedAt: expect.any(String), onChain: null })
    const check = async (): Promise<unknown> => counter.handlers['shift.checkPayments']({ number: 1 })
    await expect(check()).rejects.toMatchObject({ code: 'network-unreachable' })
    counter.till.tamper.receipt = () => Promise.resolve(null)
    expect(await check()).toMatchObject({ onChain: { payments: 1, found: 0 } })
    delete counter.till.tamper.receipt
    const hash = counter.till.view(purchaseId).steps[0]?.hash ?? '0x'
    await vi.waitUntil(async () => (await counter.till.chain('harbour').receipt(hash)) !== null, { timeout: 10_000 })
    expect(await check()).toMatchObject({ onChain: { payments: 1, found: 1 } })
  })

  it('are not checked before it is closed, nor of a shift that never was', async () => {
    const check = async (number: number): Promise<unknown> => counter.handlers['shift.checkPayments']({ number })
    await expect(check(1)).rejects.toMatchObject({ code: 'not-allowed', details: { reason: 'shift-open' } })
    await expect(check(7)).rejects.toMatchObject({ code: 'not-found' })
  })
})
