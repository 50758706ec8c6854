// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedPrices, scriptedShift } from '../../../testing/fixtures/sales.ts'
import { scriptedApp } from '../../../testing/scripted/app.ts'
import type { Script } from '../../../testing/scripted/script.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill | null = null
afterEach(() => {
  till?.close()
  till = null
})
/** Opens the shift's page and starts the count. */
async function count(given: Partial<Script> = {}): Promise<MountedTill> {
  const app = { ...scriptedApp, kiosk: { on: true, role: 'manager', clerk: null } } as const
  till = await mountTill('/sales/shift', { app, prices: scriptedPrices, shifts: [scriptedShift()], ...given })
  await till.until(() => expect(till?.text()).toContain('X report, shift 12'))
  await till.press('Count drawer')
  return till
}
const closings = (page: MountedTill): unknown[] => page.inputsOf('shift.close')

test('hides the expected amount until the count is entered, and only then closes the shift', async () => {
  const page = await count()
  await page.type('Counted in the drawer', '1860')
  expect(page.text()).not.toMatch(/1,868|Expected|Short|X report|1,768/)
  expect(() => page.button('Close the shift')).toThrow()
  await page.submit('Counted in the drawer')
  await page.until(() => expect(page.text()).toContain('MX$8.50 short'))
  expect(page.text()).toMatch(/Expected in drawer ?MX\$1,868\.50/)
  expect(closings(page)).toEqual([])
  await page.press('Close the shift')
  await page.until(() => expect(page.text()).toContain('Z report, shift 12'))
  expect(closings(page)).toEqual([{ counted: '1860' }])
})

test('counts again from an empty field before the shift closes', async () => {
  const page = await count()
  await page.type('Counted in the drawer', '1900')
  await page.submit('Counted in the drawer')
  await page.until(() => expect(page.text()).toContain('MX$31.50 over'))
  await page.press('Count again')
  expect(page.field('Counted in the drawer').value).toBe('')
  expect(page.text()).not.toMatch(/1,868|too much/)
  await page.type('Counted in the drawer', '1868,5')
  await page.submit('Counted in the drawer')
  await page.until(() => expect(page.text()).toContain('The drawer is right'))
  await page.press('Close the shift')
  await page.until(() => expect(closings(page)).toEqual([{ counted: '1868.5' }]))
})

test('reports why it cannot compare or close, and keeps the count', async () => {
  const page = await count({ fails: { 'shift.close': { code: 'internal' } } })
  await page.type('Counted in the drawer', '1868.5')
  page.scripted.script.fails['shift.report'] = { code: 'internal' }
  await page.submit('Counted in the drawer')
  await page.until(() => expect(document.querySelector('main [role="alert"]')).not.toBeNull())
  expect(page.field('Counted in the drawer').value).toBe('1868.5')
  delete page.scripted.script.fails['shift.report']
  await page.submit('Counted in the drawer')
  await page.until(() => page.button('Close the shift'))
  await page.press('Close the shift')
  await page.until(() => expect(document.querySelector('main [role="alert"]')).not.toBeNull())
  expect(page.text()).toContain('The drawer is right')
  await page.press('Count again')
  await page.press('Cancel')
  expect(page.text()).toContain('X report, shift 12')
})

test('refuses a count that may mean a thousand times as much', async () => {
  const page = await count()
  await page.type('Counted in the drawer', '1,868')
  expect(page.isOff('Done counting')).toBe(true)
  expect(page.text()).toContain('Type 1868 or 1.868')
  await page.type('Counted in the drawer', '1,868.50')
  await page.submit('Counted in the drawer')
  await page.until(() => expect(page.text()).toContain('The drawer is right'))
})
