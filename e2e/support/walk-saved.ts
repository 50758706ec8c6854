import { expect, type Page } from '@playwright/test'
import { CheckoutPage } from '../pages/checkout.ts'
import { goTo } from '../pages/goto.ts'
import { ask } from './ask.ts'
import { buy, topUp, untilStatus } from './buy.ts'
import type { SandboxControl } from './sandbox-control.ts'
import type { CheckScreen } from './check-screen.ts'

/** Walks through favourites, drafts, and the warning about a purchase that is still on its way. */
export async function walkSaved(page: Page, control: SandboxControl, checkScreen: CheckScreen): Promise<void> {
  await control.settings({ deliverySeconds: 600 })
  await untilStatus(page, await buy(page, topUp), 'on-its-way')
  await goTo(page, `/checkout/${topUp.sku}`)
  await page.getByRole('button', { name: /^Favourite: / }).click()
  await new CheckoutPage(page).fill('Phone number', '55 1234 5678')
  await expect(page.getByText(/^One is already on its way/)).toBeVisible()
  await checkScreen('checkout, same purchase on its way')
  await page.getByRole('button', { name: 'Save for later' }).click()
  await expect(page.getByText('Saved for later. Nothing was paid.')).toBeVisible()
  await checkScreen('checkout, saved')
  const [draft] = await ask(page, 'drafts.list', undefined)
  await goTo(page, '/shop')
  await expect(page.getByRole('region', { name: 'Favourites' })).toBeVisible()
  await checkScreen('shop, with favourites')
  await goTo(page, '/purchases')
  await expect(page.getByRole('region', { name: 'Saved for later' })).toBeVisible()
  await checkScreen('purchases, with a draft')
  await goTo(page, '/shop/changes')
  await expect(page.getByRole('heading', { name: 'Nothing new' })).toBeVisible()
  await checkScreen('changes, none')
  // Every request, or the one that follows the purchase on its way would find the service again.
  await control.fault({ operation: '*', times: 1000, kind: 'reset' })
  await ask(page, 'catalog.refresh', undefined)
  await goTo(page, `/checkout/${topUp.sku}?draft=${draft?.id ?? ''}`)
  await expect(page.getByText(/^Prices as of/)).toBeVisible()
  await checkScreen('checkout, draft offline')
  await control.clearFaults()
  await ask(page, 'catalog.refresh', undefined)
  await expect(page.getByText(/^Prices as of/)).toHaveCount(0)
  await goTo(page, '/brand/nimbus-mobile?country=MX&gone=draft')
  await expect(page.getByText(/^The product you saved is no longer sold/)).toBeVisible()
  await checkScreen('brand of a removed product')
}
