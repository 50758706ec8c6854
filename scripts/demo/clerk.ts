import { expect, type Page } from '@playwright/test'
import type { Camera } from '../../e2e/support/camera.ts'
import type { Hands } from './hands.ts'
import { password } from './make-wallet.ts'

/** What a customer comes for, and what is to happen while it is sold. */
export interface Wish {
  /** The tile's words, and its page of the counter; the first where none is named. */
  readonly product: RegExp
  readonly page?: string
  /** A phone number is typed by touch, an address on a keyboard. */
  readonly to: string
  /** Hands over the price itself, else the largest of the notes that are offered. */
  readonly exact?: boolean
  readonly asks?: 'same' | 'manager'
  /** Pictures of its screens begin with this; none are taken without it. */
  readonly pictured?: string
}

/** Sells from the shop's page; answers what stays in the drawer: given, less the change that the screen says. */
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
  // The manager's password alone takes its seconds.
  await sold.waitFor()
  await shoot('sold')
  return handedOver - amountIn(await sold.innerText())
}

/** The customer checks number and price, which is no touch of the sale's own. */
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

/** The first amount in a text, as a person reads it. */
export function amountIn(text: string): number {
  const found = /\d[\d,]*(?:\.\d+)?/.exec(text)
  if (!found) throw new Error(`There is no amount in ${text}`)
  return Number(found[0].replaceAll(',', ''))
}
