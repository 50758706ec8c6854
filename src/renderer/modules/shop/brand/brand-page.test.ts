// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { mountTill, type MountedTill } from '../../../../testing/renderer/mount-till.ts'
import { scriptedApp } from '../../../../testing/scripted/app.ts'

let till: MountedTill
afterEach(() => till.close())

const ana = { id: '7b0e4c1c-6f0e-4a51-9a53-3b0c39f0f001', name: 'Ana', colour: 'teal', lockedOut: false } as const
const usual = { lastSku: 'lumo_MX_100-I', usualDelivery: { seconds: 38, count: 12 } }

test('marks the product that was delivered last, and says how long deliveries take', async () => {
  till = await mountTill('/brand/lumo', { 'purchases.ofBrand': usual })
  await till.until(() => till.button('MX$100 ≈ 5.42 USDC Last time'))
  expect(till.button('MX$200 ≈ 10.84 USDC').getAttribute('href')).toBe('#/checkout/lumo_MX_200-I')
  expect(till.text()).toContain('The credit arrives in about 40 seconds')
  expect(till.text()).toContain('Like your last 12 deliveries here.')
})

test('promises no time before enough deliveries are known, nor if they cannot be read', async () => {
  till = await mountTill('/brand/lumo')
  await till.until(() => expect(till.text()).toContain('The credit arrives'))
  expect(till.text()).not.toContain('in about')
  till.close()
  till = await mountTill('/brand/lumo', { fails: { 'purchases.ofBrand': { code: 'internal' } } })
  await till.until(() => expect(till.text()).toContain('Till tells you when the service has delivered.'))
  expect(till.text()).not.toContain('in about')
})

test('asks nothing about earlier purchases for a clerk, who has customers of their own', async () => {
  const app = { ...scriptedApp, kiosk: { on: true, role: 'clerk', clerk: ana } } as const
  till = await mountTill('/brand/lumo', { app, 'purchases.ofBrand': usual })
  await till.until(() => till.button('MX$100'))
  expect(till.inputsOf('purchases.ofBrand')).toEqual([])
  expect(till.text()).not.toContain('What happens next')
})

test('a brand with a choice of its own leaves the country out of the bar', async () => {
  till = await mountTill('/brand/lumo')
  await till.until(() => till.button('MX$100 ≈ 5.42 USDC'))
  expect(() => till.button(/^Country: /)).toThrow()
  await till.router.push('/shop')
  await till.until(() => till.button(/^Country: /))
})
