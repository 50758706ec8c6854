// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { languages, locales } from '../../../shared/app/locales.ts'
import { messages } from '../../locales/all-messages.ts'
import { scriptedApp } from '../../../testing/fixtures/app.ts'
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

test.each(locales)('in %s it says whether a native speaker still has to check the words', async (locale) => {
  const app = { ...scriptedApp, settings: { ...scriptedApp.settings, locale } }
  till = await mountTill('/settings/general', { app })
  const row = await till.until(() => document.querySelector('#language') ?? expect.unreachable('no language'))
  expect(row.textContent.includes(messages[locale].settings.awaitsNativeReader)).toBe(
    languages[locale].awaitsNativeReader,
  )
})
