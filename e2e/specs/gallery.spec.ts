import { chromium, type Browser } from 'playwright-core'
import { findOrInstallBrowser } from '../../scripts/launch/find-browser.ts'
import { locales } from '../../src/shared/app/locales.ts'
import { openScene } from '../gallery/open-scene.ts'
import { scenes } from '../gallery/scenes/all.ts'
import type { Scene } from '../gallery/scenes/scene.ts'
import { findBarriers } from '../support/axe.ts'
import { windowSizes } from '../support/check-screen.ts'
import { doubleText } from '../support/double-text.ts'
import { findEnglish } from '../support/english.ts'
import { findOverflow } from '../support/overflow.ts'
import { expect, test } from '../support/test.ts'

/** The scenes of the screens that no walk of `screens.spec.ts` opens, by the beginning of their names. */
const unwalked = {
  'kept codes': /^(?:codes|sale-codes)/,
  'payments with another wallet': /^external/,
  people: /^people/,
  'reminders and notes': /^(?:reminders|note|transfer-note)/,
  'the checkout with people or a doubt': /^checkout-(?:person|doubted|similar|other-brand)/,
}

/** Returns what is wrong with a scene in any language; opens it once and changes its language, as in the settings, to save time. */
async function judge(browser: Browser, scene: Scene): Promise<string[]> {
  const { context, page, complaints, scripted } = await openScene(browser, scene, 'out/renderer')
  const found: string[] = []
  for (const locale of locales) {
    scripted.setApp({ settings: { ...scripted.script.app.settings, locale } })
    await page.waitForFunction((language) => document.documentElement.lang === language, locale)
    const measure = async (where: string): Promise<void> => {
      found.push(...(await findOverflow(page)).map((one) => `${locale}, ${where}: ${one}`))
    }
    for (const shape of ['desk', 'upright'] as const) {
      await page.setViewportSize(windowSizes[shape])
      await measure(shape)
    }
    const wrong = [...(await findBarriers(page)), ...(await findEnglish(page))]
    found.push(...wrong.map((one) => `${locale}: ${one}`))
    await doubleText(page)
    await measure('upright, text at 200 %')
    await doubleText(page, false)
  }
  await context.close()
  return [...found, ...complaints]
}

for (const [screens, names] of Object.entries(unwalked))
  test(`nothing is cut, scrolls sideways, stays English or fails axe in any language: ${screens}`, async () => {
    test.setTimeout(300_000)
    const executablePath = findOrInstallBrowser()
    const chromiumSandbox = process.getuid?.() !== 0
    const browser = await chromium.launch({ executablePath, chromiumSandbox, args: ['--disable-gpu'] })
    try {
      for (const scene of scenes.filter(({ name }) => names.test(name)))
        expect.soft(await judge(browser, scene), scene.name).toEqual([])
    } finally {
      await browser.close()
    }
  })
