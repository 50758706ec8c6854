import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { Frame } from '../../pages/frame.ts'
import { ask } from '../../support/ask.ts'
import { buy, topUp, untilStatus } from '../../support/buy.ts'
import { expect, password, test } from '../../support/test.ts'

const root = join(import.meta.dirname, '../../..')
const MAX_BYTES = 180 * 1024

/** Collects the names of the built scripts that the page fetches from now on. */
function collectScripts(page: Page): Set<string> {
  const names = new Set<string>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js')) names.add(pathname)
  })
  return names
}

test('shop and unlock load at most 180 KB of script, without the libraries of main', async ({ shared }) => {
  const { page } = shared
  // A returning customer: the shop offers an earlier top-up again, and one saved for later.
  await untilStatus(page, await buy(page, topUp), 'delivered')
  const saved = { sku: topUp.sku, reference: '5587654321', fields: {}, paymentMethod: null }
  const draft = await ask(page, 'drafts.save', saved)
  await ask(page, 'vault.lock', undefined)
  const names = collectScripts(page)
  await page.reload()
  await new Frame(page).unlock(password)
  await expect(page.getByRole('list', { name: 'Brands' }).getByRole('link').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Buy again' })).toContainText('+52 55 1234 5678')
  await expect(page.getByRole('region', { name: 'Saved for later' })).toContainText('+52 55 8765 4321')
  await page.waitForLoadState('networkidle')
  expect((await ask(page, 'app.get', undefined)).locked).toBe(false)
  await ask(page, 'drafts.remove', { id: draft.id })

  const scripts = await Promise.all(
    [...names].map(async (name) => ({ name, text: await readFile(join(root, 'out/renderer', name), 'utf8') })),
  )
  const sizes = scripts.map(({ name, text }) => `${name} ${gzipSync(text).length}`)
  const total = scripts.reduce((sum, { text }) => sum + gzipSync(text).length, 0)
  console.log(`first load: ${scripts.length} scripts, ${(total / 1024).toFixed(1)} KB gzipped`)
  expect(scripts.length, 'scripts seen').toBeGreaterThan(2)
  expect(total, sizes.join('\n')).toBeLessThanOrEqual(MAX_BYTES)
  const early = scripts.filter(({ text }) => text.startsWith('//# allFunctionsCalledOnLoad\n')).map(({ name }) => name)
  expect(early, 'scripts compiled while they are read').toEqual([expect.stringMatching(/\/start-/)])
  for (const [library, source, mark] of marks) {
    expect(await readFile(join(root, 'node_modules', source), 'utf8'), `${mark} marks ${library}`).toContain(mark)
    const holding = scripts.filter(({ text }) => text.includes(mark)).map(({ name }) => name)
    expect(holding, `scripts with ${library}`).toEqual([])
  }
})

test('the start throws no error, for whose stack the browser would parse the script once more', async ({ shared }) => {
  const { page } = shared
  const thrown: string[] = []
  const debug = await page.context().newCDPSession(page)
  debug.on('Debugger.paused', ({ data }) => {
    const { description = '' } = data as { description?: string }
    if (description.includes('/assets/')) thrown.push(description)
    void debug.send('Debugger.resume')
  })
  await debug.send('Page.enable')
  // As in a new window; this one remembers where it was.
  await debug.send('Page.addScriptToEvaluateOnNewDocument', { source: 'sessionStorage.clear()' })
  await debug.send('Debugger.enable')
  await debug.send('Debugger.setPauseOnExceptions', { state: 'all' })
  await page.reload()
  await expect(page.getByRole('list', { name: 'Brands' }).getByRole('link').first()).toBeVisible()
  await debug.detach()
  expect(thrown).toEqual([])
})

/** How to recognise a library in a bundle: by texts of its own that no minifier changes. */
const marks = [
  ['zod', 'zod/v4/core/schemas.js', 'invalid_type'],
  ['zod', 'zod/v4/core/core.js', '_zod'],
  ['libphonenumber-js', 'libphonenumber-js/es6/parse.js', 'INVALID_COUNTRY'],
  ['the metadata of libphonenumber-js', 'libphonenumber-js/metadata.min.json', 'country_calling_codes'],
] as const
