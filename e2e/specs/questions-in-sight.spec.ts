import { chromium } from 'playwright-core'
import { findOrInstallBrowser } from '../../scripts/launch/find-browser.ts'
import { openScene } from '../gallery/open-scene.ts'
import { scenes } from '../gallery/scenes/all.ts'
import { expect, test } from '../support/test.ts'

/** The counter's questions, which a clerk must read and answer without scrolling. */
const asking = scenes.filter(({ name }) =>
  ['sell-same', 'sell-asked', 'sell-similar-number', 'sell-doubted-number'].includes(name),
)
const sizes = [
  { width: 1280, height: 800 },
  { width: 800, height: 1280 },
  { width: 1024, height: 768 },
  { width: 480, height: 900 },
]
/** The height in which a scrolling part fades out at its end, in pixels. */
const FADE = 12

const paying = scenes.filter(({ name }) =>
  ['sell-same', 'sell-asked', 'sell-cash', 'sell-cash-missing', 'sold', 'sold-whole-change', 'sold-no-change'].includes(
    name,
  ),
)

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

test('what to pay and what was received are in sight beside a question and above any change', async () => {
  test.setTimeout(300_000)
  expect(paying).toHaveLength(7)
  const executablePath = findOrInstallBrowser()
  const chromiumSandbox = process.getuid?.() !== 0
  const browser = await chromium.launch({ executablePath, chromiumSandbox, args: ['--disable-gpu'] })
  try {
    for (const scene of paying) {
      for (const size of sizes) {
        const { context, page } = await openScene(browser, scene, 'out/renderer', size)
        const seen = await page.locator('main .lines dt').evaluateAll(labelsInSight)
        // Nothing is received before the price is asked.
        const lines = scene.name === 'sell-same' ? ['To pay'] : ['To pay', 'Received']
        expect.soft(seen, `${scene.name}, ${size.width} × ${size.height}`).toEqual(lines)
        await context.close()
      }
    }
  } finally {
    await browser.close()
  }
})

test('every question at the counter is whole in sight when it is asked', async () => {
  test.setTimeout(300_000)
  expect(asking).toHaveLength(4)
  const executablePath = findOrInstallBrowser()
  const chromiumSandbox = process.getuid?.() !== 0
  const browser = await chromium.launch({ executablePath, chromiumSandbox, args: ['--disable-gpu'] })
  try {
    for (const scene of asking) {
      for (const size of sizes) {
        const { context, page } = await openScene(browser, scene, 'out/renderer', size)
        const hidden = await page.getByRole('checkbox').evaluate((box, fade) => {
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
        }, FADE)
        expect.soft(hidden, `${scene.name}, ${size.width} × ${size.height}`).toBeLessThan(1)
        await context.close()
      }
    }
  } finally {
    await browser.close()
  }
})
