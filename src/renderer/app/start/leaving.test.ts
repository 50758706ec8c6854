// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ana, scriptedApp } from '../../../testing/fixtures/app.ts'
import type { KioskView } from '../../../shared/kiosk/views.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
afterEach(() => {
  till.close()
  vi.useRealTimers()
})

async function open(kiosk: KioskView): Promise<void> {
  till = await mountTill('/shop', { app: { ...scriptedApp, kiosk } })
  await till.until(() => expect(document.querySelector('main h1, main h2')).not.toBeNull())
}
async function pass(seconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(seconds * 1000)
}
const inShop: KioskView = { on: true, role: 'clerk', clerk: ana }

test('an idle register in a shop counts down its last 15 seconds, then signs its user out', async () => {
  await open(inShop)
  await pass(104)
  expect(till.text()).not.toContain('I’m still here')
  await pass(2)
  expect(till.text()).toContain('Signing out in 14 seconds')
  await pass(13)
  expect(till.text()).toContain('Signing out in one second')
  expect(till.inputsOf('kiosk.signOut')).toHaveLength(0)
  await pass(1)
  expect(till.inputsOf('kiosk.signOut')).toHaveLength(1)
  // A new page: nothing typed for a customer remains.
  expect(till.inputsOf('app.renew')).toEqual([{ path: '/till', locale: 'en' }])
})

test('a touch restarts the countdown and notifies main', async () => {
  await open(inShop)
  await pass(110)
  till.button('I’m still here').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  await pass(1)
  expect(till.text()).not.toContain('I’m still here')
  expect(till.inputsOf('app.active')).toHaveLength(1)
  await pass(103)
  expect(till.text()).not.toContain('I’m still here')
  await pass(20)
  expect(till.inputsOf('kiosk.signOut')).toHaveLength(1)
})

test('there is no countdown at home', async () => {
  await open({ on: false, role: 'manager', clerk: null })
  await pass(600)
  expect(till.text()).not.toContain('I’m still here')
  expect(till.inputsOf('kiosk.signOut')).toHaveLength(0)
})
