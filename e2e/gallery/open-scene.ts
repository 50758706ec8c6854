import type { Browser, BrowserContext, Page } from 'playwright-core'
import { createScriptedBridge, type Scripted } from '../../src/testing/scripted/bridge.ts'
import { openRenderer, origin } from './open-renderer.ts'
import type { Scene } from './scenes/scene.ts'

const SIZE = { width: 1280, height: 800 }

/** A page that shows a scene; `complaints` collects its logged errors. The caller closes the context. */
export interface OpenScene {
  readonly context: BrowserContext
  readonly page: Page
  readonly complaints: readonly string[]
  readonly scripted: Scripted
}

/** Opens a scene in the renderer built into `dist`, and performs its actions before the picture. */
export async function openScene(browser: Browser, scene: Scene, dist: string, size = SIZE): Promise<OpenScene> {
  const context = await browser.newContext({ viewport: size, locale: 'en-US', reducedMotion: 'reduce' })
  const scripted = createScriptedBridge()
  scene.prepare?.(scripted.script)
  const { page, complaints } = await openRenderer(context, dist, scripted)
  await page.goto(`${origin}/#${scene.path}`)
  await page.locator('h1').first().waitFor({ timeout: 10_000 })
  await scene.act?.(page, scripted)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  return { context, page, complaints, scripted }
}
