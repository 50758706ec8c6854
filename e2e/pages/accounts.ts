import { expect, type Locator, type Page } from '@playwright/test'
import { goTo } from './goto.ts'

/** The accounts of the wallet. */
export class AccountsPage {
  readonly page: Page
  readonly dialog: Locator

  constructor(page: Page) {
    this.page = page
    this.dialog = page.getByRole('dialog')
  }

  async open(): Promise<void> {
    await goTo(this.page, '/wallet/accounts')
    await expect(this.page.getByRole('heading', { name: 'Accounts', level: 1 })).toBeVisible()
  }

  row(name: string): Locator {
    return this.page.getByRole('main').getByRole('listitem').filter({ hasText: name })
  }

  /** Presses one of an account's options. */
  async ask(name: string, option: string): Promise<void> {
    const options = this.page.getByRole('button', { name: `Options for ${name}` })
    if ((await options.getAttribute('aria-expanded')) !== 'true') await options.click()
    await this.row(name).getByRole('button', { name: option, exact: true }).click()
  }

  /** Starts to add an account in this way. */
  async more(choice: string): Promise<void> {
    await this.page.getByRole('button', { name: new RegExp(`^${choice}`) }).click()
  }
}
