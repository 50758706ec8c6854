import type { Locator } from '@playwright/test'
import { goTo } from '../pages/goto.ts'
import { ask, expect, test } from '../support/test.ts'
import { addAna, beginSelling, signIn } from '../support/use-register.ts'

const prices = {
  currency: 'MXN',
  rate: '20',
  rules: [{ productType: null, brandSlug: null, country: null, percent: '10', fixed: '0', upTo: '5' }],
  limits: { perSale: null, perClerk: null, perShift: null, perDay: null },
}
const nimbus = /Nimbus Mobile ?MX\$20(?!\d)/

test('the manager sets up two pages, and the clerk sells from a tile with a few touches', async ({ ready }) => {
  const { page } = ready
  await addAna(page)
  await ask(page, 'prices.set', prices)
  await beginSelling(page)
  await expect(page.getByRole('button', { name: 'Switch user' })).toBeVisible()
  await ask(page, 'shift.open', { float: '500' })
  await goTo(page, '/shop')
  await page.getByRole('link', { name: 'Set up the counter' }).click()
  for (const [name, words, product] of [
    ['Top-ups', 'Nimbus Mexico 20', nimbus],
    ['Gifts', 'Sandbox', /Sandbox/],
  ] as const) {
    await page.getByLabel('Name of the new page').fill(name)
    await page.getByRole('button', { name: 'Add page' }).click()
    const card = page.getByRole('region', { name, exact: true })
    await card.getByLabel('Find a product').fill(words)
    await card.getByRole('listitem').filter({ hasText: product }).getByRole('button', { name: /^Add / }).first().click()
    await expect(card.getByText('On this page').first()).toBeVisible()
  }
  await page.getByRole('button', { name: 'Switch user' }).click()

  await signIn(page)
  const counter = page.getByRole('region', { name: 'Counter' })
  const main = page.getByRole('main')
  let touches = 0
  const touch = async (what: Locator): Promise<void> => {
    touches++
    await what.click()
  }
  const dial = async (number: string): Promise<void> => {
    const pad = page.getByRole('group', { name: 'Digits of the phone number' })
    for (const digit of number) await pad.getByRole('button', { name: digit, exact: true }).click()
  }
  const price = main.getByRole('button', { name: 'See price' })
  const exact = main.getByRole('button', { name: /^Exact: / })
  const sell = main.getByRole('button', { name: /^Take .+ and sell$/ })
  const sold = page.getByRole('region', { name: 'Just sold' })
  const next = page.getByRole('link', { name: 'Next customer' })

  // A wallet accepts the service's terms once, in its first sale.
  await counter.getByRole('link', { name: nimbus }).click()
  await dial('5512345678')
  await price.click()
  await expect(exact).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Show customer' }).click()
  const shown = page.getByRole('dialog', { name: 'For the customer to check' })
  await expect(shown.getByText('+52 55 1234 5678')).toBeVisible()
  await shown.getByRole('button', { name: 'Customer beside you: upright' }).click()
  await expect(shown.getByRole('button', { name: 'Customer across: turned around' })).toBeVisible()
  await shown.getByText('+52 55 1234 5678').click()
  await expect(shown).toHaveCount(0)
  expect((await ask(page, 'app.get', undefined)).settings.customerStands).toBe('beside')
  await page.getByRole('checkbox', { name: /^I accept the terms/ }).check()
  await exact.click()
  await sell.click()
  await next.click()

  // The buttons for exact cash and for selling are in view on a small screen too.
  await page.setViewportSize({ width: 1024, height: 768 })
  touches = 0
  await touch(counter.getByRole('link', { name: nimbus }))
  await dial('5587654321')
  await touch(price)
  await expect(main.getByText('+52 55 8765 4321').first()).toBeVisible()
  await expect(exact).toBeInViewport({ ratio: 1 })
  await touch(exact)
  await expect(sell).toBeInViewport({ ratio: 1 })
  await touch(sell)
  await expect(sold).toContainText('+52 55 8765 4321')
  await touch(next)
  expect(touches).toBeLessThanOrEqual(6)
  const [sale] = (await ask(page, 'sales.list', {})).sales
  expect(sale).toMatchObject({ reference: '+525587654321', by: 'Ana', change: '0' })
  expect(Number(sale!.price) % 5).toBe(0)

  await counter.getByRole('radio', { name: 'Sold recently' }).click()
  await expect(counter.getByRole('link')).toHaveText([nimbus])
  await counter.getByRole('radio', { name: 'Top-ups' }).click()

  // A number typed on the shop's page goes along to its operator's product. The next customer's field is empty.
  await page.getByRole('button', { name: 'By phone number' }).click()
  await page.keyboard.type('+52551111')
  await dial('2222')
  await page
    .getByRole('list', { name: 'Brands' })
    .getByRole('link', { name: /^Nimbus Mobile/ })
    .click()
  await page
    .getByRole('main')
    .getByRole('link', { name: /^MX\$20(?!\d)/ })
    .first()
    .click()
  await expect(main.getByText('+52 55 1111 2222').first()).toBeVisible()
  await page.getByRole('link', { name: 'Shop', exact: true }).click()
  await counter.getByRole('link', { name: nimbus }).click()
  await expect(main.getByLabel('Phone number', { exact: true })).toHaveValue('')
})
