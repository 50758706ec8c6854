import { expect, type Page } from '@playwright/test'
import { CheckoutPage } from '../pages/checkout.ts'
import { goTo } from '../pages/goto.ts'
import { ask } from './ask.ts'
import { topUp } from './buy.ts'
import type { SandboxControl } from './sandbox-control.ts'
import type { CheckScreen } from './check-screen.ts'

/** Walks through a checkout from its empty form to the price, and everything that can go wrong with them. */
export async function walkCheckout(
  page: Page,
  control: SandboxControl,
  wallet: string,
  checkScreen: CheckScreen,
): Promise<void> {
  const checkout = new CheckoutPage(page)
  await goTo(page, `/checkout/${topUp.sku}`)
  await expect(checkout.paymentMethod).toHaveAccessibleName(/^USDC on Harbour /)
  await checkScreen('checkout, empty')
  await checkout.paymentMethod.click()
  await expect(page.getByRole('radio', { name: /^USDC on Harbour/ })).toBeChecked()
  await checkScreen('checkout, payment methods')
  await page.getByRole('radio', { name: /^USDC on Harbour/ }).click()
  await checkout.fill('Phone number', '55 12')
  await checkout.seePrice()
  await expect(page.getByText('This number is too short for Mexico.')).toBeVisible()
  await checkScreen('checkout, problems')
  await checkout.fill('Phone number', '55 1234 5678')
  await expect(page.getByText(/^Goes to/)).toBeVisible()
  await checkScreen('checkout, filled')
  await checkout.seePrice()
  await expect(checkout.pay).toBeVisible()
  await page.getByText('See exactly what you’re signing').click()
  await checkScreen('checkout, quoted')
  await page.getByRole('button', { name: 'View terms' }).click()
  await expect(page.getByRole('dialog', { name: 'Terms' })).toBeVisible()
  await checkScreen('checkout, terms')
  await page.keyboard.press('Escape')
  await seeBadPrices(page, control, wallet, checkScreen)
  await seeManyFields(page, checkScreen)
  await goTo(page, '/checkout/no-such-product')
  await expect(page.getByRole('heading', { name: 'This product is not on sale' })).toBeVisible()
  await checkScreen('checkout, product gone')
  await seeUnlockDialog(page, checkScreen)
}

async function seeBadPrices(
  page: Page,
  control: SandboxControl,
  wallet: string,
  checkScreen: CheckScreen,
): Promise<void> {
  const fresh = page.getByRole('button', { name: 'Update price' })
  await control.quote({ transactionRequest: { value: '0x1' } })
  await fresh.click()
  await expect(page.getByText(/Till won’t sign this payment/)).toBeVisible()
  await checkScreen('checkout, price refused')
  const networks = await ask(page, 'networks.list', undefined)
  const usdc = networks.find(({ key }) => key === 'harbour')?.tokens.find(({ symbol }) => symbol === 'USDC')
  await control.chain('harbour', { action: 'set-balance', address: wallet, token: usdc?.address ?? '', amount: '0.1' })
  await fresh.click()
  await expect(page.getByText(/You’re .* short/)).toBeVisible()
  await checkScreen('checkout, not enough')
}

async function seeManyFields(page: Page, checkScreen: CheckScreen): Promise<void> {
  await ask(page, 'wallet.balances', { fresh: true })
  await goTo(page, '/checkout/verduria-market_MX_200.00-I')
  await expect(page.getByRole('button', { name: 'See price' })).toBeEnabled()
  await page.getByRole('button', { name: 'See price' }).click()
  await expect(page.getByText('Fill this in to continue.').first()).toBeVisible()
  await checkScreen('checkout, fields missing')
}

async function seeUnlockDialog(page: Page, checkScreen: CheckScreen): Promise<void> {
  const checkout = new CheckoutPage(page)
  await ask(page, 'vault.lock', undefined)
  const dismiss = page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Dismiss' })
  await expect(page.getByText(/^Till locked automatically/)).toBeVisible()
  while ((await dismiss.count()) > 0) await dismiss.first().click()
  await goTo(page, `/checkout/${topUp.sku}`)
  await checkout.fill('Phone number', '55 1234 5678')
  await checkout.payWith('USDT on Harbour')
  await checkout.seePrice()
  await checkout.acceptTerms()
  await checkout.pay.click()
  await expect(page.getByRole('dialog', { name: 'Unlock Till' })).toBeVisible()
  await checkScreen('checkout, unlock asked for')
}
