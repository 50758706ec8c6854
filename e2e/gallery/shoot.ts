import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { runScript } from '../../scripts/run-script.ts'
import { languages, locales, type Locale } from '../../src/shared/app/locales.ts'
import { createScriptedBridge } from '../../src/testing/scripted/bridge.ts'
import { findBarriers } from '../support/axe.ts'
import { findOverflow } from '../support/overflow.ts'
import { doubleText } from '../support/double-text.ts'
import { openBrowser } from './open-browser.ts'
import { openRenderer } from './open-renderer.ts'
import { scenes } from './scenes/all.ts'
import type { Scene } from './scenes/scene.ts'

const help = `npm exec -c 'node e2e/gallery/shoot.ts --out DIR'

Takes a picture of every screen over made-up answers, and prints what the page logs. Run npm run build first.

  --out DIR                the folder for the pictures
  --only NAMES             the scenes whose names contain one of these words, with commas between them (default: all)
  --theme light|dark       may be given twice (default: both)
  --size WIDTHxHEIGHT      may be given several times (default: 1280x800 and 800x1280)
  --locale ${locales.join('|').padEnd(16)}may be given several times (default: en)
  --contrast more          as for people who ask their system for more contrast
  --forced-colors          as in a contrast theme of Windows
  --large-text             with letters of twice their size; for a page at 200 % take --size 640x400
  --axe                    checks the accessibility too
  --full                   takes the whole page, not only what the window shows
  --dist DIR               the folder of the built page (default: out/renderer)
  --browser FILE           the browser to use (default: the one that npm start would open)
  --help                   prints this`

/** A scene in one theme, size and language. */
interface Shot {
  readonly scene: Scene
  readonly theme: 'light' | 'dark'
  readonly size: string
  readonly locale: Locale
}

function readFlags(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      dist: { type: 'string', default: 'out/renderer' },
      out: { type: 'string' },
      browser: { type: 'string' },
      only: { type: 'string', default: '' },
      theme: { type: 'string', multiple: true, default: ['light', 'dark'] },
      size: { type: 'string', multiple: true, default: ['1280x800', '800x1280'] },
      locale: { type: 'string', multiple: true, default: ['en'] },
      contrast: { type: 'string', default: 'no-preference' },
      'forced-colors': { type: 'boolean', default: false },
      'large-text': { type: 'boolean', default: false },
      axe: { type: 'boolean', default: false },
      full: { type: 'boolean', default: false },
    },
  })
  const { out } = values
  if (!out) throw new Error('--out DIR is required: the folder for the pictures')
  const shownIn = locales.filter((locale) => values.locale.includes(locale))
  if (shownIn.length < values.locale.length) throw new Error(`--locale is one of ${locales.join(', ')}`)
  return { ...values, out, shownIn }
}
type Flags = ReturnType<typeof readFlags>

/** Lists every picture to take. */
function listShots({ only, size: sizes, theme: themes, shownIn }: Flags): Shot[] {
  const wanted = scenes.filter(({ name }) => only.split(',').some((part) => name.includes(part)))
  return sizes.flatMap((size) =>
    themes.flatMap((theme) =>
      shownIn.flatMap((locale) =>
        wanted.map((scene) => ({ scene, theme: theme === 'dark' ? 'dark' : 'light', size, locale }) as const),
      ),
    ),
  )
}

/** Takes one picture; returns what the page logged, and what is wrong with it. */
async function shoot(browser: Browser, { scene, theme, size, locale }: Shot, flags: Flags): Promise<string[]> {
  const [width = 1280, height = 800] = size.split('x').map(Number)
  const context = await browser.newContext({
    viewport: { width, height },
    locale: `${locale}-${languages[locale].countries[0] ?? ''}`,
    reducedMotion: 'reduce',
    // Until the settings are read, the page follows the system's theme.
    colorScheme: theme,
    contrast: flags.contrast === 'more' ? 'more' : 'no-preference',
    forcedColors: flags['forced-colors'] ? 'active' : 'none',
  })
  const scripted = createScriptedBridge()
  scripted.script.app = { ...scripted.script.app, settings: { ...scripted.script.app.settings, theme, locale } }
  scene.prepare?.(scripted.script)
  const { page, origin, complaints } = await openRenderer(context, flags.dist, scripted)
  try {
    await page.goto(`${origin}/#${scene.path}`)
    // At a narrow counter the heading is hidden behind the tiles.
    await page.locator('h1').first().waitFor({ state: 'attached', timeout: 5000 })
    await scene.act?.(page, scripted)
    if (flags['large-text']) await doubleText(page)
    await page.evaluate(() => document.fonts.ready)
    await page.waitForTimeout(250)
  } catch (error) {
    complaints.push(String(error))
  }
  const name = `${scene.name}-${theme}-${size}-${locale}`
  await page.screenshot({ path: join(flags.out, `${name}.png`), fullPage: flags.full })
  const found = [...complaints, ...(await findOverflow(page)), ...(flags.axe ? await findBarriers(page) : [])]
  await context.close()
  return found.map((one) => `${name}: ${one}`)
}

await runScript(help, async (args) => {
  const flags = readFlags(args)
  mkdirSync(flags.out, { recursive: true })
  const browser = await openBrowser(flags.browser)
  const shots = listShots(flags)
  let findings = 0
  try {
    for (const shot of shots) {
      const found = await shoot(browser, shot, flags)
      for (const finding of found) console.log(finding)
      findings += found.length
    }
  } finally {
    await browser.close()
  }
  console.log(`${new Set(shots.map(({ scene }) => scene.name)).size} scenes, ${findings} findings`)
  return findings > 0 ? 1 : 0
})
