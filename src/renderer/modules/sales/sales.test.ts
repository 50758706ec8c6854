// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import { scriptedPrices, scriptedSale, scriptedShift } from '../../../testing/fixtures/sales.ts'
import { scriptedApp } from '../../../testing/scripted/app.ts'
import { scriptedPurchases } from '../../../testing/scripted/purchases.ts'
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

test('the sale just made stands once: above the others, and in what is searched for', async () => {
  const page = await open(`/sales?sold=${scriptedSale(14).purchaseId}`)
  expect(sold()?.textContent).toContain('Sale 14')
  expect(rows()).toEqual([expect.stringMatching(/^13/)])
  // How numbers are spaced is loaded when it is first needed.
  await page.until(() => expect(sold()?.textContent).toContain('Lumo Móvil MX$200 · +52 55 1234 5678'))
  expect(rows()[0]).toContain('Steam $25')
  await page.type('Find a sale by number, time, price, phone number or payment', '#14')
  await page.until(() => expect(rows()).toEqual([expect.stringMatching(/^14/)]))
  expect(sold()).toBeNull()
})

test('the only sale there is stands above an empty list, which is not said to be empty', async () => {
  const page = await open(`/sales?sold=${scriptedSale(14).purchaseId}`, { sales: sales().slice(0, 1) })
  expect(rows()).toEqual([])
  expect(page.text()).not.toContain('No sales yet')
})

test('the sale just made is given back where it stands, once it is owed', async () => {
  const page = await open(`/sales?sold=${scriptedSale(13).purchaseId}`)
  expect(sold()?.textContent).toContain('Failed – refund due')
  expect(sold()?.textContent).toContain('Change')
  await page.press(/^Refund /)
  await page.until(() => page.button('Cash refunded'))
  expect(page.scripted.asked.some(({ name }) => name === 'sales.giveBack')).toBe(false)
  await page.press('Cash refunded')
  await page.until(() => expect(sold()?.textContent).toContain('Cash refunded'))
  expect(() => page.button(/^Refund /)).toThrow()
  expect(sold()?.textContent).not.toContain('Change')
})

test('cash that could not be booked as given back is told of where it was asked', async () => {
  const page = await open(`/sales?sold=${scriptedSale(13).purchaseId}`, {
    fails: { 'sales.giveBack': { code: 'not-allowed', details: { reason: 'drawer-short' } } },
  })
  await page.press(/^Refund /)
  await page.until(() => page.button('Cash refunded'))
  await page.press('Cash refunded')
  await page.until(() => expect(document.querySelector('[role=dialog] [role=alert]')).not.toBeNull())
  expect(sold()?.textContent).toContain('Failed – refund due')
})

test.each([
  ['prints its receipt at once where the system’s printer takes it unasked', 'system', true, 1],
  ['waits to be told to print where the system would ask', 'system', false, 0],
  ['is not printed where there is no printer', 'none', true, 0],
] as const)('the sale just made %s', async (_, printer, printsSilently, times) => {
  const kiosk = { on: true, role: 'clerk', clerk: ana } as const
  const page = await open(`/sales?sold=${scriptedSale(14).purchaseId}`, {
    app: { ...scriptedApp, kiosk, printsSilently },
    'shop.get': { ...scriptedShop, name: 'Abarrotes Lupita', printer },
  })
  const asked = (name: string): unknown[] =>
    page.scripted.asked.filter((one) => one.name === name).map(({ input }) => input)
  await page.until(() => expect(asked('shop.get')).toHaveLength(1))
  await flushPromises()
  expect(asked('sales.receipt')).toHaveLength(times)
  await page.until(() => expect(asked('sales.print')).toHaveLength(times))
  expect(asked('sales.print')).toEqual(Array(times).fill({ purchaseId: scriptedSale(14).purchaseId }))
})

test.each([
  ['the sale just made', `/sales?sold=${scriptedSale(14).purchaseId}`, 'Next customer'],
  ['a receipt', `/sales/${scriptedSale(14).purchaseId}/receipt`, 'Shop'],
])(
  'the system’s printer takes the receipt of %s, and nothing else, though the clerk has left',
  async (_, path, away) => {
    const kiosk = { on: true, role: 'clerk', clerk: ana } as const
    const page = await open('/sales', {
      app: { ...scriptedApp, kiosk, printsSilently: true },
      'shop.get': { ...scriptedShop, name: 'Abarrotes Lupita', printer: 'system' },
    })
    const sheet = (): string | undefined => document.querySelector('body > .print-sheet')?.textContent
    const taken: unknown[] = []
    const { request } = page.scripted.bridge
    page.scripted.bridge.request = async (name, input) => {
      if (name !== 'sales.print') return request(name, input)
      await page.press(away)
      await page.until(() => expect(page.path()).toBe('/shop'))
      taken.push(sheet())
      return request(name, input)
    }
    await page.router.push(path)
    if (away === 'Shop') {
      await page.until(() => page.button('Print'))
      await page.press('Print')
    }
    await page.until(() => expect(taken).toEqual([expect.stringContaining('Abarrotes Lupita')]))
    await page.until(() => expect(sheet()).toBeUndefined())
  },
)

test('a receipt that the printer did not take is told of wherever the clerk is by then, and never begun again by itself', async () => {
  const page = await open('/sales', {
    'shop.get': { ...scriptedShop, printer: { host: '192.168.1.50', port: 9100 } },
    fails: { 'sales.print': { code: 'printer-failed', details: { reason: 'cut-off' } } },
  })
  const asked = (): number => page.scripted.asked.filter(({ name }) => name === 'sales.print').length
  let giveUp = (): void => undefined
  const { request } = page.scripted.bridge
  page.scripted.bridge.request = async (name, input) => {
    const answer = await request(name, input)
    if (name === 'sales.print') await new Promise<void>((resolve) => (giveUp = resolve))
    return answer
  }
  await page.router.push(`/sales?sold=${scriptedSale(14).purchaseId}`)
  await page.until(() => expect(asked()).toBe(1))
  await page.press('Next customer')
  await page.until(() => expect(page.path()).toBe('/shop'))
  giveUp()
  await page.until(() => expect(page.text()).toContain('The printer stopped midway'))
  page.router.back()
  await page.until(() => expect(sold()).not.toBeNull())
  await flushPromises()
  expect(asked()).toBe(1)
})

test('a receipt that came out before does not come again with its page', async () => {
  const page = await open(`/sales?sold=${scriptedSale(14).purchaseId}`, {
    sales: [scriptedSale(14, { printed: true })],
    'shop.get': { ...scriptedShop, printer: { host: '192.168.1.50', port: 9100 } },
  })
  await page.until(() => expect(page.scripted.asked.some(({ name }) => name === 'shop.get')).toBe(true))
  await flushPromises()
  expect(page.scripted.asked.filter(({ name }) => name === 'sales.print')).toEqual([])
})

test('a receipt that cannot be read is told of, and nothing is printed', async () => {
  const kiosk = { on: true, role: 'clerk', clerk: ana } as const
  const page = await open(`/sales?sold=${scriptedSale(14).purchaseId}`, {
    app: { ...scriptedApp, kiosk, printsSilently: true },
    'shop.get': { ...scriptedShop, printer: 'system' },
    fails: { 'sales.receipt': { code: 'internal' } },
  })
  await page.until(() => expect(sold()?.querySelector('[role=alert]')).not.toBeNull())
  expect(page.scripted.asked.some(({ name }) => name === 'sales.print')).toBe(false)
})

test('the board follows what is on its way by itself, and looks at once where somebody asks', async () => {
  const page = await open('/sales')
  expect(rows()[0]).toContain('On its way')
  await page.press('Refresh')
  expect(page.scripted.asked.filter(({ name }) => name === 'sales.refresh')).toHaveLength(1)
  page.scripted.script.sales = [scriptedSale(14, { status: 'delivered' }), ...sales().slice(1)]
  page.scripted.emit('purchase.moved', scriptedPurchases[0]!)
  await page.until(() => expect(rows()[0]).toContain('Delivered'))
  expect(() => page.button('Refresh')).toThrow()
})

test('cash in or out is said once it is written down, and nothing that may mean a thousand times as much is', async () => {
  const page = await open('/sales')
  await page.press('Cash in or out')
  await page.type('Reason', 'Change from the bank')
  await page.type('Amount', '1.500')
  expect(page.isOff('Record')).toBe(true)
  await page.type('Amount', '150')
  await page.submit('Amount')
  await page.until(() => expect(page.text()).toContain('Recorded: MX$150.00 out of the drawer.'))
  const moves = page.scripted.asked.filter(({ name }) => name === 'shift.move').map(({ input }) => input)
  expect(moves).toEqual([{ direction: 'out', amount: '150', reason: 'Change from the bank' }])
})

test('a float that may mean a thousand times as much opens no shift', async () => {
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
  expect(page.scripted.asked).toContainEqual({ name: 'shift.open', input: { float: '1500.00' } })
})

test('a shift’s report is printed as it stands then, and a printer that did not take it is told of', async () => {
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
  const printed = page.scripted.asked.filter(({ name }) => name === 'shift.print').map(({ input }) => input)
  expect(printed).toEqual([{ number: 12 }, { number: 11 }])
})

test('what the shop paid in coins is no page of a clerk’s', async () => {
  const page = await open('/sales')
  for (const path of ['/purchases', `/purchases/${scriptedSale(14).purchaseId}`]) {
    await page.router.push(path)
    expect(page.path()).toBe('/shop')
  }
})
