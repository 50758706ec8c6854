import type { Locator } from '@playwright/test'

/** A person's hands at a touch screen: every touch but those of digits is counted. */
export interface Hands {
  touch(target: Locator): Promise<void>
  /** Types digits on a pad. */
  digits(pad: Locator, digits: string): Promise<void>
  /** Touches since it was asked last. */
  count(): number
}

/** Hands that have touched nothing yet. */
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
