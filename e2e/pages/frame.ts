import { expect, type Page } from '@playwright/test'

export type Section = 'Shop' | 'Purchases' | 'Wallet' | 'Settings'

/** The frame of every screen: rail or bottom bar, search field, messages. */
export class Frame {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async go(section: Section): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: section }).click()
  }

  async search(text: string): Promise<void> {
    await this.page.getByRole('searchbox', { name: /^Search brands/ }).fill(text)
  }

  /** Chooses the country to shop in by its name, or "All countries". */
  async chooseCountry(name: string): Promise<void> {
    await this.page.getByRole('button', { name: /^Country: / }).click()
    await this.page.getByRole('option', { name: new RegExp(`^${name}`) }).click()
    await expect(this.page.getByRole('button', { name: `Country: ${name}` })).toBeVisible()
  }

  async lock(): Promise<void> {
    await this.page.getByRole('button', { name: 'Lock', exact: true }).click()
  }

  /** Unlocks a locked Till from any screen. */
  async unlock(password: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Unlock', exact: true }).click()
    await this.page.getByRole('textbox', { name: 'Password' }).fill(password)
    await this.page.getByRole('button', { name: 'Unlock', exact: true }).click()
    await expect(this.page.getByRole('button', { name: 'Lock', exact: true })).toBeVisible()
  }
}
