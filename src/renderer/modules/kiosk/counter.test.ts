// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedPage, scriptedPrices } from '../../../testing/fixtures/sales.ts'
import { managersApp, scriptedApp } from '../../../testing/fixtures/app.ts'
import type { Script } from '../../../testing/scripted/script.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill | null = null
afterEach(() => {
  till?.close()
  till = null
})

const pages = () => [
  scriptedPage('Top-ups', ['lumo_MX_20-I', 'lumo_MX_50-I', 'lumo_MX_200-I'], ['lumo_MX_50-I']),
  scriptedPage('Games', ['vireo_5GB_30-I']),
]
async function open(path: string, given: Partial<Script> = {}): Promise<MountedTill> {
  till = await mountTill(path, { app: managersApp, counter: { byPolicy: false, pages: pages() }, ...given })
  return till
}
const set = (page: MountedTill): unknown[] =>
  page.inputsOf('counter.set').map((input) => (input as { pages: { name: string; products: string[] }[] }).pages)
const skus = (...values: number[]): string[] => values.map((value) => `lumo_MX_${value}-I`)

test('neither shows nor loads a counter at home', async () => {
  const { until, button, inputsOf } = await open('/shop', { app: scriptedApp })
  await until(() => button('Everything'))
  expect(inputsOf('counter.get')).toEqual([])
  expect(document.querySelector('section[aria-label="Counter"]')).toBeNull()
})

test('names, fills, orders and removes pages, each change at once', async () => {
  const { until, type, submit, press, button, text, scripted } = await open('/settings/counter')
  await until(() => button('Move Games earlier'))
  await press('Move Games earlier')
  await until(() => expect(set(till!)).toHaveLength(1))
  expect(scripted.script.counter.pages.map(({ name }) => name)).toEqual(['Games', 'Top-ups'])
  await press(/^Move Lumo Móvil .*200 earlier$/)
  await until(() =>
    expect(scripted.script.counter.pages[1]?.products.map((one) => one.product.sku)).toEqual(skus(20, 200, 50)),
  )
  await press(/^Remove Lumo Móvil .*50$/)
  await type('Name of the new page', ' Gifts ')
  await submit('Name of the new page')
  await until(() =>
    expect(scripted.script.counter.pages.map(({ name }) => name)).toEqual(['Games', 'Top-ups', 'Gifts']),
  )
  await type('Find a product', 'lumo')
  await until(() => button(/^Add Lumo Móvil .*500$/))
  await press(/^Add Lumo Móvil .*500$/)
  await until(() =>
    expect(set(till!).at(-1)).toEqual([
      { name: 'Games', products: ['vireo_5GB_30-I'] },
      { name: 'Top-ups', products: skus(20, 200) },
      { name: 'Gifts', products: skus(500) },
    ]),
  )
  await type('Page name', 'Play')
  await submit('Page name')
  await press('Remove Top-ups')
  await until(() => expect(text()).toContain('The page “Top-ups” was removed from the counter.'))
  expect(scripted.script.counter.pages.map(({ name }) => name)).toEqual(['Play', 'Gifts'])
  await press('Undo')
  await until(() => expect(scripted.script.counter.pages.map(({ name }) => name)).toEqual(['Play', 'Top-ups', 'Gifts']))
})

test('shows the manager what customers pay for each product, as its tile does, and nothing for what is gone', async () => {
  const { until, button } = await open('/settings/counter', { prices: scriptedPrices })
  await until(() => button('Move Games earlier'))
  const rows = (): string[] => [...document.querySelectorAll('main li')].map((row) => row.textContent ?? '')
  const asked = (): string[] => rows().flatMap((row) => /for MX\$[\d.,]+/.exec(row) ?? [])
  expect(rows().find((row) => row.includes('MX$50'))).not.toContain('for MX$')
  expect(asked()).toEqual(['for MX$22', 'for MX$198', 'for MX$177'])
})

test('asks for the service’s fee of what the counter sells, and then reads its prices again', async () => {
  const { until, press, button, inputsOf } = await open('/settings/counter', { 'prices.learnFeeOnce': true })
  await until(() => button('Move Games earlier'))
  await press('Move Games earlier')
  await until(() => expect(inputsOf('counter.get')).toHaveLength(2))
  expect(inputsOf('prices.learnFeeOnce')).toEqual([{ skus: ['vireo_5GB_30-I', ...skus(20, 50, 200)] }])
})

test('a finger that presses on at the same place moves the same product further', async () => {
  const { until, press, button, scripted } = await open('/settings/counter')
  await until(() => button(/^Move Lumo Móvil .*200 earlier$/))
  await press(/^Move Lumo Móvil .*200 earlier$/)
  // Now the row of another product is under the finger.
  await press(/^Move Lumo Móvil .*50 earlier$/)
  const order = () => scripted.script.counter.pages[0]?.products.map((one) => one.product.sku)
  await until(() => expect(order()).toEqual(skus(200, 20, 50)))
  await press(/^Move Lumo Móvil .*50 earlier$/)
  await until(() => expect(set(till!).length).toBeGreaterThan(1))
  expect(order()).toEqual(skus(200, 20, 50))
})

test('keeps the focus on a product that the keyboard moves', async () => {
  const { until, button } = await open('/settings/counter')
  const later = await until(() => button(/^Move Lumo Móvil .*20 later$/))
  later.focus()
  later.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', altKey: true, bubbles: true }))
  await until(() => expect(set(till!)).toMatchObject([[{ products: skus(50, 20, 200) }, {}]]))
  await until(() => expect(document.activeElement).toBe(button(/^Move Lumo Móvil .*20 later$/)))
})

test('reports a failed save and shows the earlier state', async () => {
  const { until, press, button, text, scripted } = await open('/settings/counter')
  await until(() => button('Move Games earlier'))
  scripted.script.fails = { 'counter.set': { code: 'not-found' } }
  await press('Remove Games')
  await until(() => button('Move Games earlier'))
  expect(scripted.script.counter.pages).toHaveLength(2)
  expect(text()).toContain('This no longer exists.')
  expect(text()).not.toContain('was removed from the counter')
})

test('refuses a page with an empty or too long name', async () => {
  const { until, type, submit, text } = await open('/settings/counter')
  await until(() => till!.field('Page name'))
  await type('Page name', ' ')
  await submit('Page name')
  expect(text()).toContain('Enter a page name.')
  await type('Page name', 'x'.repeat(31))
  await submit('Page name')
  expect(text()).toContain('Up to 30 letters.')
  expect(set(till!)).toEqual([])
})

test('shows what a policy sets without letting it change', async () => {
  const { until, text } = await open('/settings/counter', { counter: { byPolicy: true, pages: pages() } })
  await until(() => expect(text()).toContain('Set by policy'))
  expect(text()).toContain('Games')
  expect(document.querySelector('main input')).toBeNull()
  expect(document.querySelectorAll('main section button')).toHaveLength(0)
})

test('adds a product to the counter from its own page', async () => {
  const { until, press, button, scripted, router, inputsOf } = await open('/shop')
  await until(() => expect(inputsOf('counter.get')).not.toEqual([]))
  await router.push('/brand/lumo')
  await until(() => button(/^Add Lumo Móvil .*500 to the counter$/))
  await press(/^Add Lumo Móvil .*500 to the counter$/)
  await until(() => button('Games'))
  await press('Games')
  await until(() => expect(set(till!).at(-1)).toMatchObject([{}, { products: ['vireo_5GB_30-I', ...skus(500)] }]))
  await press('Games')
  await until(() => expect(scripted.script.counter.pages[1]?.products).toHaveLength(1))
})

test('shows cash prices and a receipt set by a policy without letting them change', async () => {
  const app = { ...managersApp, policy: { sets: ['prices' as const, 'receipt' as const], problem: null } }
  const { until, text, router } = await open('/settings/prices', { app, prices: scriptedPrices })
  await until(() => expect(document.querySelector('main fieldset')?.hasAttribute('disabled')).toBe(true))
  expect(text()).toContain('Set by policy')
  expect(text()).not.toContain('Save prices')
  await router.push('/settings/shop')
  await until(() => till!.field('Name'))
  expect(till!.field('Name').closest('fieldset')?.hasAttribute('disabled')).toBe(true)
  await till!.press('58 mm')
  await until(() => expect(till!.isOff('Save')).toBe(false))
})

test('leads back to the set-up if that leads here, else to the shop', async () => {
  const page = await mountTill('/settings/counter?setup')
  till = page
  await page.until(() => page.button('Continue the setup'))
  await page.press('Continue the setup')
  await page.until(() => expect(page.path()).toBe('/settings/shop-setup'))
  await page.router.push('/settings/counter')
  await page.until(() => expect(page.path()).toBe('/settings/counter'))
  expect(() => page.button('Continue the setup')).toThrow()
})
