import { expect, type Page } from '@playwright/test'
import { CounterPage } from '../../e2e/pages/counter.ts'
import type { Screenshots } from '../../e2e/support/screenshots.ts'
import type { TouchCounter } from './touch-counter.ts'
import { password } from './make-wallet.ts'

/** What a customer buys, and what happens during the sale. */
export interface Order {
  /** The words on the tile, and its page of the counter; the first page by default. */
  readonly product: RegExp
  readonly page?: string
  /** A phone number is typed by touch, an e-mail address on a keyboard. */
  readonly to: string
  /** Pays the exact price, else with the largest of the suggested notes. */
  readonly exact?: boolean
  readonly asks?: 'same' | 'manager'
  /** The prefix of its pictures; none are taken without it. */
  readonly pictured?: string
}

/** Sells a product at the counter; returns the cash that stays in the drawer: given, less the change on screen. */
export async function sell(page: Page, touches: TouchCounter, screenshots: Screenshots, order: Order): Promise<number> {
  const take = async (name: string): Promise<void> => {
    if (order.pictured) await screenshots.take(`${order.pictured}-${name}`)
  }
  const counter = new CounterPage(page)
  const tab = counter.tiles.getByRole('radio', { name: order.page ?? 'Top-ups' })
  if (!(await tab.isChecked())) await touches.tap(tab)
  await touches.tap(counter.tile(order.product))
  if (/^\d+$/.test(order.to)) await touches.digits(page.getByRole('group', { name: 'Digits of the phone number' }), order.to)
  else await page.getByRole('textbox', { name: 'E-mail' }).fill(order.to)
  if (order.asks === 'same') {
    const again = page.getByRole('checkbox', { name: 'Sell it again' })
    await again.waitFor()
    await take('asked')
    await touches.tap(again)
  }
  await counter.charge.waitFor()
  await take('to-whom')
  if (order.pictured === 'sale') await turnToCustomer(page, take)
  await touches.tap(counter.charge)
  await counter.given.waitFor()
  await expect(page.getByText('Checking the price…')).toHaveCount(0)
  const terms = page.getByRole('checkbox', { name: /^I accept the terms/ })
  if (await terms.isVisible()) await touches.tap(terms)
  await take('price')
  const cash = page.getByRole('region', { name: 'Cash', exact: true })
  await touches.tap(order.exact ? counter.exact : cash.getByRole('button', { name: /^MX\$/ }).last())
  if (order.asks === 'manager') await page.getByLabel('Manager’s password', { exact: true }).fill(password)
  await take('cash')
  const handedOver = amountIn(await counter.given.inputValue())
  await touches.tap(counter.sell)
  // Checking the manager's password alone takes seconds.
  await counter.next.waitFor()
  await take('sold')
  const change = await counter.sale.getByRole('status').innerText()
  return handedOver - amountIn(change)
}

/** Shows number and price to the customer; this does not count as a touch of the sale. */
async function turnToCustomer(page: Page, take: (name: string) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Turn screen to customer' }).click()
  const shown = page.getByRole('dialog', { name: 'For the customer to check' })
  await shown.waitFor()
  await take('for-the-customer')
  await page.keyboard.press('Escape')
  await expect(shown).toHaveCount(0)
}

/** Serves the next customer. */
export async function nextCustomer(page: Page, touches: TouchCounter): Promise<void> {
  const counter = new CounterPage(page)
  await touches.tap(counter.next)
  await expect(counter.next).toHaveCount(0)
}

/** Returns the first amount in a text. */
export function amountIn(text: string): number {
  const found = /\d[\d,]*(?:\.\d+)?/.exec(text)
  if (!found) throw new Error(`There is no amount in ${text}`)
  return Number(found[0].replaceAll(',', ''))
}
