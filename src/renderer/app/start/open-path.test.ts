// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedShift } from '../../../testing/fixtures/sales.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'
import { clerksApp, managersApp, scriptedApp } from '../../../testing/fixtures/app.ts'
import { createScriptedBridge } from '../../../testing/scripted/bridge.ts'
import { createI18nPlugin } from '../messages/i18n.ts'
import { startApp } from './start-app.ts'
import { useAppStore } from '../stores/app-store.ts'

let till: MountedTill
afterEach(() => till.close())

const open = (path: string): void => till.scripted.emit('page.open', { path })
const press = (key: string, modifiers: KeyboardEventInit = { ctrlKey: true }): boolean =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers }))
const home = { ...scriptedApp, kiosk: { on: false, role: 'manager', clerk: null } } as const

test('opens the path that main names', async () => {
  till = await mountTill('/shop')
  open('/settings')
  await till.until(() => expect(till.path()).toBe('/settings'))
  open('/wallet')
  await till.until(() => expect(till.path()).toBe('/wallet'))
})

test('offers to save what was typed in the checkout that it leaves', async () => {
  till = await mountTill('/checkout/lumo_MX_200-I')
  await till.until(() => till.field('Phone number'))
  await till.type('Phone number', '5512345678')
  open('/settings')
  await till.until(() => expect(till.path()).toBe('/settings'))
  await till.until(() => expect(till.text()).toContain('Save it for later?'))
  await till.press('Save')
  expect(till.inputsOf('drafts.save')).toMatchObject([{ sku: 'lumo_MX_200-I', reference: '5512345678' }])
})

test('waits until the open dialog is answered, and then opens the newest path', async () => {
  till = await mountTill('/sales', { app: managersApp, shifts: [scriptedShift()] })
  await till.until(() => till.button('Cash in or out'))
  await till.press('Cash in or out')
  await till.until(() => expect(document.querySelector('[role="dialog"]')).not.toBeNull())
  open('/wallet')
  open('/settings')
  press(',')
  await till.until(() => expect(useAppStore().opening).toBe('/settings'))
  expect(till.path()).toBe('/sales')
  await till.press(/Cancel|Close/)
  await till.until(() => expect(till.path()).toBe('/settings'))
})

test('does not leave the first run', async () => {
  till = await mountTill('/welcome/restore', { app: { ...scriptedApp, wallet: null } })
  open('/settings')
  await till.until(() => expect(useAppStore().opening).toBeNull())
  expect(till.path()).toBe('/welcome/restore')
})

test('hears the path of a page that has only just started', async () => {
  till = await mountTill('/shop')
  const scripted = createScriptedBridge()
  Object.defineProperty(window, 'till', { value: scripted.bridge, configurable: true })
  const { request } = scripted.bridge
  // Main releases its events with the page's first request.
  scripted.bridge.request = (name, input) => {
    if (scripted.requests.length === 0) scripted.emit('page.open', { path: '/settings' })
    return request(name, input)
  }
  await startApp(createI18nPlugin())
  await till.until(() => expect(till.path()).toBe('/settings'))
})

test.each([{ ctrlKey: true }, { metaKey: true }])('%j and comma opens the settings', async (modifiers) => {
  till = await mountTill('/shop', { app: home })
  expect(press(',', modifiers)).toBe(false)
  await till.until(() => expect(till.path()).toBe('/settings'))
})

test('a comma alone is a comma', async () => {
  till = await mountTill('/shop')
  expect(press(',', {})).toBe(true)
  expect(useAppStore().opening).toBeNull()
})

test('Ctrl and comma moves no clerk away', async () => {
  till = await mountTill('/sales', { app: clerksApp })
  press(',')
  await till.until(() => expect(useAppStore().opening).toBeNull())
  expect(till.path()).toBe('/sales')
})
