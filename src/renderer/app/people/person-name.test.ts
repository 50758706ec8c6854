// @vitest-environment happy-dom
import { createPinia, setActivePinia } from 'pinia'
import { effectScope, nextTick, shallowRef } from 'vue'
import { afterEach, expect, test, vi } from 'vitest'
import { scriptedApp } from '../../../testing/fixtures/app.ts'
import { scriptedPeople } from '../../../testing/fixtures/steps.ts'
import { scriptedPurchase } from '../../../testing/fixtures/purchases.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'
import { soon } from '../../../testing/soon.ts'
import { useAppStore } from '../stores/app-store.ts'
import { usePersonName } from './use-person-name.ts'

let till: MountedTill
afterEach(() => till.close())

const people = [...scriptedPeople]
const earlier = scriptedPurchase(70, 'delivered', 90, { reference: '+525512345678' })

test('the checkout’s receipt names the saved person of the number, and nobody for another', async () => {
  till = await mountTill(`/checkout/${earlier.sku}?from=${earlier.id}`, { people, purchases: [earlier] })
  await till.until(() => expect(till.text()).toContain('Ana · +52 55 1234 5678'))
  await till.type('Phone number', '+525587654321')
  await till.until(() => expect(till.text()).toMatch(/To\s?\+52 55 8765 4321/))
  expect(till.text()).not.toContain('Ana · +52')
})

test('a name is asked for once while the recipient stays, and never by a clerk', async () => {
  const asked = vi.fn(() => Promise.resolve({ ok: true, value: 'Ana' }))
  vi.stubGlobal('till', { request: asked })
  setActivePinia(createPinia())
  const app = useAppStore()
  app.app = scriptedApp
  const purchase = shallowRef({ to: '+525512345678', country: 'MX', productType: 'topup' })
  const scope = effectScope()
  const { name } = scope.run(() => usePersonName(() => purchase.value))!
  await vi.waitFor(() => expect(name.value).toBe('Ana'), soon)
  purchase.value = { ...purchase.value }
  await nextTick()
  expect({ name: name.value, times: asked.mock.calls.length }).toEqual({ name: 'Ana', times: 1 })
  app.app = { ...scriptedApp, kiosk: { ...scriptedApp.kiosk, on: true, role: 'clerk' } }
  await nextTick()
  purchase.value = { to: '+525587654321', country: 'MX', productType: 'topup' }
  await nextTick()
  expect({ name: name.value, times: asked.mock.calls.length }).toEqual({ name: null, times: 1 })
  scope.stop()
  vi.unstubAllGlobals()
})
