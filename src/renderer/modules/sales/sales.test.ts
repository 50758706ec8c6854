// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import { scriptedPrices, scriptedSale, scriptedShift } from '../../../testing/fixtures/sales.ts'
import { scriptedApp } from '../../../testing/scripted/app.ts'
import { scriptedPurchase, scriptedPurchases } from '../../../testing/fixtures/purchases.ts'
import { scriptedShop } from '../../../testing/scripted/sales-answers.ts'
import type { Script } from '../../../testing/scripted/script.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill | null = null
afterEach(() => {
  till?.close()
  till = null
})
const ana = { id: '7b0e4c1c-6f0e-4a51-9a53-3b0c39f0f001', name: 'Ana', colour: 'teal', lockedOut: false } as const
const sales = (): Script['sales'] => [
  scriptedSale(14, { status: 'on-its-way' }),
  scriptedSale(13, { status: 'failed', owed: true, product: 'Steam 25.00 USD' }),
]
async function open(path: string, given: Partial<Script> = {}): Promise<MountedTill> {
  const app = { ...scriptedApp, kiosk: { on: true, role: 'clerk', clerk: ana } } as const
  till = await mountTill(path, { app, prices: scriptedPrices, shifts: [scriptedShift()], sales: sales(), ...given })
  await till.until(() => till?.button(/^Receipt of sale/))
  return till
}
const sold = (): HTMLElement | null => document.querySelector('[aria-label="Just sold"]')
const rows = (): string[] =>
  [...document.querySelectorAll('ul[aria-label="Sales"] li')].map(({ textContent }) => textContent.trim())

test('shows the latest sale once: above the others, or in the search results', async () => {
  const page = await open(`/sales?sold=${scriptedSale(14).purchaseId}`)
  expect(sold()?.textContent).toContain('Sale 14')
  expect(rows()).toEqual([expect.stringMatching(/^13/)])
  // Number grouping is loaded on first use.
  await page.until(() => expect(sold()?.textContent).toContain('Lumo Móvil MX$200 · +52 55 1234 5678'))
  expect(rows()[0]).toContain('Steam $25')
  await page.type('Find a sale by number, time, price or phone number', '#14')
  await page.until(() => expect(rows()).toEqual([expect.stringMatching(/^14/)]))
  expect(sold()).toBeNull()
})

test('does not call the list empty if the only sale is shown above it', async () => {
  const page = await open(`/sales?sold=${scriptedSale(14).purchaseId}`, { sales: sales().slice(0, 1) })
  expect(rows()).toEqual([])
  expect(page.text()).not.toContain('No sales yet')
})

test('refunds the latest sale where it is shown, once a refund is due', async () => {
  const page = await open(`/sales?sold=${scriptedSale(13).purchaseId}`)
  expect(sold()?.textContent).toContain('Failed – refund due')
  expect(sold()?.textContent).toContain('Change')
  await page.press(/^Refund /)
  await page.until(() => page.button('Cash refunded'))
  expect(page.inputsOf('sales.refundCash')).toEqual([])
  await page.press('Cash refunded')
  await page.until(() => expect(sold()?.textContent).toContain('Cash refunded'))
  expect(() => page.button(/^Refund /)).toThrow()
  expect(sold()?.textContent).not.toContain('Change')
})

test('reports in the dialog that a refund could not be booked', async () => {
  const page = await open(`/sales?sold=${scriptedSale(13).purchaseId}`, {
    fails: { 'sales.refundCash': { code: 'not-allowed', details: { reason: 'drawer-short' } } },
  })
  await page.press(/^Refund /)
  await page.until(() => page.button('Cash refunded'))
  await page.press('Cash refunded')
  await page.until(() => expect(document.querySelector('[role=dialog] [role=alert]')).not.toBeNull())
  expect(sold()?.textContent).toContain('Failed – refund due')
})

test.each([
  ['at once if the system needs no dialog', 'system', true, 1],
  ['only on request if the system shows a dialog', 'system', false, 0],
  ['never without a printer', 'none', true, 0],
] as const)('prints the latest sale’s receipt %s', async (_, printer, printsSilently, times) => {
  const kiosk = { on: true, role: 'clerk', clerk: ana } as const
  const page = await open(`/sales?sold=${scriptedSale(14).purchaseId}`, {
    app: { ...scriptedApp, kiosk, printsSilently },
    'shop.get': { ...scriptedShop, name: 'Abarrotes Lupita', printer },
  })
  await page.until(() => expect(page.inputsOf('shop.get')).toHaveLength(1))
  await flushPromises()
  expect(page.inputsOf('sales.receipt')).toHaveLength(times)
  await page.until(() => expect(page.inputsOf('sales.print')).toHaveLength(times))
  expect(page.inputsOf('sales.print')).toEqual(Array(times).fill({ purchaseId: scriptedSale(14).purchaseId }))
})

test.each([
  ['the latest sale', `/sales?sold=${scriptedSale(14).purchaseId}`, 'Next customer'],
  ['its receipt page', `/sales/${scriptedSale(14).purchaseId}/receipt`, 'Shop'],
])('prints only the receipt from %s, even if the clerk has left', async (_, path, away) => {
  const kiosk = { on: true, role: 'clerk', clerk: ana } as const
  const page = await open('/sales', {
    app: { ...scriptedApp, kiosk, printsSilently: true },
    'shop.get': { ...scriptedShop, name: 'Abarrotes Lupita', printer: 'system' },
  })
  const sheet = (): string | undefined => document.querySelector('body > .print-sheet')?.textContent
  const printed: unknown[] = []
  const { request } = page.scripted.bridge
  page.scripted.bridge.request = async (name, input) => {
    if (name !== 'sales.print') return request(name, input)
    await page.press(away)
    await page.until(() => expect(page.path()).toBe('/shop'))
    printed.push(sheet())
    return request(name, input)
  }
  await page.router.push(path)
  if (away === 'Shop') {
    await page.until(() => page.button('Print'))
    await page.press('Print')
  }
  await page.until(() => expect(printed).toEqual([expect.stringContaining('Abarrotes Lupita')]))
  await page.until(() => expect(sheet()).toBeUndefined())
})

test('notifies the clerk on any page of a receipt that failed, and never prints it again automatically', async () => {
  const page = await open('/sales', {
    'shop.get': { ...scriptedShop, printer: { host: '192.168.1.50', port: 9100 } },
    fails: { 'sales.print': { code: 'printer-failed', details: { reason: 'cut-off' } } },
  })
  let giveUp = (): void => undefined
  const { request } = page.scripted.bridge
  page.scripted.bridge.request = async (name, input) => {
    const answer = await request(name, input)
    if (name === 'sales.print') await new Promise<void>((resolve) => (giveUp = resolve))
    return answer
  }
  await page.router.push(`/sales?sold=${scriptedSale(14).purchaseId}`)
  await page.until(() => expect(page.inputsOf('sales.print')).toHaveLength(1))
  await page.press('Next customer')
  await page.until(() => expect(page.path()).toBe('/shop'))
  giveUp()
  await page.until(() => expect(page.text()).toContain('The printer stopped midway'))
  page.router.back()
  await page.until(() => expect(sold()).not.toBeNull())
  await flushPromises()
  expect(page.inputsOf('sales.print')).toHaveLength(1)
})

test('does not print a printed receipt again with its page', async () => {
  const page = await open(`/sales?sold=${scriptedSale(14).purchaseId}`, {
    sales: [scriptedSale(14, { printed: true })],
    'shop.get': { ...scriptedShop, printer: { host: '192.168.1.50', port: 9100 } },
  })
  await page.until(() => expect(page.inputsOf('shop.get')).not.toEqual([]))
  await flushPromises()
  expect(page.inputsOf('sales.print')).toEqual([])
})

test('reports a receipt that cannot be read, and prints nothing', async () => {
  const kiosk = { on: true, role: 'clerk', clerk: ana } as const
  const page = await open(`/sales?sold=${scriptedSale(14).purchaseId}`, {
    app: { ...scriptedApp, kiosk, printsSilently: true },
    'shop.get': { ...scriptedShop, printer: 'system' },
    fails: { 'sales.receipt': { code: 'internal' } },
  })
  await page.until(() => expect(sold()?.querySelector('[role=alert]')).not.toBeNull())
  expect(page.inputsOf('sales.print')).toEqual([])
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

test('asks for no password for cash put into the drawer', async () => {
  const page = await open('/sales', { 'shift.cashOut': { left: '0' } })
  await page.press('Cash in or out')
  await page.type('Amount', '5')
  await page.until(() => expect(page.text()).toContain('Clerks can’t take out cash on their own.'))
  await page.press('Into the drawer')
  await page.until(() => expect(page.text()).not.toContain('Clerks can’t take out cash on their own.'))
})

test('opens no shift with starting cash that may mean a thousand times as much', async () => {
  const app = { ...scriptedApp, kiosk: { on: true, role: 'manager', clerk: null } } as const
  const page = (till = await mountTill('/sales/shift', { app, prices: scriptedPrices, shifts: [] }))
  await page.until(() => page.field('Starting cash'))
  await page.type('Starting cash', '1.500')
  expect(page.isOff('Open a shift')).toBe(true)
  expect(page.text()).toContain('Type 1500 or 1.5.')
  await page.type('Starting cash', '1,500.00')
  page.scripted.script.shifts = [scriptedShift()]
  await page.submit('Starting cash')
  await page.until(() => expect(page.text()).toContain('X report'))
  expect(page.scripted.requests).toContainEqual({ name: 'shift.open', input: { float: '1500.00' } })
})

test('prints the current report of a shift, and reports a failed printer', async () => {
  const app = { ...scriptedApp, kiosk: { on: true, role: 'manager', clerk: null } } as const
  const shifts = [scriptedShift(), { ...scriptedShift(), number: 11, closedAt: new Date().toISOString() }]
  const page = (till = await mountTill('/sales/shift', { app, prices: scriptedPrices, shifts }))
  await page.until(() => expect(page.text()).toContain('X report, shift 12'))
  page.scripted.script.shifts = [{ ...scriptedShift(), float: '777' }, ...shifts.slice(1)]
  await page.press('Print')
  await page.until(() => expect(page.text()).toContain('MX$777.00'))
  await page.press(/^Shift 11/)
  await page.until(() => expect(page.text()).toContain('Z report, shift 11'))
  page.scripted.script.fails['shift.print'] = { code: 'printer-failed', details: { reason: 'unreachable' } }
  await page.press('Print')
  await page.until(() => expect(page.text()).toContain('The printer doesn’t answer.'))
  const printed = page.inputsOf('shift.print')
  expect(printed).toEqual([{ number: 12 }, { number: 11 }])
})

test('shows a clerk no page of what the shop paid in coins', async () => {
  const page = await open('/sales')
  for (const path of ['/purchases', `/purchases/${scriptedSale(14).purchaseId}`]) {
    await page.router.push(path)
    expect(page.path()).toBe('/shop')
  }
})

test('leads the manager from a receipt to its purchase, and a clerk nowhere', async () => {
  const path = `/sales/${scriptedSale(14).purchaseId}/receipt`
  const purchases = [scriptedPurchase(1, 'delivered', 0, { id: scriptedSale(14).purchaseId })]
  till = await mountTill(path, { sales: sales(), purchases })
  await till.until(() => expect(document.querySelector('main')?.textContent).toContain('Receipt'))
  await till.until(() => till?.button('Purchase'))
  till.close()
  const clerk = { ...scriptedApp, kiosk: { on: true, role: 'clerk', clerk: ana } } as const
  till = await mountTill(path, { app: clerk, sales: sales(), purchases })
  await flushPromises()
  expect(till.inputsOf('purchases.get')).toEqual([])
})
