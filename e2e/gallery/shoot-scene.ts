import { openBrowser } from './open-browser.ts'
import { openStage } from './open-stage.ts'
import { scenes } from './scenes/all.ts'

/** Returns the picture of the scene called `name`, in the light theme; throws where the page logs an error. */
export async function shootScene(name: string, dist: string, executablePath: string): Promise<Uint8Array> {
  const scene = scenes.find((one) => one.name === name)
  if (scene === undefined) throw new Error(`No scene is called ${name}`)
  const browser = await openBrowser(executablePath)
  try {
    const { page, complaints, show } = await openStage(browser, dist)
    await show(scene)
    await page.emulateMedia({ colorScheme: 'light' })
    const picture = await page.screenshot({ animations: 'disabled' })
    if (complaints.length > 0) throw new Error(`${name}: ${complaints.join(' · ')}`)
    return picture
  } finally {
    await browser.close()
  }
}
