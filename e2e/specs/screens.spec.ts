import type { Page } from '@playwright/test'
import { locales, type Locale } from '../../src/shared/app/locales.ts'
import { openSecondTill } from '../support/second-till.ts'
import { ask } from '../support/ask.ts'
import { colours, findBarriers, wordless } from '../support/axe.ts'
import { topUp } from '../support/buy.ts'
import { findEnglish } from '../support/english.ts'
import { announcedOn } from '../support/announced.ts'
import { doubleText } from '../support/double-text.ts'
import { findOverflow } from '../support/overflow.ts'
import { windowSizes, type CheckScreen } from '../support/check-screen.ts'
import { expect, password, test } from '../support/test.ts'
import { walkCheckout } from '../support/walk-checkout.ts'
import { walkFirstRun } from '../support/walk-first-run.ts'
import { walkSaved } from '../support/walk-saved.ts'
import { walkKiosk } from '../support/walk-kiosk.ts'
import { walkOwn } from '../support/walk-own.ts'
import { walkPurchases } from '../support/walk-purchases.ts'
import { walkShop } from '../support/walk-shop.ts'
import { walkRegisters } from '../support/walk-registers.ts'

type Shape = keyof typeof windowSizes
type Theme = 'light' | 'dark'

/** A theme changes only colours, so the second theme is checked for those only. */
const rulesFor = { light: {}, dark: { only: colours } }

/** Changes Till's language and waits for it. */
async function setLocale(page: Page, locale: Locale): Promise<void> {
  await ask(page, 'settings.set', { locale })
  await page.waitForFunction((language) => document.documentElement.lang === language, locale)
}

/** Resizes the window unless it has that shape already. */
async function reshape(page: Page, shape: Shape): Promise<void> {
  const { width, height } = windowSizes[shape]
  const now = page.viewportSize()
  if (now?.width !== width || now.height !== height) await page.setViewportSize({ width, height })
}

/** Runs axe on the screen in its current theme `first`, then switches to `second` and runs it there. */
async function askAxe(page: Page, name: string, [first, second]: readonly [Theme, Theme]): Promise<void> {
  expect.soft(await findBarriers(page, rulesFor[first]), `${name}, ${first}`).toEqual([])
  await page.emulateMedia({ colorScheme: second, reducedMotion: 'reduce' })
  await untilPainted(page)
  expect.soft(await findBarriers(page, rulesFor[second]), `${name}, ${second}`).toEqual([])
}

/** Returns the name of the file with what is announced on a screen. */
const fileOf = (name: string): string => `${name.replace(/[^a-z\d]+/gi, '-').toLowerCase()}.yml`

/** Screens that change by themselves while they are checked: what is announced there depends on the moment. */
const changing =
  /^(?:purchase, |other registers|another register|checkout, draft offline|shop, first load failed|shop, not refreshed)/

/** Waits until the page is painted. */
async function untilPainted(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

/**
 * Checks each screen at every width in every language and with text at 200 % in English, compares what a screen reader finds there with
 * its file in `announced/`, looks for English in the other languages, and runs axe in both themes at two window shapes and in every
 * language. Continues after findings. The order keeps the changes between checks small, and ends light, English and on a desk.
 */
function judge(page: Page): CheckScreen {
  async function measure(name: string, shape: Shape, locale: string): Promise<void> {
    await reshape(page, shape)
    expect.soft(await findOverflow(page), `${name}, ${shape}, ${locale}`).toEqual([])
  }
  /** Hints may be cut there, because every field has a label too. */
  async function measureDouble(name: string): Promise<void> {
    await doubleText(page)
    await untilPainted(page)
    const found = (await findOverflow(page)).filter((one) => !one.startsWith('cut: hint'))
    expect.soft(found, `${name}, desk, text at 200 %`).toEqual([])
    await doubleText(page, false)
    await untilPainted(page)
  }
  return async (name) => {
    for (const locale of locales.filter((one) => one !== 'en')) {
      await setLocale(page, locale)
      expect.soft(await findEnglish(page), `${name}, English left in ${locale}`).toEqual([])
      for (const shape of ['desk', 'slim', 'narrow', 'zoomed', 'upright'] as const) await measure(name, shape, locale)
      expect.soft(await findBarriers(page, { without: wordless }), `${name}, ${locale}`).toEqual([])
    }
    await setLocale(page, 'en')
    await measure(name, 'upright', 'en')
    await askAxe(page, `${name}, upright`, ['light', 'dark'])
    for (const shape of ['narrow', 'slim', 'desk'] as const) await measure(name, shape, 'en')
    await measureDouble(name)
    if (!changing.test(name))
      expect.soft(await announcedOn(page), `${name}, as announced`).toMatchSnapshot(fileOf(name))
    await askAxe(page, `${name}, desk`, ['dark', 'light'])
  }
}

test.describe.configure({ timeout: 300_000 })

const promise = 'nothing is cut, scrolls sideways, stays English or fails axe'

test(`${promise} on the way from the first screen to the shop`, async ({ till, control }) => {
  await walkFirstRun(till.page, control, password, judge(till.page))
})

test(`${promise} in the shop`, async ({ ready, control }) => {
  await walkShop(ready.page, control, judge(ready.page))
})

test(`${promise} in the checkout`, async ({ ready, control }) => {
  await walkCheckout(ready.page, control, ready.wallet, judge(ready.page))
})

test(`${promise} on a purchase in any state and in their list`, async ({ fast, control }) => {
  await walkPurchases(fast.page, control, judge(fast.page))
})

test(`${promise} in favourites, drafts and changes`, async ({ ready, control }) => {
  await walkSaved(ready.page, control, judge(ready.page))
})

test(`${promise} in wallet, settings and unlock`, async ({ ready, control }) => {
  await walkOwn(ready.page, control, password, judge(ready.page))
})

test(`${promise} at a register in shop mode`, async ({ ready, sandbox }) => {
  const other = await openSecondTill(sandbox)
  await other.buy({ sku: topUp.sku, fiatCurrency: 'MXN', reference: '+525512345678' })
  await walkRegisters(ready.page, other.address, judge(ready.page))
  await walkKiosk(ready.page, password, judge(ready.page))
})
