import type { Locator, Page } from '@playwright/test'

/** A person's hands at a touch screen: every touch but those of digits is counted. */
export interface Hands {
  touch(target: Locator): Promise<void>
  /** Types digits on whatever pad the screen shows. */
  digits(pad: Locator, digits: string): Promise<void>
  /** Touches since it was asked last. */
  count(): number
}

/** Hands over a page; `page` is asked for anew each time, since a till that is started again has another. */
export function createHands(page: () => Page): Hands {
  let touches = 0
  return {
    async touch(target) {
      await target.click()
      touches++
    },
    async digits(pad, digits) {
      for (const digit of digits) await pad.getByRole('button', { name: digit, exact: true }).click()
      await page().mouse.move(0, 0)
    },
    count() {
      const counted = touches
      touches = 0
      return counted
    },
  }
}
