import type { Locator } from '@playwright/test'

/** Touches the screen as a person does, and counts every touch except digits. */
export interface TouchCounter {
  tap(target: Locator): Promise<void>
  /** Types digits on a pad. */
  digits(pad: Locator, digits: string): Promise<void>
  /** Returns the touches since the last call. */
  count(): number
}

/** Creates a counter with no touches yet. */
export function createTouchCounter(): TouchCounter {
  let touches = 0
  return {
    async tap(target) {
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
