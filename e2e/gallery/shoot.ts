import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { AxeBuilder } from '@axe-core/playwright'
import { chromium } from 'playwright-core'
import { findOrInstallBrowser } from '../../scripts/find-browser.ts'
import { locales } from '../../src/shared/app/locales.ts'
import { createScriptedBridge } from '../../src/testing/scripted/bridge.ts'
import { openRenderer, origin } from './open-renderer.ts'
import { scenes } from './scenes/all.ts'

// Takes a picture of every screen over the scripted bridge and checks its accessibility (axe).
const { values } = parseArgs({
  options: {
    dist: { type: 'string', default: 'out/renderer' },
    out: { type: 'string' },
    browser: { type: 'string' },
    only: { type: 'string', default: '' },
    theme: { type: 'string', multiple: true, default: ['light', 'dark'] },
    size: { type: 'string', multiple: true, default: ['1280x800', '800x1280'] },
    locale: { type: 'string', multiple: true, default: ['en'] },
    axe: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
  },
})
if (!values.out) throw new Error('--out DIR is required: the folder for the pictures')
mkdirSync(values.out, { recursive: true })
const languages = locales.filter((locale) => values.locale.includes(locale))
if (languages.length < values.locale.length) throw new Error(`--locale is one of ${locales.join(', ')}`)
/** The locale for dates and numbers in a picture, by language; the language itself by default. */
const countries: Readonly<Record<string, string>> = { en: 'en-US', es: 'es-MX' }

const browser = await chromium.launch({
  executablePath: values.browser ?? findOrInstallBrowser(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
let findings = 0
const wanted = scenes.filter(({ name }) => values.only.split(',').some((part) => name.includes(part)))
for (const size of values.size) {
  const [width = 1280, height = 800] = size.split('x').map(Number)
  for (const theme of values.theme) {
    for (const locale of languages) {
      for (const scene of wanted) {
        const context = await browser.newContext({
          viewport: { width, height },
          locale: countries[locale] ?? locale,
          reducedMotion: 'reduce',
          // Until the settings are read, the page follows the system's theme.
          colorScheme: theme === 'dark' ? 'dark' : 'light',
        })
        const scripted = createScriptedBridge()
        const settings = {
          ...scripted.script.app.settings,
          theme: theme === 'dark' ? 'dark' : 'light',
          locale,
        } as const
        scripted.script.app = { ...scripted.script.app, settings }
        scene.prepare?.(scripted.script)
        const { page, complaints } = await openRenderer(context, values.dist, scripted)
        const name = `${scene.name}-${theme}-${size}-${locale}`
        try {
          await page.goto(`${origin}/#${scene.path}`)
          await page.locator('h1').first().waitFor({ timeout: 5000 })
          await scene.act?.(page, scripted)
          await page.evaluate(() => document.fonts.ready)
          await page.waitForTimeout(250)
        } catch (error) {
          complaints.push(String(error))
        }
        await page.screenshot({ path: join(values.out, `${name}.png`), fullPage: values.full })
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        if (overflow > 0) complaints.push(`overflows by ${overflow} px`)
        if (values.axe) {
          const { violations } = await new AxeBuilder({ page }).analyze()
          for (const { id, help, nodes } of violations) {
            complaints.push(
              `${id}: ${help}\n    ${nodes
                .slice(0, 4)
                .map(
                  ({ html, failureSummary }) =>
                    `${html.slice(0, 200)} ${failureSummary?.split('\n').slice(1, 2).join(' ') ?? ''}`,
                )
                .join('\n    ')}`,
            )
          }
        }
        for (const complaint of complaints) console.log(`${name}: ${complaint}`)
        findings += complaints.length
        await context.close()
      }
    }
  }
}
await browser.close()
console.log(`${wanted.length} scenes, ${findings} findings`)
process.exitCode = findings > 0 ? 1 : 0
