// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, expect, test, vi } from 'vitest'
import { inMexico } from '../../../testing/receipts/in-mexico.ts'
import { scriptedVariant } from '../../../testing/fixtures/catalog.ts'
import { scriptedPrices, scriptedSale, scriptedShift } from '../../../testing/fixtures/sales.ts'
import { sampleReceipt } from '../../../shared/receipts/sample-receipt.ts'
import { clerksApp, managersApp, scriptedApp } from '../../../testing/fixtures/app.ts'
import { scriptedPurchase, scriptedPurchases } from '../../../testing/fixtures/purchases.ts'
import type { Script } from '../../../testing/scripted/script.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill | null = null
afterEach(() => {
  till?.close()
  till = null
})
const sales = (): Script['sales'] => [
  scriptedSale(14, { status: 'on-its-way' }),
  scriptedSale(13, { status: 'failed', owed: true, product: 'Steam 25.00 USD' }),
]
async function open(path: string, given: Partial<Script> = {}): Promise<MountedTill> {
  till = await mountTill(path, {
    app: clerksApp,
    prices: scriptedPrices,
    shifts: [scriptedShift()],
    sales: sales(),
    ...given,
  })
  await till.until(() => till?.button(/^Receipt of sale/))
  return till
}
const books = { prices: scriptedPrices, shifts: [scriptedShift()], sales: sales() }
const rows = (): string[] =>
  [...document.querySelectorAll('ul[aria-label="Sales"] li')].map(({ textContent }) => textContent.trim())

test('refunds a sale once a refund is due', async () => {
  const page = await open('/sales')
  const row = (): string => rows().find((text) => text.startsWith('13')) ?? ''
  expect(row()).toContain('Failed – refund due')
  await page.press(/^Refund /)
  await page.until(() => page.button('Not delivered'))
  expect(document.querySelector('[role=radio][aria-checked=true]')).toBeNull()
  expect(page.isOff('Choose a reason first')).toBe(true)
  await page.press('Wrong number')
  expect(page.inputsOf('sales.refundCash')).toEqual([])
  await page.press('Cash refunded')
  await page.until(() => expect(row()).toContain('Cash refunded'))
  expect(row()).toContain('Refunded by Ana: Wrong number')
  expect(() => page.button(/^Refund /)).toThrow()
})

test('heads every sale with its own shift, and an open shift without sales as such', async () => {
  const page = await open('/sales', { sales: [...sales(), scriptedSale(12, { shift: 11 })] })
  const groups = (): string[] =>
    [...document.querySelectorAll('main section')].map(
      (group) =>
        `${group.querySelector('h2')?.textContent}: ${[...group.querySelectorAll('li')].map((row) => row.querySelector('.figures')?.textContent)}`,
    )
  await page.until(() =>
    expect(groups()).toEqual([expect.stringMatching(/^Shift 12, open since .+: 14,13$/), 'Shift 11: 12']),
  )
  page.close()
  await open('/sales', { sales: [scriptedSale(12, { shift: 11 })] })
  await till!.until(() =>
    expect(groups()).toEqual([expect.stringMatching(/^Shift 12, open since .+: $/), 'Shift 11: 12']),
  )
  expect(till!.text()).toMatch(/open since [^S]+No sales/)
  await till!.type(/^Find/, '12')
  await till!.until(() => expect(groups()).toEqual(['Shift 11: 12']))
})

test('reports in the dialog that a refund could not be booked', async () => {
  const page = await open('/sales', {
    fails: { 'sales.refundCash': { code: 'not-allowed', details: { reason: 'drawer-short' } } },
  })
  await page.press(/^Refund /)
  await page.until(() => page.button('Not delivered'))
  await page.press('Not delivered')
  await page.press('Cash refunded')
  await page.until(() => expect(document.querySelector('[role=dialog] [role=alert]')).not.toBeNull())
  expect(rows().join()).toContain('Failed – refund due')
})

test('asks for words where no reason fits', async () => {
  const page = await open('/sales')
  await page.press(/^Refund /)
  await page.until(() => page.button('Other reason'))
  await page.press('Other reason')
  expect(page.isOff('Cash refunded')).toBe(true)
  await page.type('What happened?', ' The card was torn ')
  await page.press('Cash refunded')
  await page.until(() => expect(rows().join()).toContain('Refunded by Ana: The card was torn'))
  const purchaseId = sales()[1]!.purchaseId
  expect(page.inputsOf('sales.refundCash')).toEqual([{ purchaseId, reason: 'other', note: 'The card was torn' }])
})

test('updates the sales on their way automatically, and checks at once on request', async () => {
  const page = await open('/sales')
  expect(rows()[0]).toContain('On its way')
  await page.press('Refresh')
  expect(page.inputsOf('sales.refresh')).toHaveLength(1)
  page.scripted.script.sales = [scriptedSale(14, { status: 'delivered' }), ...sales().slice(1)]
  page.scripted.emit('purchase.progressed', scriptedPurchases[0]!)
  await page.until(() => expect(rows()[0]).toContain('Delivered'))
  expect(() => page.button('Refresh')).toThrow()
})

test('confirms recorded cash, and refuses an amount that may mean a thousand times as much', async () => {
  const page = await open('/sales')
  await page.press('Cash in or out')
  await page.type('Reason', 'Change from the bank')
  await page.type('Amount', '1.500')
  expect(page.isOff('Record')).toBe(true)
  await page.type('Amount', '150')
  await page.submit('Amount')
  await page.until(() => expect(page.text()).toContain('Recorded: MX$150.00 out of the drawer.'))
  const moves = page.inputsOf('shift.move')
  expect(moves).toEqual([{ direction: 'out', amount: '150', reason: 'Change from the bank', password: null }])
})

test('asks for the manager’s password when a clerk takes out more than the limit', async () => {
  const page = await open('/sales', { 'shift.cashOut': { left: '100' } })
  await page.press('Cash in or out')
  await page.type('Reason', 'To the safe')
  await page.type('Amount', '100')
  expect(page.text()).not.toContain('The manager needs to approve this.')
  await page.type('Amount', '100.50')
  await page.until(() => expect(page.text()).toContain('On your own, you can take out MX$100.00 more in this shift.'))
  expect(page.isOff('Record')).toBe(true)
  await page.type('Manager’s password', 'correct horse')
  await page.press('Record')
  await page.until(() => expect(page.text()).toContain('Recorded: MX$100.50 out of the drawer.'))
  expect(page.inputsOf('shift.move')).toMatchObject([{ amount: '100.50', password: 'correct horse' }])
})

test('takes a usual reason by touch, and another direction’s by its own', async () => {
  const page = await open('/sales')
  await page.press('Cash in or out')
  await page.type('Amount', '150')
  expect(page.isOff('Record')).toBe(true)
  await page.press('To the bank')
  expect(page.button('To the bank').getAttribute('aria-pressed')).toBe('true')
  await page.press('Record')
  await page.until(() =>
    expect(page.inputsOf('shift.move')).toMatchObject([{ direction: 'out', reason: 'To the bank' }]),
  )
})

test('asks for no password for cash put into the drawer', async () => {
  const page = await open('/sales', { 'shift.cashOut': { left: '0' } })
  await page.press('Cash in or out')
  await page.type('Amount', '5')
  await page.until(() => expect(page.text()).toContain('Clerks can’t take out cash on their own.'))
  await page.press('Into the drawer')
  await page.until(() => expect(page.text()).not.toContain('Clerks can’t take out cash on their own.'))
})

test('opens no shift with starting cash that may mean a thousand times as much', async () => {
  const page = (till = await mountTill('/sales/shift', { app: managersApp, prices: scriptedPrices, shifts: [] }))
  await page.until(() => page.button('Count the starting cash'))
  await page.press('Count the starting cash')
  await page.until(() => page.button('Type one total instead'))
  await page.press('Type one total instead')
  await page.type('Starting cash', '1.500')
  expect(page.isOff('Open the shift')).toBe(true)
  expect(page.text()).toContain('Type 1500 or 1.5.')
  await page.type('Starting cash', '1,500.00')
  await page.submit('Starting cash')
  await page.until(() => expect(page.text()).toContain('X report'))
  expect(page.scripted.requests).toContainEqual({ name: 'shift.open', input: { float: '1500.00' } })
})

test('a report has the shop’s name, the day and the times on the screen as on paper', async () => {
  const app = {
    ...scriptedApp,
    shopName: 'Abarrotes Lupita',
    kiosk: { on: true, role: 'manager', clerk: null },
  } as const
  const [openedAt, closedAt] = [
    new Date(2026, 10, 22, 8, 5).toISOString(),
    new Date(2026, 10, 22, 21, 40).toISOString(),
  ]
  const shifts = [
    { ...scriptedShift(), openedAt },
    { ...scriptedShift(), number: 11, openedAt, closedAt },
  ]
  const page = (till = await mountTill('/sales/shift', { app, prices: scriptedPrices, shifts }))
  await page.until(() =>
    expect(page.text()).toMatch(/Abarrotes Lupita ?X report, shift 12 ?Open since Nov 22, 2026, 8:05.AM/),
  )
  await page.press(/^Shift 11/)
  await page.until(() =>
    expect(page.text()).toMatch(/Abarrotes Lupita ?Z report, shift 11 ?Nov 22, 2026, 8:05.AM.–.9:40.PM/),
  )
})

test('says how many prices changed with the shift, and lists the old and new ones', async () => {
  const product = scriptedVariant({ sku: 'lumo', brandSlug: 'lumo', brandName: 'Lumo' })
  const page = (till = await mountTill('/sales/shift', {
    app: managersApp,
    prices: scriptedPrices,
    shifts: [scriptedShift()],
    'prices.changes': { currency: 'MXN', changes: [{ product, before: '110', now: '116' }] },
  }))
  await page.until(() => expect(page.text()).toContain('One price changed since its last shift'))
  expect(document.querySelector('details')?.textContent).toMatch(/Lumo.*MX\$110\.00 → MX\$116\.00/)
})

test('prints a report on the shop’s paper, with the address and tax number of its receipts', async () => {
  const shop = {
    name: 'Abarrotes Lupita',
    address: ['Av. Juárez 12'],
    taxNumber: 'LUP010203AB1',
    paper: '58',
    printer: 'system',
  } as const
  const page = (till = await mountTill('/sales/shift', {
    app: managersApp,
    prices: scriptedPrices,
    shifts: [scriptedShift()],
    'shop.get': shop,
  }))
  await page.until(() => expect(page.text()).toContain('X report, shift 12'))
  const printing = page.hold('shift.print')
  await page.press('Print')
  await page.until(() => expect(printing.waiting()).toBe(1))
  const sheet = document.querySelector('body > .print-sheet')
  expect(sheet?.querySelector('[data-paper="58"]')?.textContent).toMatch(
    /Abarrotes Lupita.*Av. Juárez 12.*LUP010203AB1.*X report, shift 12/,
  )
  printing.answer(0)
  await page.until(() => expect(document.querySelector('body > .print-sheet')).toBeNull())
})

test('prints the current report of a shift, and reports a failed printer', async () => {
  const shifts = [scriptedShift(), { ...scriptedShift(), number: 11, closedAt: new Date().toISOString() }]
  const page = (till = await mountTill('/sales/shift', { app: managersApp, prices: scriptedPrices, shifts }))
  await page.until(() => expect(page.text()).toContain('X report, shift 12'))
  page.scripted.script.shifts = [{ ...scriptedShift(), float: '777' }, ...shifts.slice(1)]
  await page.press('Print')
  await page.until(() => expect(page.text()).toContain('MX$777.00'))
  await page.press(/^Shift 11/)
  await page.until(() => expect(page.text()).toContain('Z report, shift 11'))
  page.scripted.script.fails['shift.print'] = { code: 'printer-failed', details: { reason: 'unreachable' } }
  await page.press('Print')
  await page.until(() =>
    expect(page.text()).toContain('The printer doesn’t answer, and nothing was printed. Switch it on'),
  )
  const printed = page.inputsOf('shift.print')
  expect(printed).toEqual([{ number: 12 }, { number: 11 }])
})

test('shows a clerk no page of what the shop paid in coins', async () => {
  const page = await open('/sales')
  for (const path of ['/purchases', `/purchases/${scriptedSale(14).purchaseId}`]) {
    await page.router.push(path)
    expect(page.path()).toBe('/sell')
  }
})

test('gives the cash of a delivered sale back: the manager only, with a reason', async () => {
  const [delivered] = sales()
  const path = `/sales/${delivered!.purchaseId}/receipt`
  const state = { ...sampleReceipt('en', new Date().toISOString(), inMexico), state: 'delivered' as const }
  const page = (till = await mountTill(path, { app: managersApp, sales: sales(), 'sales.receipt': state }))
  await page.until(() => page.button('Give MX$22 back'))
  await page.press('Give MX$22 back')
  await page.until(() => expect(page.text()).toContain('the shop loses the MX$103.61 it cost'))
  expect(page.isOff('Choose a reason first')).toBe(true)
  await page.press('Wrong product')
  page.scripted.script['sales.receipt'] = { ...state, state: 'given-back', refundedCash: '22' }
  await page.press('Cash refunded')
  await page.until(() => expect(page.text()).toContain('The shop gave your money back.'))
  expect(page.text()).toMatch(/Cash refunded ?(?:just now|now) ?Refunded by Manager: Wrong product/i)
  expect(page.inputsOf('sales.giveBack')).toEqual([
    { purchaseId: delivered!.purchaseId, reason: 'wrong-product', note: null },
  ])
  expect(() => page.button('Give MX$22 back')).toThrow()
})

test('asks whether to give cash back also if the cost cannot be read', async () => {
  const path = `/sales/${sales()[0]!.purchaseId}/receipt`
  const receipt = { ...sampleReceipt('en', new Date().toISOString(), inMexico), state: 'delivered' as const }
  const fails = { 'sales.cost': { code: 'internal' } } as const
  till = await mountTill(path, { app: managersApp, sales: sales(), 'sales.receipt': receipt, fails })
  await till.until(() => till?.button('Give MX$22 back'))
  await till.press('Give MX$22 back')
  await till.until(() => expect(till?.text()).toContain('the shop loses what it cost'))
})

test('a sale’s own page says when, by whom and why its cash was given back', async () => {
  const at = new Date(Date.now() - 3 * 3_600_000).toISOString()
  const refundedCash = { at, by: 'Ana', reason: 'other', note: 'The card was torn', delivered: false } as const
  const sold = scriptedSale(14, { status: 'failed', refundedCash })
  const receipt = { ...sampleReceipt('en', at, inMexico), state: 'refunded' as const, refundedCash: '22' }
  till = await mountTill(`/sales/${sold.purchaseId}/receipt`, {
    app: clerksApp,
    sales: [sold],
    'sales.receipt': receipt,
  })
  await till.until(() => expect(till?.text()).toMatch(/Cash refunded ?3 hours ago ?Refunded by Ana: The card was torn/))
})

test('tells a clerk what to say to a customer whose top-up has not arrived', async () => {
  const [delivered] = sales()
  const state = { ...sampleReceipt('en', new Date().toISOString(), inMexico), state: 'delivered' as const }
  till = await mountTill(`/sales/${delivered!.purchaseId}/receipt`, {
    app: clerksApp,
    sales: sales(),
    'sales.receipt': state,
  })
  await till.until(() =>
    expect(till?.text()).toMatch(/Delivered, according to the service · .+Nothing arrived\? ?Read the number back/),
  )
  expect(till.text()).toMatch(/The service’s support can find the sale by this reference and the time\. ?tx_4711 ?Copy/)
  // A shop that chose none needs no reminder on every receipt.
  expect(till.text()).not.toContain('printer')
  const copied = vi.spyOn(navigator.clipboard, 'writeText')
  await till.press('Copy')
  expect(copied).toHaveBeenCalledWith('tx_4711')
  expect(till.text()).toContain('ask them to restart the phone')
  expect(till.text()).toContain('Only the manager decides whether the shop gives the cash back.')
  expect(() => till?.button(/^Give /)).toThrow()
})

test('tells of an e-mail where else to look', async () => {
  const [delivered] = sales()
  const sample = sampleReceipt('en', new Date().toISOString(), inMexico)
  const state = { ...sample, state: 'delivered' as const, reference: 'ana@example.com' }
  till = await mountTill(`/sales/${delivered!.purchaseId}/receipt`, {
    app: managersApp,
    sales: sales(),
    'sales.receipt': state,
  })
  await till.until(() => expect(till?.text()).toContain('check the spam folder'))
})

test('leads the manager from a receipt to its purchase, and a clerk nowhere', async () => {
  const path = `/sales/${scriptedSale(14).purchaseId}/receipt`
  const purchases = [scriptedPurchase(1, 'delivered', 0, { id: scriptedSale(14).purchaseId })]
  till = await mountTill(path, { sales: sales(), purchases })
  await till.until(() => expect(document.querySelector('main')?.textContent).toContain('Receipt'))
  await till.until(() => till?.button('Purchase'))
  till.close()
  till = await mountTill(path, { app: clerksApp, sales: sales(), purchases })
  await flushPromises()
  expect(till.inputsOf('purchases.get')).toEqual([])
})

test('leads the manager, and no clerk, to open a shift where none is open', async () => {
  till = await mountTill('/sales', { app: managersApp, prices: scriptedPrices, shifts: [], sales: sales() })
  await till.until(() => expect(till?.text()).toContain('No shift is open'))
  await till.press('Count the starting cash')
  await till.until(() => expect(till?.path()).toBe('/drawer/count'))
  till.close()
  till = await mountTill('/sales', { app: clerksApp, prices: scriptedPrices, shifts: [], sales: sales() })
  await till.until(() => expect(till?.text()).toContain('No shift is open'))
  expect(() => till?.button('Count the starting cash')).toThrow()
})

test('at home the manager reads sales, shifts and receipts, and changes nothing', async () => {
  const readOnly = 'Shop mode is off, so you can only read.'
  const receipt = { ...sampleReceipt('en', new Date().toISOString(), inMexico), state: 'delivered' as const }
  till = await mountTill('/sales', { ...books, 'sales.receipt': receipt })
  await till.until(() => till?.button(/^Receipt of sale/))
  expect(till.text()).toContain(readOnly)
  for (const name of [/^Refund /, 'Cash in or out', 'Other registers']) expect(() => till?.button(name)).toThrow()
  till.button('Reports')
  await till.press('Shift')
  await till.until(() => expect(till?.text()).toContain('X report, shift 12'))
  expect(till.text()).toContain(readOnly)
  for (const name of ['Cash in or out', 'Count the drawer']) expect(() => till?.button(name)).toThrow()
  await till.router.push(`/sales/${sales()[0]!.purchaseId}/receipt`)
  await till.until(() => expect(till?.text()).toContain('The service doesn’t refund a delivered sale'))
  expect(till.text()).toContain(readOnly)
  expect(() => till?.button(/^Give /)).toThrow()
})

test('at home no shift and no sales ask for none', async () => {
  till = await mountTill('/sales', { ...books, shifts: [], sales: [] })
  await till.until(() => expect(till?.text()).toContain('Nothing sold yet'))
  expect(till.text()).not.toContain('No shift is open')
  expect(() => till?.button('Sell')).toThrow()
})
