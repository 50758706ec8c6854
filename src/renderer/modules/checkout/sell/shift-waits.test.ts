// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { scriptedBlindShift, scriptedShift } from '../../../../testing/fixtures/sales.ts'
import { openCounter } from '../../../../testing/renderer/counter.ts'
import { ago } from '../../../../testing/fixtures/ago.ts'
import { clerksApp, managersApp } from '../../../../testing/fixtures/app.ts'
import type { Script } from '../../../../testing/scripted/script.ts'

const count = { at: ago(5), by: 'Ana', amount: '1860', expected: '1868.5', again: false, note: null }
const counted = { amount: '1860', differs: 'short', by: '8.5' } as const
const manage = (shift: Script['shifts'][number]) => openCounter('/sell', { app: managersApp, shifts: [shift] })

test('tells the manager at the counter that a counted shift waits to be closed, without what was counted', async () => {
  const page = await manage({ ...scriptedShift(), counted, counts: [count] })
  await page.until(() => expect(page.text()).toContain('The drawer was counted 5 minutes ago.'))
  expect(page.text()).not.toMatch(/1,860|8\.50/)
  await page.press('Close the shift')
  await page.until(() => expect(page.path()).toBe('/sales/shift'))
})

test('tells the manager that the shift of another day waits for its count, and nothing while nothing waits', async () => {
  const page = await manage({ ...scriptedBlindShift(), openedAt: ago(26 * 60) })
  await page.until(() => expect(page.text()).toMatch(/Shift 12 has been open since .+Count the drawer/))
  await page.press('Count the drawer')
  await page.until(() => expect(page.path()).toBe('/drawer/count'))
  page.close()
  // Something was sold after the count.
  const other = await manage({ ...scriptedBlindShift(), counts: [count] })
  await other.until(() => expect(other.inputsOf('shift.report')).toHaveLength(1))
  await other.until(() => other.button(/^Lumo Móvil MX\$200/))
  expect(other.text()).not.toMatch(/was counted|open since/)
})

test('asks nothing of a clerk', async () => {
  const page = await openCounter('/sell', {
    app: clerksApp,
    shifts: [{ ...scriptedShift(), counted, counts: [count] }],
  })
  await page.until(() => page.button(/^Lumo Móvil MX\$200/))
  expect(page.inputsOf('shift.report')).toEqual([])
  expect(page.text()).not.toContain('was counted')
})

test('leads the manager of a shop without prices to its set-up', async () => {
  const page = await openCounter('/sell', { app: managersApp, shifts: [], prices: null })
  await page.until(() => page.button('Set up your shop'))
  expect(() => page.button('Open a shift')).toThrow()
  page.close()
  const ready = await openCounter('/sell', { app: managersApp, shifts: [] })
  await ready.until(() => ready.button('Open a shift'))
})
