import type { Browser, Page } from 'playwright-core'
import { createScriptedBridge, type Scripted } from '../../src/testing/scripted/bridge.ts'
import { openRenderer } from './open-renderer.ts'
import type { Scene } from './scenes/scene.ts'

const SIZE = { width: 1280, height: 800 }

/** A page that shows scenes one after the other, loaded again for each, in half the time of a new page for each. */
export interface Stage {
  readonly page: Page
  /** The errors that the page logged since the scene began. */
  readonly complaints: readonly string[]
  /** Shows a scene and performs its actions before the picture; returns its bridge. */
  show(scene: Scene, size?: typeof SIZE): Promise<Scripted>
}

/** Opens a page of the renderer built into `dist`. */
export async function openStage(browser: Browser, dist: string): Promise<Stage> {
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })
  const { page, origin, complaints, playNext } = await openRenderer(context, dist, createScriptedBridge())
  return {
    page,
    complaints,
    async show(scene, size = SIZE) {
      const scripted = createScriptedBridge()
      scene.prepare?.(scripted.script)
      playNext(scripted)
      await page.setViewportSize(size)
      complaints.length = 0
      await load(page, origin, scene.path)
      await page.locator('h1').first().waitFor({ timeout: 10_000 })
      await scene.act?.(page, scripted)
      await page.waitForLoadState('networkidle')
      await page.evaluate(() => document.fonts.ready)
      return scripted
    },
  }
}

/** Loads the renderer with a screen as its first, as in a new page. */
async function load(page: Page, origin: string, path: string): Promise<void> {
  if (!page.url().startsWith(origin)) {
    await page.goto(`${origin}/#${path}`)
    return
  }
  await page.evaluate((hash) => {
    sessionStorage.clear()
    history.replaceState(null, '', hash)
  }, `#${path}`)
  await page.reload()
}
