import { expect, type Page } from '@playwright/test'

/** The wallet's address, balances and play money. */
export class WalletPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async getPlayMoney(): Promise<void> {
    await this.page.getByRole('button', { name: 'Get play money' }).click()
    await expect(this.page.getByText('Play money has arrived in your wallet.')).toBeVisible()
  }

  network(name: string): ReturnType<Page['getByRole']> {
    return this.page.getByRole('article', { name })
  }
}
