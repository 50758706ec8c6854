import type { Page } from '@playwright/test'

/** Opens a screen by its path after the hash, such as `/shop`, in either shell. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash
  }, `#${path}`)
}
