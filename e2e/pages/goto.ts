import type { Page } from '@playwright/test'

/** Opens a screen by its path under the hash, `/shop` say, in whichever shell the page lives. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash
  }, `#${path}`)
}
