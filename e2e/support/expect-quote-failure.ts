import { expect } from '@playwright/test'
import { CheckoutPage } from '../pages/checkout.ts'
import { goTo } from '../pages/goto.ts'
import { topUp } from './buy.ts'
import type { ReadyTill } from './ready-till.ts'
import type { SandboxControl } from './sandbox-control.ts'

/** Expects that a quote answered with `fault` shows a message, keeps the typed number and pays nothing. */
export async function expectQuoteFailure(
  { page, wallet }: ReadyTill,
  control: SandboxControl,
  fault: { readonly kind: string },
  sentence: RegExp,
): Promise<void> {
  const { payments } = await control.ledger(wallet)
  const checkout = new CheckoutPage(page)
  await goTo(page, `/checkout/${topUp.sku}`)
  await checkout.fill('Phone number', '55 1234 5678')
  await control.fault({ operation: 'createQuote', times: 5, ...fault })
  await checkout.seePrice()
  await expect(page.getByText(sentence).first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Phone number' })).toHaveValue(/55 ?1234 ?5678/)
  await expect(checkout.pay).toBeHidden()
  expect((await control.ledger(wallet)).payments).toEqual(payments)
}
