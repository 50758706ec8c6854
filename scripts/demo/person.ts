import { setTimeout as pause } from 'node:timers/promises'
import { expect, type Locator, type Page } from '@playwright/test'

const PAUSE_MS = 1000
const MS_PER_CHARACTER = 200

/** Uses the page at a person's pace: a second of looking before each click, five characters a second. */
export interface Person {
  click(target: Locator): Promise<void>
  /** Types into the field that has the focus; throws if none has. */
  type(text: string): Promise<void>
  /** Goes on with Enter, which is no click. */
  enter(): Promise<void>
  clicks(): number
}

/** Creates a person who has not clicked yet. */
export function createPerson(page: Page): Person {
  let clicks = 0
  return {
    async click(target) {
      await expect(target).toBeEnabled()
      await pause(PAUSE_MS)
      await target.click()
      clicks++
    },
    async type(text) {
      await expect(page.locator('input:focus')).toBeVisible()
      await page.keyboard.type(text, { delay: MS_PER_CHARACTER })
    },
    enter: () => page.keyboard.press('Enter'),
    clicks: () => clicks,
  }
}
