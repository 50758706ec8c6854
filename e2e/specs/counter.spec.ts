import type { Locator } from '@playwright/test'
import { decode } from '../../src/testing/receipts/decode.ts'
import { CounterPage } from '../pages/counter.ts'
import { goTo } from '../pages/goto.ts'
import { buy, giftCard, topUp, untilStatus } from '../support/buy.ts'
import { findCoveredByMessages } from '../support/covered-by-messages.ts'
import { openReceiptPrinter } from '../support/receipt-printer.ts'
import { ask, expect, password, test } from '../support/test.ts'
import { addAna, beginSelling, pesos, signIn } from '../support/use-register.ts'

const nimbus = /Nimbus Mobile ?MX\$20(?!\d)/

test('the manager sets up two pages, and the clerk sells from a tile with a few touches, is warned of a slip, and prints a code', async ({
  fast,
  control,
}) => {
  const { page } = fast
  await control.settings({ returnsCodes: true })
  await ask(page, 'profile.save', { ...(await ask(page, 'profile.get', undefined)), returnsCodes: true, password })
  const bought = await buy(page, topUp)
  const printer = await openReceiptPrinter()
  const head = await ask(page, 'shop.get', undefined)
  await ask(page, 'shop.set', { ...head, printer: { host: '127.0.0.1', port: printer.port } })
  await addAna(page)
  await ask(page, 'prices.set', pesos)
  await untilStatus(page, bought, 'delivered')
  await beginSelling(page)
  await expect(page.getByRole('button', { name: 'Switch user' })).toBeVisible()
  await ask(page, 'shift.open', { float: '500' })
  await goTo(page, '/settings/counter')
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
  const counter = new CounterPage(page)
  let touches = 0
  const touch = async (what: Locator): Promise<void> => {
    touches++
    await what.click()
  }

  // A wallet accepts the service's terms once, in its first sale.
  await counter.tile(nimbus).click()
  await counter.dial('5512345678')
  await page.getByRole('button', { name: 'Turn screen to customer' }).click()
  const shown = page.getByRole('dialog', { name: 'For the customer to check' })
  await expect(shown.getByText('Is this your number?')).toBeVisible()
  await expect(shown).toContainText('55 1234 5678')
  await shown.getByRole('button', { name: 'Customer beside you: upright' }).click()
  await expect(shown.getByRole('button', { name: 'Customer across: turned around' })).toBeVisible()
  await shown.getByText('Is this your number?').click()
  await expect(shown).toHaveCount(0)
  expect((await ask(page, 'app.get', undefined)).settings.customerStands).toBe('beside')
  await counter.charge.click()
  await counter.readPrice()
  // No key moves while the cash is typed, and the whole pad is in view.
  for (const size of [
    { width: 480, height: 900 },
    { width: 800, height: 1280 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size)
    const key = page.getByRole('group', { name: 'Digits of the cash given' }).getByRole('button', { name: '5' })
    const before = await key.boundingBox()
    await key.click()
    await expect(counter.given).toHaveValue('5')
    expect(await key.boundingBox()).toEqual(before)
    await expect(page.getByRole('button', { name: /missing$/ })).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: 'Delete the last digit' }).click()
  }
  await counter.exact.click()
  await counter.sell.click()
  await counter.next.click()

  // Everything that a sale takes is in view on a small screen too.
  await page.setViewportSize({ width: 1024, height: 768 })
  touches = 0
  const tile = counter.tile(nimbus)
  const asked = /for (MX\$\d+)/.exec(await tile.innerText())?.[1] ?? ''
  await touch(tile)
  await counter.dial('5587654321')
  await expect(counter.charge).toHaveText(`Charge ${asked}`)
  await expect(counter.charge).toBeInViewport({ ratio: 1 })
  await touch(counter.charge)
  await expect(counter.exact).toBeInViewport({ ratio: 1 })
  await touch(counter.exact)
  await expect(counter.sell).toBeEnabled({ timeout: 30_000 })
  await expect(counter.sell).toBeInViewport({ ratio: 1 })
  // Who changes their mind after giving the cash finds the way out below the change.
  await page.setViewportSize({ width: 480, height: 900 })
  await expect(page.getByRole('button', { name: 'Cancel sale' })).toBeInViewport({ ratio: 0.5 })
  await page.setViewportSize({ width: 1024, height: 768 })
  await touch(counter.sell)
  await expect(counter.sale).toContainText('No change')
  await expect(counter.sale).toContainText('5587654321')
  await touch(counter.next)
  expect(touches).toBe(5)
  const [sale] = (await ask(page, 'sales.list', {})).sales
  expect(sale).toMatchObject({ reference: '+525587654321', by: 'Ana', change: '0' })
  expect(`MX$${sale!.price}`).toBe(asked)
  await expect(page.getByRole('textbox', { name: 'Phone number' })).toHaveValue('')

  await counter.tiles.getByRole('radio', { name: 'Sold recently' }).click()
  await expect(counter.tiles.getByRole('listitem')).toHaveCount(1)
  await counter.tiles.getByRole('radio', { name: 'Top-ups' }).click()

  // The manager bought for 5512345678, and Ana sold to it: she is warned of a number almost like it, and does not see it.
  await expect.poll(async () => (await ask(page, 'sales.list', {})).sales.at(-1)?.status).toBe('delivered')
  await page.keyboard.type('+525512345679')
  const warning = page.getByText(/^Till knows a number almost like this one\./)
  await expect(warning).toBeVisible()
  await expect(page.getByRole('button', { name: /^Use / })).toHaveCount(0)
  await expect(page.getByRole('main')).not.toContainText(/55 ?1234 ?5678/)
  await expect(page.getByRole('checkbox', { name: 'The number is right' })).toBeVisible()
  await page.keyboard.press('Backspace')
  await expect(warning).toBeHidden()
  for (const _ of '1234567') await page.keyboard.press('Backspace')

  // The number may come first, and a product that is not on the counter is found by its name.
  await page.keyboard.type('11112222')
  await expect(page.getByText('Complete for Mexico')).toBeVisible()
  await page.getByRole('button', { name: 'Find another product' }).click()
  await page.getByRole('textbox', { name: 'Find another product' }).fill('juniperline mexico 30')
  await page.getByRole('button', { name: /Juniperline ?MX\$30/ }).click()
  await expect(counter.sale.getByRole('heading')).toHaveText('Juniperline MX$30')
  await expect(counter.charge).toBeVisible()
  await expect(counter.sale).toContainText('+525511112222')
  await page.getByRole('button', { name: 'Cancel sale' }).click()
  await expect(page.getByRole('textbox', { name: 'Phone number' })).toHaveValue('')

  // A message covers neither the clerk's name nor a place of the band, at any width.
  await page.getByRole('link', { name: 'Drawer' }).click()
  for (const width of [480, 800, 1024, 1119, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.getByRole('button', { name: 'Open the drawer' }).click()
    await page.getByRole('button', { name: 'Check the drawer' }).click()
    await expect(page.getByText('Recorded: opened without a sale.')).toBeVisible()
    expect.soft(await findCoveredByMessages(page, 'header :is(button, a, p:first-of-type)'), `${width}`).toEqual([])
    await page.getByRole('button', { name: 'Dismiss' }).click()
  }

  // The code that came with a sale is on its receipt, on the screen and on paper.
  await goTo(page, `/sell?sku=${giftCard.sku}`)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(giftCard.reference)
  await counter.charge.click()
  await counter.exact.click()
  await counter.sell.click()
  await counter.next.click()
  await expect.poll(async () => (await ask(page, 'sales.list', {})).sales[0]?.status).toBe('delivered')
  await page.getByRole('link', { name: 'Sales' }).click()
  await page.getByRole('link', { name: 'Receipt of sale 3' }).click()
  const receipt = page.getByRole('article', { name: 'Receipt' })
  await expect(receipt).toContainText(/[0-9A-F]{4}(?:-[0-9A-F]{4}){2}/)
  const [code = ''] = /[0-9A-F]{4}(?:-[0-9A-F]{4}){2}/.exec(await receipt.innerText()) ?? []
  await page.getByRole('button', { name: 'Print again' }).click()
  await expect.poll(() => printer.receipts.length).toBe(4)
  const printed = decode(printer.receipts[3]!).lines.map(({ text }) => text)
  expect(printed.join('\n')).toContain(code)
  await printer.close()
})
