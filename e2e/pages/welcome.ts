import { expect, type Page } from '@playwright/test'

/** The first run: choosing a service, creating or restoring a wallet. */
export class WelcomePage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Chooses the home country, whatever Till guessed. */
  async chooseCountry(name = 'Mexico'): Promise<void> {
    const search = this.page.getByRole('searchbox')
    await search.fill(name)
    await search.press('Enter')
    await this.page.getByRole('button', { name: `Continue with ${name}` }).click()
  }

  async usePlayMoney(): Promise<void> {
    await this.page.getByRole('button', { name: 'Use play money' }).click()
    await expect(this.page.getByRole('heading', { name: 'Choose a password' })).toBeVisible()
  }

  async choosePassword(password: string): Promise<void> {
    await this.page.getByRole('textbox', { name: 'New password' }).fill(password)
    await this.page.getByRole('textbox', { name: 'Confirm password' }).fill(password)
    await this.page.getByRole('button', { name: 'Continue' }).click()
  }

  /** Shows the recovery phrase, reads it, and covers it again. */
  async readWords(): Promise<string[]> {
    const items = this.page.getByRole('list', { name: 'Recovery phrase' }).getByRole('listitem')
    await this.page.getByRole('button', { name: 'Show the words' }).press('Enter')
    await expect(items).toHaveCount(12)
    const texts = await items.allInnerTexts()
    await this.page.getByRole('button', { name: 'Cover now' }).press('Enter')
    await expect(items).toHaveCount(0)
    return texts.map((text) => text.replace(/[^a-z]/g, ''))
  }

  async confirmWritten(): Promise<void> {
    await this.page.getByRole('checkbox', { name: 'I wrote them down' }).check()
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
