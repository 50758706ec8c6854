import { join } from 'node:path'
import type { Page } from '@playwright/test'

/** Takes pictures of screens in both themes into a folder, numbered in order. */
export interface Screenshots {
  take(name: string): Promise<void>
  /** Scrolls to the top of the page first. */
  takeWhole(name: string): Promise<void>
  /** Returns the number of screens, each in both themes. */
  count(): number
}

/** Creates a camera for the current page, whose theme follows the system's. */
export function createScreenshots(pageNow: () => Page, folder: string): Screenshots {
  let count = 0
  async function take(name: string): Promise<void> {
    const page = pageNow()
    await untilPictured(page)
    count++
    const number = String(count).padStart(2, '0')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.screenshot({ path: join(folder, `${number}-${name}-${colorScheme}.png`), animations: 'disabled' })
    }
    await page.emulateMedia({ colorScheme: 'light' })
  }
  return {
    take,
    async takeWhole(name) {
      await pageNow().evaluate(() => window.scrollTo(0, 0))
      await take(name)
    },
    count: () => count,
  }
}

/** Waits until every visible picture has loaded, or the page has given it up. */
async function untilPictured(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.images].every((image) => {
      const { top, bottom, width } = image.getBoundingClientRect()
      // What is folded away has a size too, but loads nothing.
      const isSeen = image.checkVisibility() && width > 0 && bottom > 0 && top < window.innerHeight
      return !isSeen || image.complete
    }),
  )
}
