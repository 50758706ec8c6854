// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { dial, lumo200, openCounter, pickCountry, shownNumber } from '../../../../testing/renderer/counter.ts'
import type { MountedTill } from '../../../../testing/renderer/mount-till.ts'
import { scriptedApp } from '../../../../testing/fixtures/app.ts'

async function visitSales(page: MountedTill): Promise<void> {
  await page.router.push('/sales')
  await page.until(() => expect(page.text()).toContain('Sales'))
}

test('goes on with the sale after a visit to another screen', async () => {
  const page = await openCounter(lumo200)
  await page.until(() => page.button('5'))
  await dial(page)
  await page.until(() => page.button(/^Charge /))
  await visitSales(page)
  await page.router.push('/sell')
  await page.until(() => page.button(/^Charge /))
  expect(page.text()).toContain('Lumo Móvil MX$200')
  expect(shownNumber()).toBe('+52 55 1234 5678')
})

test('keeps the country of a number whose product is not chosen yet', async () => {
  const page = await openCounter()
  await page.until(() => page.button('Country: Mexico'))
  await page.press('Country: Mexico')
  await pickCountry(page, /^United States/)
  await dial(page, '21255')
  await visitSales(page)
  await page.router.push('/sell')
  await page.until(() => expect(shownNumber()).toContain('+1'))
  expect(page.text()).not.toContain('Complete for Mexico')
})

test('keeps a typed address, and the product that asks for it', async () => {
  const page = await openCounter('/sell?sku=vireo_5GB_30-I')
  await page.until(() => page.field(/e-mail/i))
  await page.type(/e-mail/i, 'ana@example.com')
  await visitSales(page)
  await page.router.push('/sell')
  await page.until(() => expect(page.field(/e-mail/i).value).toBe('ana@example.com'))
})

test('shows nothing of a sale to the next user', async () => {
  const page = await openCounter(lumo200)
  await dial(page)
  await visitSales(page)
  const kiosk = { on: true, role: 'manager', clerk: null } as const
  page.scripted.emit('app.changed', { ...scriptedApp, kiosk })
  await page.router.push('/sell')
  await page.until(() => expect(page.text()).toContain('Choose a product and type a number'))
  expect(shownNumber()).not.toContain('5')
})
