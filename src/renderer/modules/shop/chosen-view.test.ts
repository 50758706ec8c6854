// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedVariant } from '../../../testing/fixtures/catalog.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const inputsOf = (name: string) => till.inputsOf(name) as Record<string, unknown>[]
const isChosen = (name: string): boolean => till.button(name).getAttribute('aria-checked') === 'true'

test('keeps the chosen view in the navigation, in a search and after a restart', async () => {
  till = await mountTill('/shop')
  await till.until(() => expect(isChosen('Brands')).toBe(true))
  await till.press('Products')
  await till.until(() => expect(isChosen('Products')).toBe(true))
  await till.press('Wallet')
  await till.until(() => expect(till.path()).toBe('/wallet'))
  await till.press('Shop')
  await till.until(() => expect(isChosen('Products')).toBe(true))
  expect(till.path()).toBe('/shop')
  await till.router.replace('/shop?q=vireo')
  await till.until(() => till.button('Both'))
  expect(isChosen('Products')).toBe(true)
  const { app } = till.scripted.script
  till.close()
  till = await mountTill('/shop', { app })
  await till.until(() => expect(isChosen('Products')).toBe(true))
  await till.press('Brands')
  await till.router.replace('/shop?q=vireo')
  await till.until(() => expect(isChosen('Both')).toBe(true))
})

test('applies a view chosen for a sort or for one search only there', async () => {
  till = await mountTill('/shop?sort=price')
  await till.until(() => expect(isChosen('Products')).toBe(true))
  await till.press('Brands')
  await till.until(() => expect(till.path()).toBe('/shop?sort=price&view=brands'))
  till.close()
  till = await mountTill('/shop?q=vireo', {
    variants: Array.from({ length: 7 }, (_, index) =>
      scriptedVariant({ sku: `v${index}`, brandSlug: `vireo-${index}`, brandName: `Vireo ${index}` }),
    ),
  })
  await till.until(() => till.button('Show all 7 products'))
  await till.press('Show all 7 products')
  await till.until(() => expect(till.path()).toBe('/shop?q=vireo&view=products'))
  await till.router.replace('/shop')
  await till.until(() => expect(isChosen('Brands')).toBe(true))
  expect(inputsOf('settings.set')).toEqual([])
})

test('shows the chosen view even if it cannot be saved', async () => {
  till = await mountTill('/shop', { fails: { 'settings.set': { code: 'internal' } } })
  await till.until(() => till.button('Products'))
  await till.press('Products')
  await till.until(() => expect(isChosen('Products')).toBe(true))
})
