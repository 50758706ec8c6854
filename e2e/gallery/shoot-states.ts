import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openBrowser } from './open-browser.ts'
import { openStage, type Stage } from './open-stage.ts'
import { scenes } from './scenes/all.ts'
import type { Scene } from './scenes/scene.ts'

const AT_ONCE = 2

export interface StateShoot {
  /** The folder of the built renderer. */
  readonly dist: string
  /** The folder for the pictures; created if missing. */
  readonly folder: string
  readonly browser: string
}

/**
 * Takes a picture of every state, attention reason and fee action in both themes (`reason-refund-missing-dark.png`), each from its
 * scene in a real browser. Returns their number; throws where a page logs an error or does not reach its scene.
 */
export async function shootStates({ dist, folder, browser: executablePath }: StateShoot): Promise<number> {
  mkdirSync(folder, { recursive: true })
  const wanted = scenes.filter(({ shows }) => shows !== undefined)
  const left = [...wanted]
  const browser = await openBrowser(executablePath)
  try {
    const work = async (): Promise<void> => {
      const stage = await openStage(browser, dist)
      for (let scene = left.shift(); scene; scene = left.shift()) await shoot(stage, scene)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  } finally {
    await browser.close()
  }
  return wanted.length

  async function shoot({ page, complaints, show }: Stage, scene: Scene): Promise<void> {
    await show(scene)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const path = join(folder, `${(scene.shows ?? scene.name).replace(':', '-')}-${colorScheme}.png`)
      await page.screenshot({ path, animations: 'disabled' })
    }
    if (complaints.length > 0) throw new Error(`${scene.name}: ${complaints.join(' · ')}`)
  }
}
