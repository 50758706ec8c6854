import { expect, type Locator, type Page } from '@playwright/test'

/** The checkout: recipient, payment method, review. */
export class CheckoutPage {
  readonly page: Page
  readonly pay: Locator
  /** The chosen payment method, folded to one row. */
  readonly paymentMethod: Locator

  constructor(page: Page) {
    this.page = page
    this.paymentMethod = page.getByRole('region', { name: 'Pay with' }).getByRole('button', { name: /Change$/ })
    this.pay = page.getByRole('button', { name: /^Pay \d/ })
  }

  async fill(label: string, value: string): Promise<void> {
    await this.page.getByRole('textbox', { name: label }).fill(value)
  }

  /** Chooses a payment method by its label, as "USDC on Harbour". */
  async payWith(coin: string): Promise<void> {
    const wanted = new RegExp(`^${coin} `)
    await expect(this.paymentMethod).toBeVisible()
    if (await this.page.getByRole('button', { name: wanted }).isVisible()) return
    await this.paymentMethod.click()
    await this.page.getByRole('radio', { name: wanted }).click()
    await expect(this.paymentMethod).toHaveAccessibleName(wanted)
  }

  async seePrice(): Promise<void> {
    await this.page.getByRole('button', { name: 'See price' }).click()
  }

  /** Accepts the terms if asked. */
  async acceptTerms(): Promise<void> {
    await expect(this.pay).toBeVisible()
    const terms = this.page.getByRole('checkbox', { name: /^I accept the terms/ })
    if (await terms.isVisible()) await terms.check()
  }

  /** Confirms the shown price and waits for the purchase's page. */
  async confirm(): Promise<void> {
    await this.acceptTerms()
    await this.pay.click()
    await this.page.waitForURL(/#\/purchases\//)
  }
}
