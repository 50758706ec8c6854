import { expect, type Page } from '@playwright/test'
import type { Screenshots } from '../../e2e/support/screenshots.ts'
import { goTo } from '../../e2e/pages/goto.ts'
import { password } from './make-wallet.ts'

export const clerks = [
  { name: 'Ana', pin: '4711' },
  { name: 'Bruno', pin: '2718' },
] as const

/** Sets up prices, limits and people, turns shop mode on and opens a shift. */
export async function openShop(page: Page, screenshots: Screenshots, printerPort: number): Promise<void> {
  await goTo(page, '/settings/prices')
  await page.getByLabel('The shop’s currency').selectOption('MXN')
  await page.getByLabel('One US dollar is').fill('20')
  await page.getByRole('button', { name: 'Add a rule' }).click()
  await page.getByLabel('Markup in percent').fill('10')
  await page.getByLabel('Round up to').fill('5')
  await page.getByLabel('Per sale').fill('100')
  await page.getByRole('button', { name: 'Save prices' }).click()
  await expect(page.getByText('Prices saved.')).toBeVisible()
  // It would cover the search in the pictures that follow.
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await screenshots.takeWhole('prices')
  await goTo(page, '/settings/shop')
  await page.getByLabel('Name', { exact: true }).fill('Abarrotes La Esquina')
  await page.getByRole('radio', { name: 'Network printer' }).click()
  await page.getByLabel('Name or address').fill('127.0.0.1')
  await page.getByLabel('Port').fill(String(printerPort))
  await screenshots.takeWhole('receipt-and-printer')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved. The next receipt looks like this.')).toBeVisible()
  await goTo(page, '/settings/clerks')
  for (const { name, pin } of clerks) {
    await page.getByRole('button', { name: 'Add clerk' }).click()
    const adding = page.getByRole('dialog', { name: 'Add clerk' })
    await adding.getByLabel('Name').fill(name)
    await adding.getByLabel('PIN', { exact: true }).fill(pin)
    await adding.getByRole('button', { name: 'Add' }).click()
    await expect(page.getByText(name, { exact: true })).toBeVisible()
  }
  await screenshots.takeWhole('people')
  await page.getByRole('button', { name: 'Turn on shop mode' }).click()
  const beginning = page.getByRole('dialog')
  await beginning.getByLabel('Password', { exact: true }).fill(password)
  await beginning.getByRole('button', { name: 'Turn on shop mode' }).click()
  await setCounter(page, screenshots)
  await page.getByRole('link', { name: 'Sales' }).click()
  await page.getByRole('link', { name: 'Shift' }).click()
  await page.getByRole('link', { name: 'Count the starting cash' }).click()
  await page.getByRole('textbox', { name: 'MX$100 bills' }).fill('4')
  await page.getByRole('textbox', { name: 'MX$20 coins' }).fill('5')
  await screenshots.take('opening-a-shift')
  await page.getByRole('button', { name: 'Open the shift' }).click()
  await expect(page.getByRole('heading', { name: 'X report, shift 1' })).toBeVisible()
}

/** Returns a tile for a brand's product, and the search text that finds it. */
const tile = (brand: string, words: string, price: string) => ({
  words,
  product: new RegExp(`${brand} ?${price.replace('$', '\\$')}(?!\\d)`),
})
const pages = [
  {
    name: 'Top-ups',
    products: [
      tile('Nimbus Mobile', 'nimbus mexico 20', 'MX$20'),
      tile('Nimbus Mobile', 'nimbus mexico 100', 'MX$100'),
      tile('Nimbus Mobile', 'nimbus mexico 200', 'MX$200'),
      tile('Juniperline', 'juniperline mexico 30', 'MX$30'),
      tile('Juniperline', 'juniperline mexico 100', 'MX$100'),
      tile('Saltbox Mobile', 'saltbox mexico 100', 'MX$100'),
    ],
  },
  {
    name: 'Gifts',
    products: [
      tile('Pixelforge Arcade', 'pixelforge arcade spain 5', '€5'),
      tile('Questhollow', 'questhollow mexico 30', 'MX$30'),
      tile('Questhollow', 'questhollow mexico 100', 'MX$100'),
      tile('Sandbox', 'sandbox 1 usd', '$1'),
    ],
  },
]

/** Fills the counter with the best-selling products. */
async function setCounter(page: Page, screenshots: Screenshots): Promise<void> {
  await goTo(page, '/settings/counter')
  for (const { name, products } of pages) {
    await page.getByLabel('Name of the new page').fill(name)
    await page.getByRole('button', { name: 'Add page' }).click()
    const card = page.getByRole('region', { name, exact: true })
    for (const { words, product } of products) {
      await card.getByLabel('Find a product').fill(words)
      const found = card.getByRole('listitem').filter({ hasText: product })
      await found.getByRole('button', { name: /^Add / }).first().click()
      await expect(found.getByText('On this page').first()).toBeVisible()
    }
  }
  await screenshots.takeWhole('setting-the-counter')
}

/** Signs the manager in from the start screen. */
export async function manage(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Manager/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Unlock' }).click()
  // Deriving the key from the password is slow on a busy machine.
  await page.getByRole('link', { name: 'Settings' }).waitFor({ timeout: 60_000 })
}

/** Signs the current user out. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Switch user' }).click()
  await expect(page.getByRole('heading', { name: 'Who’s working?' })).toBeVisible()
}

/** Reads the open shift's X report, closes the shift with the counted cash, and opens the Z report and the day's report. */
export async function closeShift(page: Page, screenshots: Screenshots, counted: number): Promise<void> {
  await goTo(page, '/sales')
  await page.getByRole('link', { name: 'Shift' }).click()
  await expect(page.getByRole('heading', { name: 'X report, shift 1' })).toBeVisible()
  await page.getByRole('link', { name: 'Count the drawer' }).click()
  await page.getByRole('button', { name: 'Type one total instead' }).click()
  await page.getByLabel('Counted in the drawer').fill(counted.toFixed(2))
  await screenshots.take('counting-the-drawer')
  await page.getByRole('button', { name: 'Submit count' }).click()
  await page.getByRole('heading', { name: 'The drawer is right' }).waitFor()
  await screenshots.take('the-drawer-is-right')
  await page.getByRole('button', { name: 'Close the shift' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close the shift' }).click()
  await expect(page.getByRole('heading', { name: 'Z report, shift 1' })).toBeVisible()
  await screenshots.take('z-report')
  await goTo(page, '/sales/reports')
  await page.getByRole('heading', { name: 'By product' }).waitFor()
  await screenshots.take('report-of-the-day')
}
