import { join } from 'node:path'
import { expect, test as base, type Browser, type Page } from '@playwright/test'
import { openBrowser } from '../gallery/open-browser.ts'
import { openRenderer } from '../gallery/open-renderer.ts'
import { scriptedMany } from '../../src/testing/fixtures/many.ts'
import { type Scripted, createScriptedBridge } from '../../src/testing/scripted/bridge.ts'

interface Shop {
  readonly page: Page
  readonly scripted: Scripted
}
const variants = scriptedMany(20_000)

/** The built page over a scripted catalog of 20,000 products: tests what only a real browser shows, without a service or a wallet. */
const test = base.extend<{ shopAt: (path: string) => Promise<Shop> }, { shopBrowser: Browser }>({
  shopBrowser: [
    async ({}, use) => {
      const browser = await openBrowser()
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  shopAt: async ({ shopBrowser }, use) => {
    const context = await shopBrowser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: 'en-US',
      reducedMotion: 'reduce',
    })
    const requests: string[] = []
    await use(async (path) => {
      const scripted = createScriptedBridge({ variants })
      const { page, origin, complaints } = await openRenderer(
        context,
        join(import.meta.dirname, '../../out/renderer'),
        scripted,
      )
      await page.goto(`${origin}/#${path}`)
      await expect(page.locator('[data-results] li a').first()).toBeVisible()
      requests.push(...complaints)
      return { page, scripted }
    })
    await context.close()
    expect(requests).toEqual([])
  },
})

/** Returns the index of the focused item in the list. */
const focusedItem = (page: Page): Promise<number | null> =>
  page.evaluate(() => {
    const index = document.activeElement?.closest('[data-index]')?.getAttribute('data-index')
    return index === undefined || index === null ? null : Number(index)
  })
const isOnScreen = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const { top = -1, bottom = -1 } = document.activeElement?.getBoundingClientRect() ?? {}
    return top >= 72 && bottom <= innerHeight
  })
const scrolled = (page: Page): Promise<number> => page.evaluate(() => Math.round(scrollY))

test('arrow keys move through the grid and the list, which are one Tab stop each', async ({ shopAt }) => {
  const { page } = await shopAt('/shop')
  await page.getByRole('searchbox').press('ArrowDown')
  expect(await focusedItem(page)).toBe(0)
  for (const [key, index] of [
    ['ArrowRight', 1],
    ['ArrowDown', 6],
    ['ArrowLeft', 5],
    ['PageDown', 15],
    ['PageUp', 5],
    ['End', 999],
    ['Home', 0],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(() => focusedItem(page), key).toBe(index)
    expect(await isOnScreen(page), key).toBe(true)
  }
  await page.keyboard.press('Tab')
  expect(await focusedItem(page)).toBeNull()

  await page.getByRole('radio', { name: 'Products' }).click()
  await expect(page.getByRole('list', { name: 'Products' })).toBeVisible()
  await page.getByRole('searchbox').press('ArrowDown')
  await page.keyboard.press('End')
  await expect(page.locator('*:focus')).toHaveAttribute('href', /checkout/)
  expect(await focusedItem(page)).toBe(3999)
  const item = page.locator('li:focus-within')
  await expect(item).toHaveAttribute('aria-posinset', '4000')
  await expect(item).toHaveAttribute('aria-setsize', '4000')
})

test('the focus survives scrolling far away, and the next key continues from it', async ({ shopAt }) => {
  const { page } = await shopAt('/shop?view=products')
  await page.getByRole('searchbox').press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.mouse.move(700, 500)
  await page.mouse.wheel(0, 90_000)
  await expect.poll(() => scrolled(page)).toBeGreaterThan(80_000)
  expect(await focusedItem(page)).toBe(1)
  await page.keyboard.press('ArrowDown')
  expect(await focusedItem(page)).toBe(2)
  expect(await isOnScreen(page)).toBe(true)
})

test('going back from a brand or a checkout restores the position and the focus', async ({ shopAt }) => {
  const { page, scripted } = await shopAt('/shop?view=products')
  await page.mouse.move(700, 500)
  await page.mouse.wheel(0, 60_000)
  await expect.poll(() => scrolled(page)).toBeGreaterThan(50_000)
  const row = page.locator('[data-results] li a').nth(14)
  await expect(row).toBeVisible()
  const there = await scrolled(page)
  const href = await row.getAttribute('href')
  await row.focus()
  const focusedThere = await focusedItem(page)
  const settled = await scrolled(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/checkout/)
  const sent = scripted.requests.length
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page.locator('*:focus')).toHaveAttribute('href', href ?? '')
  await expect.poll(() => scrolled(page)).toBe(settled)
  expect(focusedThere).toBe(await focusedItem(page))
  expect(Math.abs(settled - there)).toBeLessThan(400)
  expect(scripted.requests.slice(sent).filter(({ name }) => /browse|search/.test(name))).toEqual([])

  await page.getByRole('radio', { name: 'Brands' }).click()
  const tile = page.getByRole('list', { name: 'Brands' }).getByRole('link').nth(9)
  const name = await tile.getAttribute('href')
  await tile.click()
  await expect(page).toHaveURL(/brand/)
  await page.goBack()
  await expect(page.locator('*:focus')).toHaveAttribute('href', name ?? '')
})

test('fast scrolling draws and requests nothing until it stops', async ({ shopAt }) => {
  const { page, scripted } = await shopAt('/shop?view=products')
  const pictures = new Set<string>()
  page.on('request', (request) => {
    if (request.url().includes('/image/')) pictures.add(request.url())
  })
  const pages = (): unknown[] => scripted.requests.filter(({ name }) => name === 'catalog.search')
  const before = pages().length
  const drawn = await page.evaluateHandle(() => {
    const items = new Set<string | undefined>()
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node instanceof HTMLLIElement) items.add(node.dataset['index'])
    }).observe(document.querySelector('[data-results]')!, { childList: true, subtree: true })
    return items
  })
  const cdp = await page.context().newCDPSession(page)
  const fling = { x: 700, y: 500, yDistance: -250_000, speed: 100_000, gestureSourceType: 'mouse' } as const
  await cdp.send('Input.synthesizeScrollGesture', fling)
  await expect(page.locator('[data-results] li a').nth(10)).toBeVisible()
  // 250,000 pixels are 3,400 items on 57 pages. The final position needs one or two pages, and a gesture may start, stall and end slowly.
  expect(await drawn.evaluate(({ size }) => size)).toBeLessThanOrEqual(300)
  expect(pages().length - before).toBeLessThanOrEqual(12)
  expect(pictures.size).toBeLessThanOrEqual(200)
})

test('nothing jumps when pictures, counts and further pages arrive', async ({ shopAt }) => {
  const { page, scripted } = await shopAt('/shop')
  await page.evaluate(() => {
    const scope = window as unknown as { shifts: number }
    scope.shifts = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) scope.shifts += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift' })
  })
  const facets = (): number => scripted.requests.filter(({ name }) => name === 'catalog.facets').length
  const before = facets()
  await page.getByRole('radio', { name: /^Gift cards/ }).click()
  await expect.poll(facets).toBeGreaterThan(before)
  await page.mouse.move(700, 500)
  for (let turn = 0; turn < 8; turn++) {
    await page.mouse.wheel(0, 900)
    await expect(page.locator('[data-results] li a').nth(8)).toBeVisible()
  }
  expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts)).toBeLessThan(0.01)
})

test('the first hits are drawn in the frame after their answer', async ({ shopAt }) => {
  const { page } = await shopAt('/shop')
  await page.evaluate(() => {
    type Ask = (name: string, input: unknown) => Promise<unknown>
    const scope = window as unknown as { till: { request: Ask }; drawn: (string | undefined)[] }
    const ask = scope.till.request
    let open = 0
    scope.drawn = []
    scope.till.request = (name, input) => {
      if (name !== 'catalog.browse' && name !== 'catalog.search') return ask(name, input)
      open++
      return ask(name, input).finally(() => {
        if (--open > 0) return
        requestAnimationFrame(() => scope.drawn.push(document.querySelector('[data-results] mark')?.textContent))
      })
    }
  })
  await page.getByRole('searchbox').fill('nube')
  const drawn = (): Promise<(string | undefined)[]> =>
    page.evaluate(() => (window as unknown as { drawn: (string | undefined)[] }).drawn)
  await expect.poll(async () => (await drawn()).length).toBeGreaterThan(0)
  expect((await drawn())[0]).toBe('Nube')
})

test('typing shows the results of the newest text, and Down moves into them', async ({ shopAt }) => {
  const { page, scripted } = await shopAt('/shop')
  await page.getByRole('searchbox').pressSequentially('nube movil', { delay: 25 })
  await expect(page.getByRole('heading', { name: 'Results for “nube movil”' })).toBeVisible()
  await expect(page.locator('[data-results] mark').first()).toHaveText('Nube')
  const last = scripted.requests.filter(({ name }) => name === 'catalog.search').at(-1)
  expect(last?.input).toMatchObject({ text: 'nube movil' })
  await page.keyboard.press('ArrowDown')
  expect(await focusedItem(page)).toBe(0)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/brand|checkout/)
})
