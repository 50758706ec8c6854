import { expect, type Page } from '@playwright/test'

/** The first run: choosing a service, creating or restoring a wallet. */
export class WelcomePage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async start(): Promise<void> {
    await this.page.getByRole('link', { name: 'Set up Till' }).click()
  }

  async usePlayMoney(): Promise<void> {
    await this.page.getByRole('button', { name: 'Use play money' }).click()
    await expect(this.page.getByRole('heading', { name: 'Your wallet' })).toBeVisible()
  }

  async chooseNewWallet(): Promise<void> {
    await this.page.getByRole('link', { name: /Create a new wallet/ }).click()
  }

  async choosePassword(password: string): Promise<void> {
    await this.page.getByRole('textbox', { name: 'New password' }).fill(password)
    await this.page.getByRole('textbox', { name: 'Confirm password' }).fill(password)
    await this.page.getByRole('button', { name: 'Continue' }).click()
  }

  /** Reads the recovery phrase that is shown while its button is held. */
  async readWords(): Promise<string[]> {
    const items = this.page.getByRole('list', { name: 'Recovery phrase' }).getByRole('listitem')
    await this.page.getByRole('button', { name: 'Hold down to see' }).focus()
    await this.page.keyboard.down('Space')
    await expect(items).toHaveCount(12)
    const texts = await items.allInnerTexts()
    await this.page.keyboard.up('Space')
    await expect(items).toHaveCount(0)
    return texts.map((text) => text.replace(/[^a-z]/g, ''))
  }

  async confirmWritten(): Promise<void> {
    await this.page.getByRole('checkbox', { name: 'I’ve written them down' }).check()
    await this.page.getByRole('button', { name: 'Continue' }).click()
  }

  /** Types the requested words and creates the wallet. */
  async answerCheck(words: readonly string[]): Promise<void> {
    for (const box of await this.page.getByRole('textbox', { name: /^Word \d+$/ }).all()) {
      const label =
        (await box.getAttribute('aria-label')) ??
        (await box.evaluate((input: HTMLInputElement) => input.labels?.[0]?.innerText ?? ''))
      await box.fill(words[Number(/\d+/.exec(label)?.[0]) - 1] ?? '')
    }
    await this.page.getByRole('button', { name: 'Create wallet' }).click()
  }
}
