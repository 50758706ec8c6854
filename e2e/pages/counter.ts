import { expect, type Locator, type Page } from '@playwright/test'

/** The counter of a register: tiles, the sale, and the pad. */
export class CounterPage {
  readonly page: Page
  readonly tiles: Locator
  /** The sale as a receipt. */
  readonly sale: Locator
  readonly charge: Locator
  readonly exact: Locator
  readonly given: Locator
  readonly sell: Locator
  readonly next: Locator

  constructor(page: Page) {
    this.page = page
    this.tiles = page.getByRole('region', { name: 'Counter' })
    this.sale = page.getByRole('region', { name: 'Sale', exact: true })
    this.charge = page.getByRole('button', { name: /^Charge / })
    this.exact = page.getByRole('button', { name: /Exact$/ })
    this.given = page.getByRole('textbox', { name: 'Cash received' })
    this.sell = page.getByRole('button', { name: /^Take .+ and sell$/ })
    this.next = page.getByRole('button', { name: 'Next customer' })
  }

  tile(product: RegExp): Locator {
    return this.tiles.getByRole('button', { name: product })
  }
  /** Types a phone number on the pad. */
  async dial(number: string): Promise<void> {
    const pad = this.page.getByRole('group', { name: 'Digits of the phone number' })
    for (const digit of number) await pad.getByRole('button', { name: digit, exact: true }).click()
  }
  /** Waits for the service's price, and accepts its terms if it asks for them. */
  async readPrice(): Promise<void> {
    await this.given.waitFor()
    await expect(this.page.getByText('Checking the price…')).toHaveCount(0, { timeout: 30_000 })
    const terms = this.page.getByRole('checkbox', { name: /^I accept the terms/ })
    if (await terms.isVisible()) await terms.check()
  }
}
