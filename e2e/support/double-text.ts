import type { Page } from '@playwright/test'

/** Shows the page's text at twice its size, as for a reader who chose 200 % in the system; `false` puts it back. */
export function doubleText(page: Page, isDouble = true): Promise<void> {
  return page.evaluate((size) => void (document.documentElement.style.fontSize = size), isDouble ? '200%' : '')
}
