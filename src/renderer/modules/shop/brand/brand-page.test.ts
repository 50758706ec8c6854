// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { mountTill, type MountedTill } from '../../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const usual = { lastSku: 'lumo_MX_100-I', usualDelivery: { seconds: 38, count: 12 } }

test('marks the product that was delivered last, and says how long deliveries take', async () => {
  till = await mountTill('/brand/lumo', { 'purchases.ofBrand': usual })
  await till.until(() => till.button('MX$100 ≈ 5.42 USDC Last time'))
  expect(till.button('MX$200 ≈ 10.84 USDC').getAttribute('href')).toBe('#/checkout/lumo_MX_200-I')
  expect(till.text()).toContain('The credit arrives in about 40 seconds')
  expect(till.text()).toContain('Like your last 12 deliveries here.')
})

test('asks what a carried number got last, and not what others did', async () => {
  till = await mountTill('/shop?q=%2B525512345678', { 'purchases.ofBrand': usual })
  await till.until(() => expect(till.text()).toContain('For +52 55 1234 5678'))
  await till.router.push('/brand/lumo')
  await till.until(() => till.button('MX$100 ≈ 5.42 USDC Last time'))
  expect(till.inputsOf('purchases.ofBrand')).toEqual([{ slug: 'lumo', to: '+525512345678' }])
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

test('a brand with a choice of its own leaves the country out of the bar', async () => {
  till = await mountTill('/brand/lumo')
  await till.until(() => till.button('MX$100 ≈ 5.42 USDC'))
  expect(() => till.button(/^Country: /)).toThrow()
  await till.router.push('/shop')
  await till.until(() => till.button(/^Country: /))
})

test('shows a brand once the first catalog is loaded, and never calls it gone before', async () => {
  till = await mountTill('/brand/lumo', {
    'catalog.status': { refreshedAt: null, missing: ['catalog'] },
    fails: { 'catalog.brand': { code: 'not-found' } },
  })
  await till.until(() => expect(till.text()).toContain('Try again'))
  expect(till.text()).not.toContain('This brand is not on sale')
  till.scripted.script.fails = {}
  till.scripted.emit('catalog.changed', { refreshedAt: new Date().toISOString(), missing: [] })
  await till.until(() => till.button('MX$100 ≈ 5.42 USDC'))
})
