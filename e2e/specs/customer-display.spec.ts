import { CounterPage } from '../pages/counter.ts'
import { goTo } from '../pages/goto.ts'
import { openCustomerDisplay, writeBrowserWithTwoDisplays } from '../support/customer-display.ts'
import { createWallet } from '../support/ready-till.ts'
import { ask, expect, test } from '../support/test.ts'
import { addAna, beginSelling, pesos, signIn } from '../support/use-register.ts'

test('the customer’s display shows product, number and price, then change and thanks, and nothing else', async ({
  launch,
  prepared,
  dataDir,
}) => {
  test.skip(process.platform !== 'linux', 'Chromium simulates displays behind a script of Linux here')
  await prepared.copyTo(dataDir)
  const browser = await writeBrowserWithTwoDisplays(dataDir)
  const { page } = await createWallet(await launch({ browser, sessionType: 'x11' }))
  const head = await ask(page, 'shop.get', undefined)
  await ask(page, 'shop.set', { ...head, name: 'La Esquina' })
  await addAna(page)
  await ask(page, 'prices.set', pesos)
  await beginSelling(page)
  await ask(page, 'shift.open', { float: '500' })

  const display = await openCustomerDisplay(dataDir)
  const shows = (text: string): Promise<void> =>
    expect(display.page.locator('body')).toHaveText(text, { useInnerText: true })
  const [heading, product] = ['Nimbus Mobile MX$20', 'Nimbus Mobile MX$20 Top-ups · Mexico']
  const idle = 'La Esquina Welcome'
  await shows(idle)

  await page.getByRole('button', { name: 'Switch user' }).click()
  await signIn(page)
  const counter = new CounterPage(page)
  await goTo(page, '/sell?sku=nimbus-mobile_MX_20.00-I')
  await shows(`La Esquina ${product} ${heading} You pay MX$25`)
  await counter.dial('5512345678')
  await shows(`La Esquina ${product} Is this your number? +52 55 1234 5678 You pay MX$25`)
  await counter.charge.click()
  await counter.readPrice()
  await counter.given.fill('500')
  await counter.sell.click()
  await expect(counter.next).toBeVisible({ timeout: 30_000 })

  await shows(
    `La Esquina Thank you! ${heading} is on its way to 55 1234 5678 Price MX$25 You gave MX$500 Your change MX$ 475`,
  )
  await counter.next.click()
  await shows(idle)
  await expect(display.page.locator('a, button, input, [tabindex]')).toHaveCount(0)
  expect(display.errors).toEqual([])
})
