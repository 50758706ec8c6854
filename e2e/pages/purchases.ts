import type { Locator, Page } from '@playwright/test'

/** The list of purchases with its search and filter. */
export class PurchasesPage {
  readonly page: Page
  readonly rows: Locator

  constructor(page: Page) {
    this.page = page
    this.rows = page.getByRole('main').getByRole('listitem')
  }

  async search(text: string): Promise<void> {
    await this.page.getByRole('searchbox', { name: 'Search purchases' }).fill(text)
  }

  async filter(status: string): Promise<void> {
    await this.page.getByRole('combobox', { name: 'Status' }).selectOption({ label: status })
  }
}
