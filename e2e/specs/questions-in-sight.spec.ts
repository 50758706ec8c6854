import { locales } from '../../src/shared/app/locales.ts'
import { openBrowser } from '../gallery/open-browser.ts'
import { openStage } from '../gallery/open-stage.ts'
import { scenes } from '../gallery/scenes/all.ts'
import { expect, test } from '../support/test.ts'

const sizes = [
  { width: 1280, height: 800 },
  { width: 800, height: 1280 },
  { width: 1024, height: 768 },
  { width: 480, height: 900 },
]
/** The height in which a scrolling part fades out at its end, in pixels. */
const FADE = 12

const toPay = ['To pay', 'Received']
const paid = ['Paid', 'Received']
/** The lines of each sale that a clerk must see, by its scene; `null` before there are any. */
const asking = {
  'sell-similar-number': null,
  'sell-doubted-number': null,
  // Nothing is received before the price is asked.
  'sell-same': ['To pay'],
  'sell-asked': toPay,
}
const paying = {
  'sell-cash': toPay,
  'sell-cash-missing': toPay,
  sold: paid,
  'sold-whole-change': paid,
  'sold-no-change': paid,
}

/** Returns the labels of the sale's lines that nothing covers or cuts off. */
function labelsInSight(labels: readonly Element[]): string[] {
  const isOnTop = (label: Element, x: number, y: number): boolean => {
    const top = document.elementFromPoint(x, y)
    return top !== null && (label === top || label.contains(top) || top === label.parentElement)
  }
  return labels
    .filter((label) => {
      const { left, top, right, bottom } = label.getBoundingClientRect()
      return isOnTop(label, left + 1, top + 1) && isOnTop(label, right - 1, bottom - 1)
    })
    .map(({ textContent }) => textContent.trim())
}

/** The least size of the change's letters, in pixels: it is read across the counter. */
const LEAST_CHANGE = 64

/** Returns the size of the change's letters, and of the largest other letters of the sale, in pixels; null while no change is shown. */
function sizeOfChange(sale: Element): { change: number; others: number } | null {
  const sizeOf = (part: Element): number => parseFloat(getComputedStyle(part).fontSize)
  const change = sale.querySelector('.figure[role=status] .amount')
  if (change === null) return null
  const others = [...sale.querySelectorAll('*')].filter(
    (part) => !change.contains(part) && part.textContent.trim() !== '',
  )
  return { change: sizeOf(change), others: Math.max(...others.map(sizeOf)) }
}

/** Returns how many pixels of the question with a checkbox are out of sight. */
function hiddenOfQuestion(box: Element, fade: number): number {
  const question = box.closest('[role=status]') ?? box
  const { top, bottom } = question.getBoundingClientRect()
  let [from, to] = [0, window.innerHeight]
  for (let part = question.parentElement; part !== null; part = part.parentElement) {
    const { overflowY, maskImage } = getComputedStyle(part)
    if (overflowY === 'visible') continue
    const clip = part.getBoundingClientRect()
    from = Math.max(from, clip.top)
    to = Math.min(to, clip.bottom - (maskImage === 'none' ? 0 : fade))
  }
  return Math.max(0, from - top) + Math.max(0, bottom - to)
}

/** Checks that the lines of each sale are in sight, and its question if it `asks` one, in every size of the window. */
async function expectInSight(sales: Record<string, readonly string[] | null>, asks: boolean): Promise<void> {
  const shown = scenes.filter(({ name }) => name in sales)
  expect(shown).toHaveLength(Object.keys(sales).length)
  const browser = await openBrowser()
  try {
    const { page, show } = await openStage(browser, 'out/renderer')
    for (const scene of shown) {
      for (const size of sizes) {
        await show(scene, size)
        const where = `${scene.name}, ${size.width} × ${size.height}`
        const lines = sales[scene.name] ?? null
        const seen = await page.locator('main .lines dt').evaluateAll(labelsInSight)
        if (lines !== null) expect.soft(seen, where).toEqual(lines)
        if (asks) {
          const hidden = await page.getByRole('checkbox').evaluate(hiddenOfQuestion, FADE)
          expect.soft(hidden, `the question, ${where}`).toBeLessThan(1)
        }
      }
    }
  } finally {
    await browser.close()
  }
}

test('every question at the counter is whole in sight when it is asked, beside what to pay and what was received', async () => {
  test.setTimeout(300_000)
  await expectInSight(asking, true)
})

test('what to pay and what was received are in sight above any change', async () => {
  test.setTimeout(300_000)
  await expectInSight(paying, false)
})

test('the change is the largest figure of a sale, and large enough to read across the counter', async () => {
  test.setTimeout(300_000)
  const browser = await openBrowser()
  try {
    const { page, show } = await openStage(browser, 'out/renderer')
    for (const scene of scenes.filter(({ name }) => name === 'sell-cash' || name === 'sold')) {
      const scripted = await show(scene)
      for (const locale of locales) {
        scripted.setApp({ settings: { ...scripted.script.app.settings, locale } })
        await page.waitForFunction((language) => document.documentElement.lang === language, locale)
        for (const size of sizes) {
          await page.setViewportSize(size)
          const where = `${scene.name}, ${size.width} × ${size.height}, ${locale}`
          const { change = 0, others = 0 } = (await page.locator('main .paper').evaluate(sizeOfChange)) ?? {}
          expect.soft(change, where).toBeGreaterThanOrEqual(LEAST_CHANGE)
          expect.soft(change, where).toBeGreaterThan(others)
        }
      }
    }
  } finally {
    await browser.close()
  }
})

/** Returns whether nothing covers the field that has the focus. */
function isFocusInSight(): boolean {
  const { left, right, top, bottom } = document.activeElement?.getBoundingClientRect() ?? new DOMRect()
  return [top + 1, bottom - 1].every((y) => document.elementFromPoint((left + right) / 2, y) === document.activeElement)
}

test('each bill and coin is in sight while its number is typed on the pad', async () => {
  test.setTimeout(120_000)
  const browser = await openBrowser()
  try {
    const { page, show } = await openStage(browser, 'out/renderer')
    for (const scene of scenes.filter(({ name }) => name === 'count-open' || name === 'count')) {
      await show(scene, { width: 480, height: 900 })
      const rows = page.locator('main li input')
      for (const row of await rows.all()) {
        await row.focus()
        const name = (await row.getAttribute('aria-label')) ?? ''
        expect.soft(await page.evaluate(isFocusInSight), `${name}, ${scene.name}`).toBe(true)
      }
    }
  } finally {
    await browser.close()
  }
})
