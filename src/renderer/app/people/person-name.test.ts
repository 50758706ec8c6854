// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedApp } from '../../../testing/scripted/app.ts'
import { scriptedPeople } from '../../../testing/fixtures/steps.ts'
import { scriptedPurchase } from '../../../testing/fixtures/purchases.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

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

test('a clerk gets no purchase, and asks for nobody’s name', async () => {
  const clerk = { id: '0b6c1f5e-6a53-4c0f-9a10-0000000000c1', name: 'Luz', colour: 'teal', lockedOut: false } as const
  const app = { ...scriptedApp, kiosk: { on: true, role: 'clerk', clerk } } as const
  till = await mountTill(`/purchases/${earlier.id}`, { app, people, purchases: [earlier] })
  await till.until(() => expect(till.text()).toContain('No shift is open'))
  expect(till.inputsOf('people.owner')).toEqual([])
  expect(till.text()).not.toContain('Ana')
})
