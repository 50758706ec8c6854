import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { joinIcns, joinIco, type Icon } from '../packaging/icons/join-icons.ts'
import { findOrInstallBrowser } from './launch/find-browser.ts'
import { runFlagless } from './run-script.ts'

const help = `npm run icons   draws resources/icons/ and resources/tray/ again, from icon.svg and tray.svg beside them`

const resources = join(import.meta.dirname, '../resources')

await runFlagless(help, async () => {
  const [icons, trays] = await draw([
    { svg: 'icon.svg', sizes: [16, 24, 32, 48, 64, 128, 256, 512, 1024] },
    { svg: 'tray.svg', sizes: [16, 32] },
  ])
  for (const folder of ['icons', 'tray']) mkdirSync(join(resources, folder), { recursive: true })
  const write = (file: string, bytes: Buffer): void => writeFileSync(join(resources, file), bytes)
  // Icon themes of Linux end at 512 pixels.
  for (const { size, png } of icons) if (size <= 512) write(`icons/${size}x${size}.png`, png)
  write('icons/icon.ico', joinIco(icons.filter(({ size }) => size <= 256)))
  write('icons/icon.icns', joinIcns(icons))
  for (const { size, png } of icons) if (size === 32) write('tray/tray.png', png)
  write('tray/tray.ico', joinIco(icons.filter(({ size }) => size <= 48)))
  // macOS draws these in its own colours, the larger one on fine screens.
  for (const { size, png } of trays) write(size === 16 ? 'tray/trayTemplate.png' : 'tray/trayTemplate@2x.png', png)
  return 0
})

interface Drawing {
  /** A file of `resources/`. */
  readonly svg: string
  /** The widths and heights, in pixels. */
  readonly sizes: readonly number[]
}

async function draw<const D extends readonly Drawing[]>(drawings: D): Promise<{ [K in keyof D]: Icon[] }> {
  const browser = await chromium.launch({
    executablePath: findOrInstallBrowser(),
    chromiumSandbox: process.getuid?.() !== 0,
  })
  try {
    const page = await browser.newPage()
    const drawn: Icon[][] = []
    for (const { svg, sizes } of drawings) {
      const source = readFileSync(join(resources, svg), 'utf8')
      await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${source}`)
      const icons: Icon[] = []
      for (const size of sizes) {
        await page.setViewportSize({ width: size, height: size })
        icons.push({ size, png: await page.screenshot({ omitBackground: true }) })
      }
      drawn.push(icons)
    }
    return drawn as { [K in keyof D]: Icon[] }
  } finally {
    await browser.close()
  }
}
