// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

test('applies and saves the theme at once', async () => {
  till = await mountTill('/settings/general')
  await till.until(() => till.button('Dark'))
  await till.press('Dark')
  await till.until(() => expect(document.documentElement.dataset['theme']).toBe('dark'))
  expect(till.scripted.script.app.settings.theme).toBe('dark')
})

test('reports a setting that cannot be saved', async () => {
  till = await mountTill('/settings/general', { fails: { 'settings.set': { code: 'internal' } } })
  await till.until(() => till.button('Dark'))
  await till.press('Dark')
  await till.until(() => expect(till.text()).toContain('Something went wrong in Till.'))
  expect(till.scripted.script.app.settings.theme).toBe('system')
})
