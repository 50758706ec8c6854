import { expect, type Locator, type Page } from '@playwright/test'

/** The wallet's coins, address and play money. */
export class WalletPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async getPlayMoney(): Promise<void> {
    await this.page.getByRole('button', { name: 'Get play money' }).click()
    await expect(this.page.getByText('Play money has arrived in your wallet.')).toBeVisible()
  }

  /** A coin on one network; its row may be folded. */
  holding(symbol: string, network: string): Locator {
    return this.coin(symbol).locator(`[aria-label="${network}"]`)
  }

  /** The row of a coin, with its networks. */
  coin(symbol: string): Locator {
    return this.page.getByRole('list', { name: 'Your coins' }).getByRole('listitem', { name: symbol, exact: true })
  }

  /** Opens the dialog with the address. */
  async receive(): Promise<Locator> {
    await this.page.getByRole('button', { name: 'Receive', exact: true }).click()
    return this.page.getByRole('dialog', { name: 'Receive' })
  }
}
