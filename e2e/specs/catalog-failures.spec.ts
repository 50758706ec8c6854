import { existsSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import type { EventPayload, TillBridge } from '../../src/shared/contract.ts'
import { CheckoutPage } from '../pages/checkout.ts'
import { goTo } from '../pages/goto.ts'
import { buy, topUp } from '../support/buy.ts'
import { ask, expect, test } from '../support/test.ts'

const status = (page: Page) => ask(page, 'catalog.status', undefined)
const whole = (page: Page) =>
  expect.poll(async () => (await status(page)).variants, { timeout: 20_000 }).toBeGreaterThan(1500)

test('a Till killed while writing a catalog opens with yesterday’s complete, and the next refresh brings today’s', async ({
  fast,
  control,
  launch,
}) => {
  const { page } = fast
  const id = await buy(page, topUp)
  await expect.poll(async () => (await ask(page, 'purchases.get', { id })).status).toBe('delivered')
  const before = await status(page)
  const more = Array.from({ length: 20_000 }, (_, index) => ({
    like: topUp.sku,
    sku: `today_${index}-I`,
    brand: `Today ${index % 100}`,
  }))
  await control.variants(more)
  // Today's brands come after yesterday's, which need no writing.
  const writing = untilWritten(page, before.brands / (before.brands + 100))
  await page.getByRole('button', { name: 'Refresh the catalog' }).click()
  expect(await writing).toBeLessThan(1)
  await fast.kill()

  const { page: after } = await launch()
  const { variants, refreshedAt, brands } = before
  expect(await status(after)).toMatchObject({ variants, refreshedAt, brands, refreshing: false, error: null })
  const found = (text: string) => ask(after, 'catalog.search', { text })
  expect(await found('today')).toMatchObject({ products: [] })
  expect((await found('nimbus')).ranked).toBeGreaterThan(0)
  expect(await ask(after, 'purchases.get', { id })).toMatchObject({ status: 'delivered' })
  await after.getByRole('button', { name: 'Refresh the catalog' }).click()
  await expect.poll(async () => (await status(after)).variants).toBe(variants + more.length)
  expect((await found('today')).ranked).toBeGreaterThan(0)
})

test('caches deleted or damaged between two starts are rebuilt, and the ledger is unchanged', async ({
  fast,
  launch,
  dataDir,
}) => {
  const id = await buy(fast.page, topUp)
  await expect.poll(async () => (await ask(fast.page, 'purchases.get', { id })).status).toBe('delivered')
  await fast.close()
  for (const name of ['catalog.db', 'cache.db']) await rm(join(dataDir, name))

  const second = await launch()
  await whole(second.page)
  expect(await ask(second.page, 'purchases.get', { id })).toMatchObject({
    status: 'delivered',
    reference: '+525512345678',
  })
  await second.close()

  for (const name of ['catalog.db', 'cache.db']) await damage(join(dataDir, name))
  const third = await launch()
  await whole(third.page)
  await third.page.getByRole('searchbox').fill('nimbus')
  await expect(third.page.getByRole('link', { name: /Nimbus Mobile/ }).first()).toBeVisible()
  expect(await ask(third.page, 'purchases.get', { id })).toMatchObject({ status: 'delivered' })
})

test('a catalog deleted while Till runs is restored by the next refresh', async ({ ready, dataDir }) => {
  const { page } = ready
  await rm(join(dataDir, 'catalog.db'))
  await page.getByRole('button', { name: 'Refresh the catalog' }).click()
  await expect.poll(() => existsSync(join(dataDir, 'catalog.db'))).toBe(true)
  await whole(page)
  await goTo(page, `/checkout/${topUp.sku}`)
  await expect(page.getByRole('textbox', { name: 'Phone number' })).toBeVisible()
})

test('a hostile catalog loses its bad entries and nothing else', async ({ ready, control }) => {
  const { page } = ready
  const pictures = await servePictures()
  const base = { like: topUp.sku }
  const bad = Array.from({ length: 100 }, (_, index) => ({
    ...base,
    sku: `bad_${index}-I`,
    price: { fiatValue: '-1' },
  }))
  const before = (await status(page)).variants
  await control.variants([
    ...bad,
    { ...base, sku: 'redos_MX_1-I', brand: 'Slow Regex', referenceType: account('^(a+)+$') },
    { ...base, sku: 'ahead_MX_1-I', brand: 'Slower Regex', referenceType: account('^(?=a)(a+)+$') },
    {
      ...base,
      sku: 'notes_MX_1-I',
      brand: 'Markup',
      notes: '<img src=x onerror="document.title=1"><script>document.title=2</script><b>Kept</b> text',
    },
    { ...base, sku: 'rtl_MX_1-I', brand: '\u202eمتجر الهاتف المحمول', shortNotes: '\u202e0001' },
    { ...base, sku: 'long_MX_1-I', brand: 'Unbreakable'.repeat(20) },
    { ...base, sku: 'huge_MX_1-I', brand: 'Huge Picture', imageUrl: `${pictures.url}/huge.png` },
    { ...base, sku: 'none_MX_1-I', brand: 'No Picture', imageUrl: `${pictures.url}/none.png` },
    { ...base, sku: 'script_MX_1-I', brand: 'Script Picture', imageUrl: `${pictures.url}/script.svg` },
  ])
  const titles = await watchTitles(page)
  await page.getByRole('button', { name: 'Refresh the catalog' }).click()
  await expect.poll(async () => (await status(page)).variants).toBe(before + 8)
  expect((await status(page)).skipped).toBe(100)

  const search = async (brand: string): Promise<Locator> => {
    await page.getByRole('searchbox').fill(brand)
    const link = page.getByRole('link', { name: new RegExp(brand) }).first()
    await expect(link).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    return link
  }
  for (const brand of ['Slow Regex', 'Slower Regex', 'Markup', 'متجر', 'Unbreakable']) await search(brand)

  for (const [brand, sku, monogram] of [
    ['Huge Picture', 'huge_MX_1-I', 'HP'],
    ['No Picture', 'none_MX_1-I', 'NP'],
  ] as const) {
    const link = await search(brand)
    await expect(link.getByText(monogram, { exact: true })).toBeVisible()
    await expect(link.locator('img')).toHaveCount(0)
    expect(await fetchPicture(page, sku)).toMatchObject({ status: 404, bytes: 0 })
  }
  await expect((await search('Script Picture')).locator('img')).toHaveJSProperty('naturalWidth', 8)
  expect(await fetchPicture(page, 'script_MX_1-I')).toMatchObject({
    status: 200,
    type: 'image/svg+xml',
    sniffed: 'nosniff',
    policy: "default-src 'none'; sandbox",
  })

  await goTo(page, '/brand/markup')
  await expect(page.getByText('Kept text', { exact: true })).toBeVisible()
  await goTo(page, '/checkout/notes_MX_1-I')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await ask(page, 'catalog.variant', { sku: 'notes_MX_1-I' })).toMatchObject({ notes: 'Kept text' })

  const slow = `${'a'.repeat(40)}!`
  const check = (sku: string) => ask(page, 'checkout.check', { sku, reference: slow, fields: {} })
  const pattern = { field: null, problem: 'pattern', country: null }
  expect(await check('redos_MX_1-I')).toEqual({ reference: null, problems: [pattern], doubts: [] })
  // A regex that RE2 cannot read is ignored, and a missing rule forbids nothing.
  expect(await check('ahead_MX_1-I')).toEqual({ reference: slow, problems: [], doubts: [] })
  await goTo(page, '/checkout/redos_MX_1-I')
  const checkout = new CheckoutPage(page)
  await checkout.fill('Account', slow)
  await checkout.seePrice()
  await expect(page.getByRole('textbox', { name: 'Account' })).toHaveAttribute('aria-invalid', 'true')
  expect(await titles()).toContain('Brand · Till')
  expect((await titles()).filter((title) => /^[123]$/.test(title))).toEqual([])
  await pictures.close()
})

const account = (regex: string) => ({ name: 'account', valueType: 'string', regex })

/** Waits until the written share is more than `least`; returns it. */
function untilWritten(page: Page, least: number): Promise<number> {
  return page.evaluate(
    (enough) =>
      new Promise<number>((resolve) => {
        const { till } = window as unknown as { till: TillBridge }
        till.on('catalog.changed', (status) => {
          const { progress } = status as EventPayload<'catalog.changed'>
          if (progress?.part === 'writing' && (progress.share ?? 0) > enough) resolve(progress.share ?? 0)
        })
      }),
    least,
  )
}

/** Records every title of the page from now on. */
async function watchTitles(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const titles: string[] = []
    Object.assign(window, { titles })
    const watched = { childList: true, subtree: true, characterData: true }
    new MutationObserver(() => titles.push(document.title)).observe(document.head, watched)
  })
  return () => page.evaluate(() => (window as unknown as { titles: string[] }).titles)
}

/** Fetches a product's picture as the page does. */
async function fetchPicture(page: Page, sku: string) {
  const { image } = await ask(page, 'catalog.variant', { sku })
  return page.evaluate(async (path) => {
    const answer = await fetch(path)
    return {
      status: answer.status,
      type: answer.headers.get('Content-Type'),
      sniffed: answer.headers.get('X-Content-Type-Options'),
      policy: answer.headers.get('Content-Security-Policy'),
      bytes: (await answer.arrayBuffer()).byteLength,
    }
  }, image ?? '/image/none')
}

/** Overwrites pages of a database, as a failing disk would. */
async function damage(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  const { size } = await handle.stat()
  await handle.write(Buffer.alloc(Math.min(size - 8192, 400_000), 7), 0, Math.min(size - 8192, 400_000), 8192)
  await handle.close()
}

/** Serves the pictures of a bad service: one of 20 MB, a missing one, and one that contains a script. */
async function servePictures() {
  const huge = Buffer.alloc(20_000_000)
  huge.write('\x89PNG\r\n\x1a\n', 'latin1')
  const server = createServer((request, response) => {
    if (request.url === '/huge.png') {
      response.writeHead(200, { 'Content-Type': 'image/png' }).end(huge)
    } else if (request.url === '/script.svg') {
      const size = 'width="8" height="8"'
      const script = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><script>top.document.title = 3</script></svg>`
      response.writeHead(200, { 'Content-Type': 'image/svg+xml' }).end(script)
    } else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
