import type { Locator } from '@playwright/test'

/** A person's hands on a touch screen: counts every touch except digits. */
export interface Hands {
  touch(target: Locator): Promise<void>
  /** Types digits on a pad. */
  digits(pad: Locator, digits: string): Promise<void>
  /** Returns the touches since the last call. */
  count(): number
}

/** Creates hands with no touches yet. */
export function createHands(): Hands {
  let touches = 0
  return {
    async touch(target) {
      await target.click()
      touches++
    },
    async digits(pad, digits) {
      for (const digit of digits) await pad.getByRole('button', { name: digit, exact: true }).click()
    },
    count() {
      const counted = touches
      touches = 0
      return counted
    },
  }
}
