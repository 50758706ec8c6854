// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'
import { scriptedApp } from '../../../testing/fixtures/app.ts'

let till: MountedTill
afterEach(() => till.close())

test('offers the page of a newer version, marks Settings, and supplies no address', async () => {
  const newerVersion = { version: '0.2.0', date: '2026-11-20' }
  till = await mountTill('/settings/about', { app: { ...scriptedApp, newerVersion } })
  await till.until(() => till.button('Open page'))
  await till.until(() => till.button('Settings Till 0.2.0 is available'))
  expect(till.text()).toContain('Released November 20, 2026')
  await till.press('Open page')
  expect(till.inputsOf('link.open')).toEqual([{ newerVersion: true }])
  till.scripted.setApp({ newerVersion: null })
  await till.until(() => expect(till.text()).not.toContain('0.2.0'))
  expect(till.button('Settings')).toBeTruthy()
})

test('says where the page of a newer version is, if the system opens no browser', async () => {
  const newerVersion = { version: '0.2.0', date: '2026-11-20' }
  till = await mountTill('/settings/about', { app: { ...scriptedApp, newerVersion } })
  const address = 'https://till.example/0.2.0'
  till.scripted.script.fails['link.open'] = { code: 'not-allowed', details: { reason: 'no-browser', address } }
  await till.until(() => till.button('Open page'))
  await till.press('Open page')
  await till.until(() => expect(till.text()).toContain(`couldn’t open this page in a browser: ${address}`))
})
