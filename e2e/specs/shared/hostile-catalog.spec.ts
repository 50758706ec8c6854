import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page } from '@playwright/test'
import { CheckoutPage } from '../../pages/checkout.ts'
import { goTo } from '../../pages/goto.ts'
import { topUp } from '../../support/buy.ts'
import { ask, expect, test } from '../../support/test.ts'

const status = (page: Page) => ask(page, 'catalog.status', undefined)

test('a hostile catalog loses its bad entries and nothing else', async ({ shared, control }) => {
  const { page } = shared
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
