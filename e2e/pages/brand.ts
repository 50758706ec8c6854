import { expect, type Locator, type Page } from '@playwright/test'

/** A brand's page: its country and its products there. */
export class BrandPage {
  readonly page: Page
  /** The button that names the country and opens the others. */
  readonly country: Locator
  readonly prices: Locator

  constructor(page: Page) {
    this.page = page
    this.country = page.getByRole('button', { name: /^In .*, choose another country$/ })
    this.prices = page.getByRole('main').getByRole('listitem').getByRole('link')
  }

  async openCountries(): Promise<void> {
    await this.country.click()
    await expect(this.page.getByRole('textbox', { name: 'Search countries' })).toBeFocused()
  }

  async chooseCountry(name: string): Promise<void> {
    await this.openCountries()
    await this.page.getByRole('textbox', { name: 'Search countries' }).fill(name)
    await this.page.keyboard.press('Enter')
    await expect(this.country).toHaveAccessibleName(new RegExp(`^In (?:the )?${name}, choose another country$`))
  }
}
