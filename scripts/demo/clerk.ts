import { expect, type Page } from '@playwright/test'
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

/** Sells a product from the shop page; returns the cash that stays in the drawer: given, less the change on screen. */
export async function sell(page: Page, touches: TouchCounter, screenshots: Screenshots, order: Order): Promise<number> {
  const take = async (name: string): Promise<void> => {
    if (order.pictured) await screenshots.take(`${order.pictured}-${name}`)
  }
  const counter = page.getByRole('region', { name: 'Counter' })
  const tab = counter.getByRole('radio', { name: order.page ?? 'Top-ups' })
  if (!(await tab.isChecked())) await touches.tap(tab)
  await touches.tap(counter.getByRole('link', { name: order.product }))
  if (/^\d+$/.test(order.to)) await touches.digits(page.getByRole('group', { name: 'Digits of the phone number' }), order.to)
  else await page.getByRole('textbox', { name: 'E-mail' }).fill(order.to)
  await take('to-whom')
  await touches.tap(page.getByRole('button', { name: 'See price' }))
  const given = page.getByRole('textbox', { name: 'Cash given' })
  await given.waitFor()
  const terms = page.getByRole('checkbox', { name: /^I accept the terms/ })
  if (await terms.isVisible()) await touches.tap(terms)
  if (order.asks === 'same') await touches.tap(page.getByRole('checkbox', { name: 'Sell it again' }))
  await take('price')
  if (order.pictured === 'sale') await turnToCustomer(page, take)
  const exact = page.getByRole('button', { name: /^Exact: / })
  await touches.tap(order.exact ? exact : page.getByRole('button', { name: /^MX\$/ }).last())
  if (order.asks === 'manager') await page.getByLabel('Manager’s password', { exact: true }).fill(password)
  await take('cash')
  const handedOver = amountIn(await given.inputValue())
  await touches.tap(page.getByRole('button', { name: /^Take .+ and sell$/ }))
  const sold = page.getByRole('region', { name: 'Just sold' })
  // Checking the manager's password alone takes seconds.
  await sold.waitFor()
  await take('sold')
  return handedOver - amountIn(await sold.innerText())
}

/** Shows number and price to the customer; this does not count as a touch of the sale. */
async function turnToCustomer(page: Page, take: (name: string) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Show customer' }).click()
  const shown = page.getByRole('dialog', { name: 'For the customer to check' })
  await shown.waitFor()
  await take('for-the-customer')
  await page.keyboard.press('Escape')
  await expect(shown).toHaveCount(0)
}

/** Goes on to the shop for the next customer. */
export async function nextCustomer(page: Page, touches: TouchCounter): Promise<void> {
  await touches.tap(page.getByRole('link', { name: 'Next customer' }))
  await page.getByRole('region', { name: 'Counter' }).waitFor()
}

/** Returns the first amount in a text. */
export function amountIn(text: string): number {
  const found = /\d[\d,]*(?:\.\d+)?/.exec(text)
  if (!found) throw new Error(`There is no amount in ${text}`)
  return Number(found[0].replaceAll(',', ''))
}
