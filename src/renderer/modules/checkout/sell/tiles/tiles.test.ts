// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { scriptedPage } from '../../../../../testing/fixtures/sales.ts'
import { openCounter } from '../../../../../testing/renderer/counter.ts'
import { managersApp } from '../../../../../testing/fixtures/app.ts'

test('says what to ask for a product that is on no page', async () => {
  const page = await openCounter()
  await page.until(() => page.button('Find another product'))
  await page.press('Find another product')
  await page.until(() => expect(page.text()).toContain('for MX$189.50'))
})

test('shows each page of the counter with its prices, what was sold last, and nothing that is gone', async () => {
  const recent = scriptedPage('', ['vireo_5GB_30-I', 'lumo_MX_500-I']).products
  const pages = [
    scriptedPage('Top-ups', ['lumo_MX_20-I', 'lumo_MX_50-I', 'lumo_MX_200-I'], ['lumo_MX_50-I']),
    scriptedPage('Data', ['vireo_5GB_30-I']),
  ]
  const page = await openCounter('/sell', { counter: { byPolicy: false, pages, recent } })
  const tiles = (): string[] =>
    [...document.querySelectorAll('section[aria-label="Counter"] li')].map(({ textContent }) => textContent)
  await page.until(() => expect(tiles()).toHaveLength(2))
  expect(tiles()[1]).toMatch(/Lumo Móvil.*MX\$200.*for MX\$198/)
  await page.press('Data')
  await page.until(() => expect(tiles()).toEqual([expect.stringContaining('Vireo Travel')]))
  await page.press('Sold recently')
  await page.until(() => expect(tiles()[1]).toContain('MX$500'))
})

test('invites the manager to fill an empty counter, and leaves a clerk the search', async () => {
  const none = { counter: { byPolicy: false, pages: [], recent: [] } }
  const page = await openCounter('/sell', none)
  await page.until(() => expect(page.text()).toContain('Find one by name or amount.'))
  page.close()
  const other = await openCounter('/sell', { ...none, app: managersApp })
  await other.until(() => other.button('Set up the counter'))
  await other.press('Set up the counter')
  await other.until(() => expect(other.path()).toBe('/settings/counter'))
})

test('finds a product that is not on the counter', async () => {
  const page = await openCounter()
  await page.until(() => page.button('Find another product'))
  await page.press('Find another product')
  await page.type('Find another product', 'vireo')
  await page.until(() => page.button(/Vireo Travel.*\$9\.50/))
  await page.press(/Vireo Travel.*\$9\.50/)
  await page.until(() => expect(document.querySelector('main h1')?.textContent).toContain('Vireo Travel'))
  await page.until(() => page.button('Find another product'))
})

test('searches for what a scanner reads', async () => {
  const page = await openCounter('/sell?q=vireo')
  await page.until(() => expect(page.field('Find another product').value).toBe('vireo'))
  await page.until(() => page.button(/Vireo Travel/))
})

test('a code scanned again stays in no number, and finds its product again', async () => {
  const page = await openCounter()
  await page.until(() => page.field('Phone number'))
  for (let n = 0; n < 2; n += 1) {
    // The scanner types into the number before its Enter tells it from a person.
    await page.type('Phone number', '7501055')
    await page.router.push({ name: 'sell', query: { q: '7501055' } })
    await page.until(() => expect(page.field('Find another product').value).toBe('7501055'))
    expect(page.field('Phone number').value).toBe('')
    await page.press('Back to the tiles')
  }
})
