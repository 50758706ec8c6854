import type { Page } from '@playwright/test'

/** Returns what does not fit: a page wider than its window, a cut button label, a placeholder wider than its field. */
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
    const pen = document.createElement('canvas').getContext('2d')
    for (const field of document.querySelectorAll<HTMLInputElement>('input[placeholder]')) {
      const { font, paddingLeft, paddingRight } = getComputedStyle(field)
      if (!pen || field.value !== '' || field.getClientRects().length === 0) continue
      pen.font = font
      const available = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      if (pen.measureText(field.placeholder).width > available) found.push(`cut: hint "${field.placeholder}"`)
    }
    if (isWide(root, 0)) {
      const far = [...document.querySelectorAll('body *')].filter(
        (element) => element.getBoundingClientRect().right > root.clientWidth + 0.5,
      )
      found.push(`sideways by ${root.scrollWidth - root.clientWidth}: ${far.slice(0, 3).map(described).join(', ')}`)
    }
    return found
  })
}
