import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { CheckoutPage } from '../pages/checkout.ts'
import { WelcomePage } from '../pages/welcome.ts'
import type { SandboxControl } from '../support/sandbox-control.ts'
import { listenTo } from '../support/screen-reader.ts'
import { Keyboard } from '../support/keyboard.ts'
import { ask, expect, password, test } from '../support/test.ts'

test('the keyboard alone is enough for a new wallet, play money, a top-up, a gift card, history, settings, lock and unlock', async ({
  till,
  control,
}, info) => {
  test.setTimeout(120_000)
  const { page } = till
  const keyboard = new Keyboard(page)
  const heard = await listenTo(page)
  await makeWallet(keyboard)
  await speedUpDelivery(page, control)

  await keyboard.tabBackTo('Wallet')
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Wallet', level: 1 })).toBeVisible()
  await keyboard.tabTo('Get play money')
  await keyboard.press('Enter')
  await expect(page.getByText('Play money has arrived in your wallet.')).toBeVisible()

  await search(keyboard, 'nimbus mexico 20', /^Nimbus Mobile Mexico .* MX\$20\b/)
  await keyboard.tabTo('Phone number')
  await keyboard.type('55 1234 5678')
  await chooseCoin(keyboard, /^USDC on Harbour/)
  await payFor(keyboard, / delivered to \+52 55 1234 5678/)

  await writeFile(info.outputPath('heard-by-a-screen-reader.txt'), `${heard.join('\n')}\n`)
  expectInOrder(heard, [
    /^status: Mexico Prices in Mexican pesos/,
    /^status: The passwords match\.$/,
    /^focus: main Wallet$/,
    /^status: Play money has arrived in your wallet\. You got ≈ .+$/,
    /^status: .*products found$/,
    /^title: Checkout · Till$/,
    /^focus: input Phone number$/,
    /^status: The price is [\d.]+\sUSDC \(≈\s.+\)\.$/,
    /^focus: button Pay [\d.]+\sUSDC \(≈\s.+\)$/,
    /^title: Purchase · Till$/,
    /^status: You can close Till\. Nothing is lost\. You paid/,
    /^status: The service says it was delivered\./,
  ])

  await search(keyboard, 'pixelforge arcade spain', /^Pixelforge Arcade Spain/)
  await keyboard.tabTo('Recipient’s e-mail')
  await keyboard.type('ines@example.org')
  await chooseCoin(keyboard, /^USDT on Meadow/)
  await payFor(keyboard, / sent to ines@example\.org/)

  await lookBack(keyboard)
  await changeTheme(keyboard)
  await lockAndUnlock(keyboard)

  const [account] = await ask(page, 'accounts.list', undefined)
  const witness = await control.ledger(account?.address ?? '')
  expect(witness.payments).toHaveLength(2)
  expect(witness.registrations).toMatchObject([{ status: 'SUCCESS' }, { status: 'SUCCESS' }])
})

/** Asserts that the lines contain a match of each pattern, in this order. */
function expectInOrder(lines: readonly string[], patterns: readonly RegExp[]): void {
  let from = 0
  for (const pattern of patterns) {
    const found = lines.findIndex((line, index) => index >= from && pattern.test(line))
    expect(found, `${String(pattern)} after line ${from} of:\n${lines.join('\n')}`).toBeGreaterThanOrEqual(from)
    from = found + 1
  }
}

async function makeWallet(keyboard: Keyboard): Promise<void> {
  const { page } = keyboard
  await expect(page.getByRole('searchbox')).toBeFocused()
  await keyboard.type('mexico')
  await keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Continue with Mexico' })).toBeVisible()
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Choose a service' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use play money' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'New password' })).toBeFocused()
  await keyboard.type(password)
  await keyboard.tabTo('Confirm password')
  await keyboard.type(password)
  await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled()
  await keyboard.press('Enter')
  const words = await new WelcomePage(page).readWords()
  await keyboard.tabTo('I wrote them down')
  await keyboard.press('Space')
  await keyboard.tabTo('Continue')
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your recovery phrase' })).toBeVisible()
  const count = await page.getByRole('textbox').count()
  for (let answered = 0; answered < count; answered++) {
    if (answered > 0) await keyboard.tabTo(/^Word \d+$/)
    const number = Number(/\d+/.exec(await keyboard.focused())?.[0])
    await keyboard.type(words[number - 1] ?? '')
  }
  await keyboard.press('Enter')
  await page.waitForURL(/#\/shop/)
}

async function search(keyboard: Keyboard, text: string, product: RegExp): Promise<void> {
  await keyboard.press('Control+k')
  await keyboard.type(text)
  await expect(keyboard.page.getByRole('link', { name: product }).first()).toBeVisible()
  await keyboard.tabTo(product)
  await keyboard.press('Enter')
  await expect(keyboard.page.getByRole('heading', { name: 'To whom' })).toBeVisible()
}

async function chooseCoin(keyboard: Keyboard, coin: RegExp): Promise<void> {
  const { paymentMethod } = new CheckoutPage(keyboard.page)
  await expect(paymentMethod).toBeVisible()
  await keyboard.tabTo(/ on (Harbour|Meadow) .*Change$/)
  if (coin.test(/"(.*)"/.exec(await keyboard.focused())?.[1] ?? '')) return
  await keyboard.press('Enter')
  await keyboard.arrowTo(coin)
  await keyboard.press('Enter')
  await expect(paymentMethod).toHaveAccessibleName(coin)
  await expect(paymentMethod).toBeFocused()
}

async function payFor(keyboard: Keyboard, ends: RegExp): Promise<void> {
  const { page } = keyboard
  const checkout = new CheckoutPage(page)
  await keyboard.tabTo('See price')
  await keyboard.press('Enter')
  await expect(checkout.pay).toBeVisible()
  if (await page.getByRole('checkbox').isVisible()) {
    await keyboard.tabTo(/^I accept the terms/)
    await keyboard.press('Space')
  }
  // It waits until the price could be read.
  await expect(checkout.pay).toBeEnabled()
  await keyboard.tabTo(/^Pay \d/)
  await keyboard.press('Enter')
  await page.waitForURL(/#\/purchases\//)
  await expect(page.getByRole('heading', { name: ends })).toBeVisible({ timeout: 30_000 })
}

async function lookBack(keyboard: Keyboard): Promise<void> {
  const { page } = keyboard
  await keyboard.tabBackTo('Purchases')
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Purchases', level: 1 })).toBeVisible()
  await keyboard.tabTo('Search purchases')
  await keyboard.type('nimbus')
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await keyboard.tabTo(/^Nimbus Mobile/)
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: / delivered to /, level: 1 })).toBeVisible()
  await keyboard.tabTo('Back')
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Purchases', level: 1 })).toBeVisible()
}

async function changeTheme(keyboard: Keyboard): Promise<void> {
  const { page } = keyboard
  await keyboard.tabBackTo('Settings')
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await keyboard.tabTo('System')
  await keyboard.arrowTo('Dark')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await keyboard.tabBackTo(/^Security/)
  await keyboard.press('Enter')
  await keyboard.tabTo('Change password')
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Change password' })).toBeVisible()
  await keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await keyboard.focused()).toBe('button "Change password"')
}

async function lockAndUnlock(keyboard: Keyboard): Promise<void> {
  const { page } = keyboard
  await keyboard.tabBackTo('Lock')
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Unlock Till' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused()
  await keyboard.type(password)
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  expect((await ask(page, 'app.get', undefined)).locked).toBe(false)
}

/** Makes the service deliver within a second, and Till poll accordingly. */
async function speedUpDelivery(page: Page, control: SandboxControl): Promise<void> {
  await control.settings({ deliverySeconds: 1 })
  const profile = await ask(page, 'profile.get', undefined)
  await ask(page, 'profile.save', { ...profile, deliverySeconds: 1, password })
  // Saving a service refreshes its catalog.
  await expect.poll(async () => (await ask(page, 'catalog.status', undefined)).refreshing).toBe(false)
}
