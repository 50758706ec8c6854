import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { openReceiptPrinter } from '../../../../e2e/support/receipt-printer.ts'
import type { SaleView } from '../../../shared/sales/views.ts'
import { receiptView } from '../../../shared/receipts/receipt-views.ts'
import { failing, openTestSandbox, type TestSandbox } from '../../../testing/purchases/context.ts'
import { openTestCounter, password, why, type TestCounter } from '../../../testing/sales/open-counter.ts'

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

it('a clerk prints the codes that came with an own sale, in its shift, and the manager all', async () => {
  const { purchaseId } = await counter.sell()
  const typed = { pin: null, expiresOn: null, note: '' }
  counter.codes.keepReturned(purchaseId, [{ text: 'RETURNED-1', pin: '4821' }])
  counter.codes.keep({ purchaseId, text: 'TYPED-1', ...typed })
  const printed = async () => (await counter.handlers['sales.receipt']({ purchaseId })).codes.map(({ text }) => text)
  expect(await printed()).toEqual(['RETURNED-1', '4821'])
  await counter.signIn('Ben')
  expect(await printed()).toEqual([])
  const refund = counter.till.ledger.prepare(
    'UPDATE sales SET returned_shift = ?, returned_at = ?, returned_reason = ?',
  )
  await counter.signIn('Ana')
  refund.run(1, Date.now(), 'not-delivered')
  expect(await printed()).toEqual([])
  refund.run(null, null, null)
  await counter.session.signInManager(password)
  expect((await printed()).toSorted()).toEqual(['4821', 'RETURNED-1', 'TYPED-1'])
  await counter.handlers['shift.count']({ total: '500' })
  await counter.handlers['shift.close'](undefined)
  await counter.handlers['shift.open']({ float: '500' })
  await counter.signIn('Ana')
  expect(await printed()).toEqual([])
})

it('a receipt shows a sale with more codes than fit', async () => {
  const { purchaseId } = await counter.sell()
  for (let at = 0; at < 30; at++)
    counter.codes.keep({ purchaseId, text: `CODE-${at}-X`, pin: null, expiresOn: null, note: '' })
  await counter.session.signInManager(password)
  expect(receiptView.safeParse(await counter.handlers['sales.receipt']({ purchaseId })).success).toBe(true)
})

it('a receipt counts as printed once the printer accepted it, not if it refused', async () => {
  const { purchaseId } = await counter.sell()
  const print = async (): Promise<SaleView> => counter.handlers['sales.print']({ purchaseId })
  counter.setPrinter('system')
  counter.system.prints = false
  expect(await print()).toMatchObject({ printed: false })
  const device = await openReceiptPrinter()
  counter.setPrinter({ host: '127.0.0.1', port: device.port })
  await device.close()
  expect(await why(print())).toBe('printer-failed')
  expect((await counter.handlers['sales.receipt']({ purchaseId })).isReprint).toBe(false)
  counter.setPrinter('system')
  counter.system.prints = true
  expect(await print()).toMatchObject({ printed: true })
  expect(counter.system.dialogs).toBe(2)
})

it('the drawer opens for each sale, refund and move, before the receipt, and for a reason; not without the setting', async () => {
  const device = await openReceiptPrinter()
  const keep = (drawer?: 2 | 5): void => counter.setPrinter({ host: '127.0.0.1', port: device.port, drawer })
  const jobs = (count: number) => expect.poll(() => device.receipts.length).toBe(count)
  const pulse = (pin: 0 | 1): Buffer => Buffer.from([0x1b, 0x70, pin, 25, 250])
  keep()
  await counter.takeOut('1')
  await counter.handlers['shift.openDrawer']({ reason: 'Give change' })
  keep(2)
  const { purchaseId } = await counter.sell(failing)
  await counter.handlers['sales.print']({ purchaseId })
  await jobs(2)
  expect(device.receipts[0]).toEqual(pulse(0))
  expect(device.receipts[1]?.length).toBeGreaterThan(100)
  await counter.till.checkUntil(purchaseId, ({ status }) => status === 'failed' || status === 'refunded')
  await counter.handlers['sales.refundCash']({ purchaseId, reason: 'not-delivered', note: null })
  await jobs(3)
  // Nobody gets the cash twice, so the drawer stays closed.
  await counter.handlers['sales.refundCash']({ purchaseId, reason: 'not-delivered', note: null })
  keep(5)
  await counter.takeOut('1')
  await jobs(4)
  await counter.handlers['shift.openDrawer']({ reason: 'Check the drawer' })
  await jobs(5)
  expect(device.receipts.slice(2)).toEqual([pulse(0), pulse(1), pulse(1)])
  expect((await counter.report()).openings).toMatchObject([
    { by: 'Ana', reason: 'Give change' },
    { by: 'Ana', reason: 'Check the drawer' },
  ])
  expect(await counter.handlers['shift.entries'](undefined)).toMatchObject({
    moves: [{ amount: '1' }, { amount: '1' }],
    openings: [{ reason: 'Give change' }, { reason: 'Check the drawer' }],
  })
  await counter.signIn('Ben')
  expect(await counter.handlers['shift.entries'](undefined)).toEqual({ moves: [], openings: [] })
  await device.close()
})

it('a drawer that stays closed stops nothing and is reported', async () => {
  const device = await openReceiptPrinter()
  counter.setPrinter({ host: '127.0.0.1', port: device.port, drawer: 2 })
  await device.close()
  expect(await counter.sell()).toMatchObject({ by: 'Ana' })
  await expect.poll(() => counter.system.drawerFailures).toBe(1)
  await counter.takeOut('1')
  await expect.poll(() => counter.system.drawerFailures).toBe(2)
  expect((await counter.report()).moves).toHaveLength(1)
  expect(await why(Promise.resolve(counter.handlers['shift.openDrawer']({ reason: 'Give change' })))).toBe(
    'printer-failed',
  )
  expect((await counter.report()).openings).toHaveLength(1)
})
