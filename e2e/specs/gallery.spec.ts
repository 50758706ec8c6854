import { locales } from '../../src/shared/app/locales.ts'
import { openBrowser } from '../gallery/open-browser.ts'
import { openStage, type Stage } from '../gallery/open-stage.ts'
import { scenes } from '../gallery/scenes/all.ts'
import type { Scene } from '../gallery/scenes/scene.ts'
import { findBarriers, wordless } from '../support/axe.ts'
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
async function judge({ page, complaints, show }: Stage, scene: Scene): Promise<string[]> {
  const scripted = await show(scene)
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
    const rules = locale === 'en' ? {} : { without: wordless }
    const wrong = [...(await findBarriers(page, rules)), ...(await findEnglish(page))]
    found.push(...wrong.map((one) => `${locale}: ${one}`))
    await doubleText(page)
    await measure('upright, text at 200 %')
    await doubleText(page, false)
  }
  return [...found, ...complaints]
}

for (const [screens, names] of Object.entries(unwalked))
  test(`nothing is cut, scrolls sideways, stays English or fails axe in any language: ${screens}`, async () => {
    test.setTimeout(300_000)
    const browser = await openBrowser()
    try {
      const stage = await openStage(browser, 'out/renderer')
      for (const scene of scenes.filter(({ name }) => names.test(name)))
        expect.soft(await judge(stage, scene), scene.name).toEqual([])
    } finally {
      await browser.close()
    }
  })
