// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'
import { scriptedApp } from '../../../testing/fixtures/app.ts'

let till: MountedTill
afterEach(() => till.close())

test('the manager has each sale confirmed with a PIN', async () => {
  till = await mountTill('/settings/point-of-sale')
  await till.until(() => till.button('On'))
  expect(till.button('Off').getAttribute('aria-checked')).toBe('true')
  await till.press('On')
  await till.until(() => expect(till.button('On').getAttribute('aria-checked')).toBe('true'))
  expect(till.inputsOf('settings.set')).toEqual([{ pinAtSale: true }])
})

test('a policy sets it for all registers', async () => {
  const settings = { ...scriptedApp.settings, pinAtSale: true }
  till = await mountTill('/settings/point-of-sale', {
    app: { ...scriptedApp, settings, policy: { sets: ['pinAtSale'], problem: null } },
  })
  const row = await till.until(() => document.getElementById('pin-at-sale') ?? expect.fail('no row'))
  expect(row.textContent).toMatch(/On.*policy/)
  expect(row.querySelector('button')).toBeNull()
})
