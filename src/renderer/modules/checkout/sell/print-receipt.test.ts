// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import { scriptedPrices, scriptedShift, scriptedShop } from '../../../../testing/fixtures/sales.ts'
import { mountTill, type MountedTill } from '../../../../testing/renderer/mount-till.ts'
import { ana, scriptedApp } from '../../../../testing/fixtures/app.ts'
import type { Script } from '../../../../testing/scripted/script.ts'

let till: MountedTill | null = null
afterEach(() => {
  till?.close()
  till = null
})
const kiosk = { on: true, role: 'clerk', clerk: ana } as const
const network = { host: '192.168.1.50', port: 9100 }

async function open(given: Partial<Script>): Promise<MountedTill> {
  till = await mountTill('/sell?sku=lumo_MX_200-I', {
    app: { ...scriptedApp, kiosk },
    prices: scriptedPrices,
    shifts: [scriptedShift()],
    purchases: [],
    'checkout.quote': { termsAccepted: true },
    ...given,
  })
  return till
}
/** Makes a sale, up to the change. */
async function sell(page: MountedTill): Promise<void> {
  await page.until(() => page.field('Phone number'))
  await page.type('Phone number', '5512345678')
  await page.until(() => page.button(/^Charge /))
  await page.press(/^Charge /)
  await page.until(() => page.button(/Exact$/))
  await page.press(/Exact$/)
  await page.until(() => expect(page.isOff(/^Take .+ and sell$/)).toBe(false))
  await page.press(/^Take .+ and sell$/)
}

test.each([
  ['at once if the system needs no dialog', 'system', true, 1],
  ['only on request if the system shows a dialog', 'system', false, 0],
  ['never without a printer', 'none', true, 0],
] as const)('prints the receipt of a sale %s', async (_, printer, printsSilently, times) => {
  const page = await open({
    app: { ...scriptedApp, kiosk, printsSilently },
    'shop.get': { ...scriptedShop, name: 'Abarrotes Lupita', printer },
  })
  await sell(page)
  await page.until(() => page.button('Next customer'))
  await page.until(() => expect(page.inputsOf('shop.get').length).toBeGreaterThan(0))
  await flushPromises()
  await page.until(() => expect(page.inputsOf('sales.print')).toHaveLength(times))
  expect(page.inputsOf('sales.receipt')).toHaveLength(times)
})

test('shows the receipt after the sale where no printer prints it', async () => {
  const page = await open({
    'shop.get': { ...scriptedShop, name: 'Abarrotes Lupita', paper: 'A4', printer: 'none' },
    fails: { 'sales.receipt': { code: 'internal' } },
  })
  await sell(page)
  await page.until(() => page.button('Show receipt'))
  expect(() => page.button('Print receipt')).toThrow()
  await page.press('Show receipt')
  await page.until(() => page.button('Try again'))
  page.scripted.script.fails = {}
  await page.press('Try again')
  const paper = await page.until(
    () => document.querySelector('[role="dialog"] article') ?? expect.unreachable('no receipt'),
  )
  expect(paper.textContent).toMatch(/Abarrotes Lupita.*Lumo/)
  expect(page.path()).toBe('/sell')
})

test('prints only the receipt, even if the next customer is served meanwhile', async () => {
  const page = await open({
    app: { ...scriptedApp, kiosk, printsSilently: true },
    'shop.get': { ...scriptedShop, name: 'Abarrotes Lupita', printer: 'system' },
  })
  const sheet = (): string | undefined => document.querySelector('body > .print-sheet')?.textContent
  const printed: unknown[] = []
  const { request } = page.scripted.bridge
  page.scripted.bridge.request = async (name, input) => {
    if (name !== 'sales.print') return request(name, input)
    await page.until(() => expect(page.isOff('Next customer')).toBe(false))
    await page.press('Next customer')
    printed.push(sheet())
    return request(name, input)
  }
  await sell(page)
  await page.until(() => expect(printed).toEqual([expect.stringContaining('Abarrotes Lupita')]))
  await page.until(() => expect(sheet()).toBeUndefined())
})

test('notifies the clerk of a receipt that failed after the next customer came', async () => {
  const page = await open({
    'shop.get': { ...scriptedShop, printer: network },
    fails: { 'sales.print': { code: 'printer-failed', details: { reason: 'cut-off' } } },
  })
  let giveUp = (): void => undefined
  const { request } = page.scripted.bridge
  page.scripted.bridge.request = async (name, input) => {
    if (name === 'sales.print') await new Promise<void>((resolve) => (giveUp = resolve))
    return request(name, input)
  }
  await sell(page)
  await page.until(() => page.button('Next customer'))
  await flushPromises()
  await page.until(() => expect(page.isOff('Next customer')).toBe(false))
  await page.press('Next customer')
  giveUp()
  await page.until(() => expect(page.text()).toContain('The printer stopped midway'))
})

test('shows a failed receipt where it was sold, and prints it again on request', async () => {
  const page = await open({
    'shop.get': { ...scriptedShop, printer: network },
    fails: { 'sales.print': { code: 'printer-failed', details: { reason: 'cut-off' } } },
  })
  await sell(page)
  await page.until(() => expect(page.text()).toContain('The printer stopped midway'))
  delete page.scripted.script.fails['sales.print']
  await page.press('Print receipt')
  await page.until(() => page.button('Print again'))
  expect(page.inputsOf('sales.print')).toHaveLength(2)
})

test('reports a receipt that cannot be read, and prints nothing', async () => {
  const page = await open({
    app: { ...scriptedApp, kiosk, printsSilently: true },
    'shop.get': { ...scriptedShop, printer: 'system' },
    fails: { 'sales.receipt': { code: 'internal' } },
  })
  await sell(page)
  await page.until(() => page.button('Next customer'))
  await page.until(() => expect(page.inputsOf('sales.receipt')).toHaveLength(1))
  expect(page.inputsOf('sales.print')).toEqual([])
})
