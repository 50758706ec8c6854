import type { Page } from '@playwright/test'

/** What does not fit: a page wider than its window, or a button whose words are cut; empty where all is well. */
export function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const root = document.scrollingElement ?? document.documentElement
    const isWide = ({ scrollWidth, clientWidth }: Element, by: number): boolean => scrollWidth > clientWidth + by
    const described = (element: Element): string =>
      `${element.tagName.toLowerCase()} "${element.textContent?.trim().replace(/\s+/g, ' ').slice(0, 80)}"`
    const pressed = 'button, summary, nav a, a.inline-flex, [role="button"], [role="radio"]'
    const cut = [...document.querySelectorAll(pressed)]
      .filter((button) => button.getClientRects().length > 0)
      .filter(
        (button) => isWide(button, 1) || [...button.querySelectorAll('.truncate')].some((part) => isWide(part, 1)),
      )
    const found = cut.map((button) => `cut: ${described(button)}`)
    if (isWide(root, 0)) {
      const far = [...document.querySelectorAll('body *')].filter(
        (element) => element.getBoundingClientRect().right > root.clientWidth + 0.5,
      )
      found.push(`sideways by ${root.scrollWidth - root.clientWidth}: ${far.slice(0, 3).map(described).join(', ')}`)
    }
    return found
  })
}
