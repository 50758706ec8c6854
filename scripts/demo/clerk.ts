import { expect, type Page } from '@playwright/test'
import type { Camera } from '../../e2e/support/camera.ts'
import type { Hands } from './hands.ts'
import { password } from './make-wallet.ts'

/** What a customer wants to buy, and what happens during the sale. */
export interface Wish {
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
export async function sell(page: Page, hands: Hands, camera: Camera, wish: Wish): Promise<number> {
  const shoot = async (name: string): Promise<void> => {
    if (wish.pictured) await camera.shoot(`${wish.pictured}-${name}`)
  }
  const counter = page.getByRole('region', { name: 'Counter' })
  const tab = counter.getByRole('radio', { name: wish.page ?? 'Top-ups' })
  if (!(await tab.isChecked())) await hands.touch(tab)
  await hands.touch(counter.getByRole('link', { name: wish.product }))
  if (/^\d+$/.test(wish.to)) await hands.digits(page.getByRole('group', { name: 'Digits of the phone number' }), wish.to)
  else await page.getByRole('textbox', { name: 'E-mail' }).fill(wish.to)
  await shoot('to-whom')
  await hands.touch(page.getByRole('button', { name: 'See price' }))
  const given = page.getByRole('textbox', { name: 'Cash given' })
  await given.waitFor()
  const terms = page.getByRole('checkbox', { name: /^I accept the terms/ })
  if (await terms.isVisible()) await hands.touch(terms)
  if (wish.asks === 'same') await hands.touch(page.getByRole('checkbox', { name: 'Sell it again' }))
  await shoot('price')
  if (wish.pictured === 'sale') await turnToCustomer(page, shoot)
  const exact = page.getByRole('button', { name: /^Exact: / })
  await hands.touch(wish.exact ? exact : page.getByRole('button', { name: /^MX\$/ }).last())
  if (wish.asks === 'manager') await page.getByLabel('Manager’s password', { exact: true }).fill(password)
  await shoot('cash')
  const handedOver = amountIn(await given.inputValue())
  await hands.touch(page.getByRole('button', { name: /^Take .+ and sell$/ }))
  const sold = page.getByRole('region', { name: 'Just sold' })
  // Checking the manager's password alone takes seconds.
  await sold.waitFor()
  await shoot('sold')
  return handedOver - amountIn(await sold.innerText())
}

/** Shows number and price to the customer; this does not count as a touch of the sale. */
async function turnToCustomer(page: Page, shoot: (name: string) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Show customer' }).click()
  const shown = page.getByRole('dialog', { name: 'For the customer to check' })
  await shown.waitFor()
  await shoot('for-the-customer')
  await page.keyboard.press('Escape')
  await expect(shown).toHaveCount(0)
}

/** Goes on to the shop for the next customer. */
export async function nextCustomer(page: Page, hands: Hands): Promise<void> {
  await hands.touch(page.getByRole('link', { name: 'Next customer' }))
  await page.getByRole('region', { name: 'Counter' }).waitFor()
}

/** Returns the first amount in a text. */
export function amountIn(text: string): number {
  const found = /\d[\d,]*(?:\.\d+)?/.exec(text)
  if (!found) throw new Error(`There is no amount in ${text}`)
  return Number(found[0].replaceAll(',', ''))
}
