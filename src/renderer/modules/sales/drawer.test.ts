// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedBlindShift, scriptedShop } from '../../../testing/fixtures/sales.ts'
import { clerksApp } from '../../../testing/fixtures/app.ts'
import type { Script } from '../../../testing/scripted/script.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill | null = null
afterEach(() => {
  till?.close()
  till = null
})
async function open(given: Partial<Script> = {}): Promise<MountedTill> {
  till = await mountTill('/drawer', { app: clerksApp, shifts: [scriptedBlindShift()], ...given })
  return till
}

test('a clerk opens the drawer for a usual reason with two touches, and sees only own entries', async () => {
  const page = await open({ 'shop.get': { ...scriptedShop, printer: { host: '10.0.0.5', port: 9100, drawer: 2 } } })
  await page.until(() => expect(page.text()).toContain('Bank'))
  await page.press('Open the drawer')
  await page.press('Give change')
  await page.until(() => expect(page.text()).toContain('Recorded: opened without a sale.'))
  expect(page.inputsOf('shift.openDrawer')).toEqual([{ reason: 'Give change' }])
  await page.until(() => expect(page.text()).toMatch(/Opened without a sale ?Give change/))
  expect(page.text()).not.toMatch(/Expected|500\.00/)
})

test('shows a usual reason in the window’s language, whatever language it was chosen in', async () => {
  const openings = [{ at: new Date().toISOString(), by: 'Ana', reason: 'Give change' }]
  const page = await open({
    app: { ...clerksApp, settings: { ...clerksApp.settings, locale: 'es' } },
    shifts: [{ ...scriptedBlindShift(), openings }],
  })
  await page.until(() => expect(page.text()).toMatch(/Abierta sin venta ?Dar cambio/))
})

test('says if the drawer stays closed, and lists the opening all the same', async () => {
  const page = await open({ fails: { 'shift.openDrawer': { code: 'printer-failed', details: { reason: 'refused' } } } })
  await page.until(() => page.button('Open the drawer'))
  await page.press('Open the drawer')
  expect(page.text()).toContain('This drawer opens with its key.')
  await page.type('Other reason', 'Count coins')
  await page.submit('Other reason')
  await page.until(() => expect(page.text()).toContain('no printer listens on this port'))
  expect(page.inputsOf('shift.entries').length).toBeGreaterThan(1)
})

test('cash goes in or out with the direction that was touched', async () => {
  const page = await open()
  await page.until(() => page.button('Cash in'))
  await page.press('Cash in')
  await page.type('Amount', '50')
  await page.type('Reason', 'Coins')
  await page.submit('Amount')
  await page.until(() => expect(page.inputsOf('shift.move')).toMatchObject([{ direction: 'in', amount: '50' }]))
})
