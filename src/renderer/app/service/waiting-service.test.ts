// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedApp } from '../../../testing/fixtures/app.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())
const dialog = (): string => document.querySelector('[role="dialog"]')?.textContent ?? ''
const waitingService = { name: 'Mine', baseUrl: 'https://mine.example', integrator: 'shop' }
const app = { ...scriptedApp, waitingService }

test('asks for the password before Till uses the service that the start named', async () => {
  till = await mountTill('/shop', { app })
  await till.until(() => expect(dialog()).toContain('Use Mine?'))
  expect(dialog()).toContain('https://mine.example · shop')
  expect(till.isOff('Use Mine')).toBe(true)
  await till.type('Password', 'guess')
  await till.press('Use Mine')
  await till.until(() => expect(dialog()).toContain('Wrong password'))
  await till.type('Password', 'correct horse')
  await till.press('Use Mine')
  await till.until(() => expect(dialog()).toBe(''))
  expect(till.scripted.script.app.profile?.name).toBe('Mine')
  expect(till.inputsOf('profile.dropWaiting')).toEqual([])
})

test.each([['Keep Sandbox'], ['Close']])('keeps the current service after %s', async (name) => {
  till = await mountTill('/shop', { app })
  await till.until(() => expect(dialog()).toContain('Use Mine?'))
  await till.press(name)
  await till.until(() => expect(dialog()).toBe(''))
  expect(till.inputsOf('profile.useWaiting')).toEqual([])
  expect(till.scripted.script.app.profile?.name).toBe('Sandbox')
})

test('asks no clerk', async () => {
  till = await mountTill('/sell', { app: { ...app, kiosk: { on: true, role: 'clerk', clerk: null } } })
  await till.until(() => expect(till.inputsOf('counter.get')).not.toEqual([]))
  expect(dialog()).toBe('')
})
