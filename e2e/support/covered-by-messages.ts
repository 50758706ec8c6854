import type { Page } from '@playwright/test'

/** Returns what a message covers, at least in part, of the elements that a selector names. */
export function findCoveredByMessages(page: Page, selector: string): Promise<string[]> {
  return page.evaluate((named) => {
    const box = document.querySelector('[data-notices]')?.getBoundingClientRect()
    if (!box || box.height === 0) return ['there are no messages']
    return [...document.querySelectorAll(named)]
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        return left < box.right && right > box.left && top < box.bottom && bottom > box.top
      })
      .map((element) => element.textContent?.trim() ?? element.tagName)
  }, selector)
}
