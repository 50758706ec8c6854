import type { Page } from '@playwright/test'
import { CheckoutPage } from '../pages/checkout.ts'
import { goTo } from '../pages/goto.ts'
import { buy, topUp, untilStatus } from '../support/buy.ts'
import { ask, expect, password, test } from '../support/test.ts'

const who = 'Who is at the till?'

async function typePin(page: Page, pin: string): Promise<void> {
  for (const digit of pin) await page.getByRole('button', { name: digit, exact: true }).click()
  await page.getByRole('button', { name: 'Enter' }).click()
}

test('a manager sets up a till in a shop, a clerk sells there by PIN and gets no further, and only the password ends it', async ({
  ready,
  launch,
}) => {
  const { page } = ready
  await untilStatus(page, await buy(page, topUp), 'delivered')
  await goTo(page, '/purchases')
  await expect(page.getByRole('heading', { name: 'Purchases' })).toBeVisible()
  await goTo(page, '/shop')
  await expect(page.getByRole('heading', { name: 'Again' })).toBeVisible()
  await goTo(page, '/settings/people')
  await page.getByRole('button', { name: 'Add somebody' }).click()
  const adding = page.getByRole('dialog', { name: 'Add somebody' })
  await adding.getByLabel('Name').fill('Ana')
  await adding.getByLabel('PIN', { exact: true }).fill('4711')
  await adding.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByText('Ana', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Start selling in a shop' }).click()
  const beginning = page.getByRole('dialog')
  await beginning.getByLabel('Password', { exact: true }).fill(password)
  await beginning.getByRole('button', { name: 'Start selling in a shop' }).click()
  await page.getByRole('button', { name: 'Leave the till' }).click()

  await expect(page.getByRole('heading', { name: who })).toBeVisible()
  await page.getByRole('button', { name: 'Ana', exact: true }).click()
  await typePin(page, '4712')
  await expect(page.getByRole('alert')).toHaveText('This PIN is not right.')
  await typePin(page, '4711')
  await expect(page.getByRole('list', { name: 'Brands' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Again' })).toHaveCount(0)
  await goTo(page, '/settings')
  await expect(page).toHaveURL(/#\/shop/)
  await expect(ask(page, 'vault.reveal', { password })).rejects.toThrow(/not-allowed/)
  await expect(ask(page, 'settings.set', { lockAfterMinutes: 240 })).rejects.toThrow(/not-allowed/)

  const checkout = new CheckoutPage(page)
  await goTo(page, '/checkout/nimbus-mobile_MX_20.00-I')
  await checkout.fill('Phone number', '55 1234 5678')
  await checkout.seePrice()
  await checkout.pay.click()
  await expect(page).toHaveURL(/purchases\//)
  await page.getByRole('button', { name: 'Leave the till' }).click()
  await expect(page.getByRole('heading', { name: who })).toBeVisible()
  await expect(ask(page, 'purchases.list', {})).rejects.toThrow(/not-allowed/)
  await ready.kill()

  const again = await launch()
  await expect(again.page.getByRole('heading', { name: who })).toBeVisible()
  await expect(again.page.getByText('This till is locked')).toBeVisible()
  await expect(again.page.getByRole('button', { name: 'Ana', exact: true })).toBeDisabled()
  await again.page.getByRole('button', { name: 'Unlock, manager' }).click()
  await again.page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password)
  await again.page.getByRole('dialog').getByRole('button', { name: 'Unlock' }).click()
  await expect(again.page.getByRole('link', { name: 'Settings' })).toBeVisible()
  await goTo(again.page, '/settings/people')
  await again.page.getByRole('button', { name: 'Stop selling in a shop' }).click()
  const ending = again.page.getByRole('dialog')
  await ending.getByLabel('Password', { exact: true }).fill(password)
  await ending.getByRole('button', { name: 'Stop selling in a shop' }).click()
  await expect(again.page.getByRole('button', { name: 'Start selling in a shop' })).toBeVisible()
  expect((await ask(again.page, 'app.get', undefined)).kiosk).toEqual({ on: false, role: 'manager', clerk: null })
})
