import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { provideBrowser } from '../../scripts/find-browser.ts'
import { createScriptedBridge } from '../support/scripted-bridge.ts'
import { scriptedMany } from '../support/scripted-many.ts'
import { openRenderer, origin } from './open-renderer.ts'

// Flings the shop of a large catalog and tells how long frames took and what was asked for meanwhile; the last line is JSON.
const { values } = parseArgs({
  options: {
    dist: { type: 'string', default: 'out/renderer' },
    browser: { type: 'string' },
    products: { type: 'string', default: '50000' },
    speed: { type: 'string', multiple: true, default: ['1500', '12000'] },
  },
})
const variants = scriptedMany(Number(values.products))
const browser = await chromium.launch({
  executablePath: values.browser ?? provideBrowser(),
  chromiumSandbox: process.getuid?.() !== 0,
  args: ['--disable-gpu', '--disable-background-networking'],
})
const results: Record<string, unknown>[] = []
for (const view of ['brands', 'products']) {
  for (const speed of values.speed.map(Number)) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' })
    const scripted = createScriptedBridge({ variants })
    scripted.script.app.settings.homeCountry = null
    const { page } = await openRenderer(context, values.dist, scripted)
    let pictures = 0
    page.on('request', (request) => {
      if (request.url().includes('/image/')) pictures++
    })
    await page.goto(`${origin}/#/shop?view=${view}`)
    await page.locator('[data-results] li a').first().waitFor()
    await page.waitForTimeout(1500)
    const before = { pictures, asked: scripted.asked.length }
    const cdp = await context.newCDPSession(page)
    await cdp.send('Performance.enable')
    const metrics = async () => {
      const all = (await cdp.send('Performance.getMetrics')).metrics
      return Object.fromEntries(all.map(({ name, value }) => [name, value]))
    }
    const from = await metrics()
    await page.evaluate(() => {
      const frames: number[] = []
      Object.assign(window, { frames })
      let last = performance.now()
      const step = (now: number): void => {
        frames.push(now - last)
        last = now
        requestAnimationFrame(step)
      }
      requestAnimationFrame(step)
    })
    await cdp.send('Input.synthesizeScrollGesture', {
      ...{ x: 700, y: 500, yDistance: -speed * 3, speed, gestureSourceType: 'mouse' },
    })
    const frames = await page.evaluate(() =>
      [...(window as unknown as { frames: number[] }).frames].sort((a, b) => a - b),
    )
    const to = await metrics()
    const moving = { pictures: pictures - before.pictures, asked: scripted.asked.length - before.asked }
    await page.waitForTimeout(800)
    const at = (share: number): number => Math.round(frames[Math.floor(share * (frames.length - 1))] ?? 0)
    const perFrame = (name: string): number =>
      Math.round((((to[name] ?? 0) - (from[name] ?? 0)) * 100_000) / frames.length) / 100
    results.push({
      ...{ view, speed, frames: frames.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), longest: at(1) },
      ...{
        script: perFrame('ScriptDuration'),
        layout: perFrame('LayoutDuration'),
        style: perFrame('RecalcStyleDuration'),
      },
      ...{ task: perFrame('TaskDuration'), moving },
      resting: { pictures: pictures - before.pictures, asked: scripted.asked.length - before.asked },
      reached: await page.evaluate(() => Math.round(window.scrollY)),
    })
    console.log(JSON.stringify(results.at(-1)))
    await context.close()
  }
}
await browser.close()
console.log(JSON.stringify(results))
