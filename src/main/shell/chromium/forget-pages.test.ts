import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findOrInstallBrowser } from '../../../../scripts/launch/find-browser.ts'
import { launchBrowser } from './launch-browser.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'till-pages-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Lists the files in the profile that contain a word. */
const filesWith = (word: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .filter((name) => readFileSync(join(folder, name)).includes(word))

it('the browser keeps none of the words that were searched, nor those that it kept before', async () => {
  const earlier = join(folder, 'Default', 'Sessions')
  mkdirSync(earlier, { recursive: true })
  for (const file of [join(earlier, 'Tabs_1'), join(folder, 'Default', 'History-journal')])
    writeFileSync(file, '#/purchases?q=Guadalupe')
  const browser = await launchBrowser({
    executable: findOrInstallBrowser(),
    userDataDir: folder,
    headless: true,
    debuggingPort: null,
    kiosk: false,
    development: false,
  })
  await browser.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '<title>Till</title>' }))
  const page = browser.pages()[0] ?? (await browser.newPage())
  await page.goto('https://till.localhost/')
  await page.evaluate("history.replaceState({}, '', '#/purchases?q=Guadalupe')")
  await page.evaluate("location.hash = '#/wallet/sent?q=Guadalupe'")
  await page.close({ runBeforeUnload: false })
  await browser.close()
  expect(filesWith('Guadalupe')).toEqual([])
}, 60_000)
