import type { Page } from '@playwright/test'
import { goTo } from '../pages/goto.ts'
import { ask } from '../support/ask.ts'
import { findEnglish } from '../support/english.ts'
import { findOverflow } from '../support/overflow.ts'
import { windows, type See } from '../support/see.ts'
import { expect, password, test } from '../support/test.ts'
import { walkCheckout } from '../support/walk-checkout.ts'
import { walkFirstRun } from '../support/walk-first-run.ts'
import { walkKept } from '../support/walk-kept.ts'
import { walkOwn } from '../support/walk-own.ts'
import { walkPurchases } from '../support/walk-purchases.ts'
import { walkShop } from '../support/walk-shop.ts'

/** Measures each screen at every width in both languages, each without a word of the other; leaves it in English on a desk. */
function measure(page: Page): See {
  return async (name) => {
    for (const locale of ['es', 'en'] as const) {
      await ask(page, 'settings.set', { locale })
      await page.waitForFunction((language) => document.documentElement.lang === language, locale)
      if (locale === 'es') expect.soft(await findEnglish(page), `${name}, English left`).toEqual([])
      for (const shape of ['slim', 'narrow', 'upright', 'desk'] as const) {
        await page.setViewportSize(windows[shape])
        expect.soft(await findOverflow(page), `${name}, ${shape}, ${locale}`).toEqual([])
      }
    }
  }
}

test('nothing is cut, scrolls sideways or stays English on the way from the first screen to the shop', async ({
  till,
  control,
}) => {
  await walkFirstRun(till.page, control, password, measure(till.page))
})

test('nothing is cut, scrolls sideways or stays English in the shop', async ({ ready, control }) => {
  await walkShop(ready.page, control, measure(ready.page))
})

test('nothing is cut, scrolls sideways or stays English in the checkout', async ({ ready, control }) => {
  await walkCheckout(ready.page, control, ready.wallet, measure(ready.page))
})

test('nothing is cut, scrolls sideways or stays English on a purchase in any state, nor in their list', async ({
  ready,
  control,
}) => {
  test.setTimeout(90_000)
  await walkPurchases(ready.page, control, password, measure(ready.page))
})

test('nothing is cut, scrolls sideways or stays English in what is kept in the shop', async ({ ready, control }) => {
  await walkKept(ready.page, control, measure(ready.page))
})

test('nothing is cut, scrolls sideways or stays English in wallet, settings and unlock', async ({ ready, control }) => {
  await walkOwn(ready.page, control, password, measure(ready.page))
})

test('a message lies over nothing that can be pressed, at any width', async ({ ready }) => {
  const { page } = ready
  await goTo(page, '/wallet')
  for (const shape of ['narrow', 'upright', 'desk'] as const) {
    await page.setViewportSize(windows[shape])
    await page.getByRole('button', { name: 'Get play money' }).click()
    await expect(page.getByText('Play money has arrived in your wallet.')).toBeVisible()
    expect.soft(await findCoveredByMessages(page), shape).toEqual([])
    await page.getByRole('button', { name: 'Dismiss' }).click()
  }
})

/** What can be pressed and lies, at least in part, under a message. */
function findCoveredByMessages(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const messages = document.querySelector('[aria-live="polite"]')
    const box = messages?.getBoundingClientRect()
    if (!messages || !box) return ['there are no messages']
    return [...document.querySelectorAll('button, a[href], input, select')]
      .filter((element) => !messages.contains(element) && element.checkVisibility())
      .filter((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        return left < box.right && right > box.left && top < box.bottom && bottom > box.top
      })
      .map((element) => element.textContent?.trim() ?? element.tagName)
  })
}
