import { join } from 'node:path'
import type { Page } from '@playwright/test'

/** Takes each screen's picture in both themes into a folder, numbered in the order they come. */
export interface Camera {
  shoot(name: string): Promise<void>
  /** The same from the top of the page, wherever a person had scrolled. */
  shootFromTop(name: string): Promise<void>
  /** How many screens were taken, each in both themes. */
  screens(): number
}

/** A camera for the page of the moment, whose theme follows the system's. */
export function createCamera(pageNow: () => Page, folder: string): Camera {
  let taken = 0
  async function shoot(name: string): Promise<void> {
    const page = pageNow()
    await untilPictured(page)
    taken++
    const number = String(taken).padStart(2, '0')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.screenshot({ path: join(folder, `${number}-${name}-${colorScheme}.png`), animations: 'disabled' })
    }
    await page.emulateMedia({ colorScheme: 'light' })
  }
  return {
    shoot,
    async shootFromTop(name) {
      await pageNow().evaluate(() => window.scrollTo(0, 0))
      await shoot(name)
    },
    screens: () => taken,
  }
}

/** Waits until every picture in the window has come, or was given up by the page itself. */
async function untilPictured(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.images].every((image) => {
      const { top, bottom, width } = image.getBoundingClientRect()
      const isSeen = width > 0 && bottom > 0 && top < window.innerHeight
      return !isSeen || image.complete
    }),
  )
}
