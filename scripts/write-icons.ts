import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { joinIcns, joinIco, type Icon } from '../packaging/icons/join-icons.ts'
import { findOrInstallBrowser } from './launch/find-browser.ts'
import { runFlagless } from './run-script.ts'

const help = `npm run icons   draws resources/icons/ again, the icons of the packages, from resources/icon.svg`

const resources = join(import.meta.dirname, '../resources')
const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024]

await runFlagless(help, async () => {
  const icons = await drawIcons(readFileSync(join(resources, 'icon.svg'), 'utf8'))
  mkdirSync(join(resources, 'icons'), { recursive: true })
  const write = (file: string, bytes: Buffer): void => writeFileSync(join(resources, 'icons', file), bytes)
  // Icon themes of Linux end at 512 pixels.
  for (const { size, png } of icons) if (size <= 512) write(`${size}x${size}.png`, png)
  write('icon.ico', joinIco(icons.filter(({ size }) => size <= 256)))
  write('icon.icns', joinIcns(icons))
  return 0
})

async function drawIcons(svg: string): Promise<Icon[]> {
  const browser = await chromium.launch({
    executablePath: findOrInstallBrowser(),
    chromiumSandbox: process.getuid?.() !== 0,
  })
  try {
    const page = await browser.newPage()
    await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${svg}`)
    const icons: Icon[] = []
    for (const size of sizes) {
      await page.setViewportSize({ width: size, height: size })
      icons.push({ size, png: await page.screenshot({ omitBackground: true }) })
    }
    return icons
  } finally {
    await browser.close()
  }
}
