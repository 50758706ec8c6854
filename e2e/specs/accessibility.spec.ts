import type { Page } from '@playwright/test'
import { findBarriers } from '../support/axe.ts'
import { windows, type See } from '../support/see.ts'
import { expect, password, test } from '../support/test.ts'
import { walkCheckout } from '../support/walk-checkout.ts'
import { walkFirstRun } from '../support/walk-first-run.ts'
import { walkKept } from '../support/walk-kept.ts'
import { walkOwn } from '../support/walk-own.ts'
import { walkPurchases } from '../support/walk-purchases.ts'
import { walkShop } from '../support/walk-shop.ts'

/** A theme changes nothing but colours: of the second one those are asked about. */
const rulesFor = { light: undefined, dark: ['color-contrast'] }

/** Asks axe about each screen in both themes at both shapes of window, and goes on to tell of all that it finds. */
function askAxe(page: Page): See {
  return async (name) => {
    for (const shape of ['upright', 'desk'] as const) {
      await page.setViewportSize(windows[shape])
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await settle(page)
        const found = await findBarriers(page, rulesFor[colorScheme])
        expect.soft(found, `${name}, ${shape}, ${colorScheme}`).toEqual([])
      }
    }
  }
}

/** Waits until the page is drawn as it was told to be. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

test('axe finds nothing on the way from the first screen to the shop', async ({ till, control }) => {
  await walkFirstRun(till.page, control, password, askAxe(till.page))
})

test('axe finds nothing in the shop', async ({ ready, control }) => {
  await walkShop(ready.page, control, askAxe(ready.page))
})

test('axe finds nothing in the checkout', async ({ ready, control }) => {
  await walkCheckout(ready.page, control, ready.wallet, askAxe(ready.page))
})

test('axe finds nothing on a purchase in any state, nor in their list', async ({ ready, control }) => {
  test.setTimeout(90_000)
  await walkPurchases(ready.page, control, password, askAxe(ready.page))
})

test('axe finds nothing in what is kept in the shop', async ({ ready, control }) => {
  await walkKept(ready.page, control, askAxe(ready.page))
})

test('axe finds nothing in wallet, settings and unlock', async ({ ready, control }) => {
  await walkOwn(ready.page, control, password, askAxe(ready.page))
})
