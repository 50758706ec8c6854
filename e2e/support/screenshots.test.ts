import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findOrInstallBrowser } from '../../scripts/launch/find-browser.ts'
import { createScreenshots } from './screenshots.ts'

let browser: Browser
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'till-camera-'))
  browser = await chromium.launch({ executablePath: findOrInstallBrowser() })
})
afterAll(async () => {
  await browser.close()
  rmSync(folder, { recursive: true })
})

it('takes a screen once its visible pictures have loaded, and does not wait for those below', async () => {
  const page = await browser.newPage()
  const requested = Promise.withResolvers<undefined>()
  const late = Promise.withResolvers<undefined>()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/never.svg') return
    if (pathname === '/late.svg') {
      requested.resolve(undefined)
      await late.promise
      return route.fulfill({ contentType: 'image/svg+xml', body: svg })
    }
    const body =
      '<img src="/late.svg" width="9" height="9"><div style="height:3000px"></div><img src="/never.svg" width="9" height="9">'
    return route.fulfill({ contentType: 'text/html', body })
  })
  await page.goto('https://page.localhost/', { waitUntil: 'commit' })
  const shooting = createScreenshots(() => page, folder).take('shop')
  await requested.promise
  // Takes two pictures meanwhile; a camera that does not wait has taken its own by then.
  await page.screenshot()
  await page.screenshot()
  expect(existsSync(join(folder, '01-shop-light.png'))).toBe(false)
  late.resolve(undefined)
  await shooting
  expect(readdirSync(folder).sort()).toEqual(['01-shop-dark.png', '01-shop-light.png'])
  expect(
    await page
      .locator('img')
      .first()
      .evaluate((image: HTMLImageElement) => image.naturalWidth),
  ).toBe(9)
})

it('takes a screen from its top if asked, else at its scroll position', async () => {
  const page = await browser.newPage()
  await page.setContent('<div style="height:3000px"></div>')
  await page.evaluate(() => window.scrollTo(0, 900))
  const screenshots = createScreenshots(() => page, folder)
  const top = (): Promise<number> => page.evaluate(() => window.scrollY)
  await screenshots.take('scrolled')
  expect(await top()).toBe(900)
  await screenshots.takeWhole('whole')
  expect([await top(), screenshots.count()]).toEqual([0, 2])
  await page.close()
})
