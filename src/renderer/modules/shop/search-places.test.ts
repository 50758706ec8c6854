// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedVariant } from '../../../testing/fixtures/catalog.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const searched = (): unknown => till.inputsOf('catalog.search').at(-1)
const roam = scriptedVariant({
  sku: 'roam',
  country: 'AR',
  brandSlug: 'roam',
  brandName: 'Roam',
  productType: 'esim',
  supportedCountries: ['AR', 'CO', 'ES'],
  roaming: { country: 'PH', speeds: [] },
  durationDays: '30',
  shortNotes: 'esim trip to spain and colombia in europe',
  price: { fiatCurrency: 'USD', fiatValue: '29', stableCoinValue: '29' },
})
const plans = [roam, { ...roam, sku: 'roam-2' }, { ...roam, sku: 'wander', brandSlug: 'wander', brandName: 'Wander' }]
const brandLink = () => till.button(/^Roam from/)
const productLink = () => till.button(/^Roam .*30 days/)

test('carries the country of the search to the brand, the product and the receipt', async () => {
  till = await mountTill('/shop?q=esim%20spain&view=both', { variants: plans })
  await till.until(() => till.button('Country: Spain, from your search'))
  expect(searched()).toMatchObject({ text: 'esim spain', country: null, near: 'ES' })
  // The country comes with the counts of the results.
  await till.until(() => expect(brandLink().getAttribute('href')).toBe('#/brand/roam?country=ES'))
  expect(productLink().textContent).toContain('Spain and 2 more countries · 30 days')
  expect(productLink().textContent).not.toContain('Roaming')
  expect(productLink().getAttribute('href')).toBe('#/checkout/roam?country=ES')
  await till.router.push('/checkout/roam?country=ES')
  await till.until(() => expect(till.text()).toContain('eSIMs · Spain and 2 more countries'))
  expect(till.text()).not.toContain('Argentina')
  expect(till.text()).toContain('With + and the country code.')
  await till.router.push('/checkout/roam')
  await till.until(() => expect(till.text()).toContain('eSIMs · 3 countries'))
})

test('opens a brand in the country of the search, and its products too', async () => {
  till = await mountTill('/brand/roam?country=ES', { variants: plans })
  await till.until(() => till.button(/^\$29/))
  expect(till.text()).toContain('Spain and 2 more countries')
  expect(till.text()).not.toContain('Nothing is sold')
  expect(till.button(/^\$29/).getAttribute('href')).toBe('#/checkout/roam?country=ES')
})

test('a search that names a region looks in all countries, and opens a brand in one of the region', async () => {
  till = await mountTill('/shop?q=esim%20europe&view=both', { variants: plans })
  await till.until(() => till.button('Country: All countries, from your search'))
  expect(searched()).toMatchObject({ text: 'esim europe', country: null, near: null })
  // The country comes with the counts of the results.
  await till.until(() => expect(brandLink().getAttribute('href')).toBe('#/brand/roam?country=ES'))
  // No country of the region is meant more than another.
  expect(productLink().textContent).toContain('3 countries · 30 days')
  expect(productLink().getAttribute('href')).toBe('#/checkout/roam')
})

test('offers a readable search in each of several countries, and looks in all', async () => {
  till = await mountTill('/shop?q=esim%20trip%20to%20spain%20and%20colombia&view=both', {
    variants: plans,
  })
  await till.until(() => till.button('“esim trip” in Spain'))
  till.button('“esim trip” in Colombia')
  expect(searched()).toMatchObject({ country: null, near: 'ES' })
  // The country comes with the counts of the results.
  await till.until(() => expect(brandLink().getAttribute('href')).toBe('#/brand/roam?country=ES'))
})

test('understands a country with a typing error, says so, and searches as typed instead', async () => {
  till = await mountTill('/shop?q=esim%20sapin&view=both', {
    variants: plans,
    'catalog.meanings': ({ word }) => (word === 'sapin' ? ['spain'] : []),
  })
  await till.until(() => till.button('Country: Spain, from your search'))
  expect(searched()).toMatchObject({ text: 'esim Spain', country: null, near: 'ES' })
  await till.until(() => expect(till.text()).toContain('Showing results for “esim Spain”'))
  expect(till.text()).toContain('Shown for Spain.')
  await till.press('Search for “sapin” in Mexico instead')
  await till.until(() => till.button('Country: Mexico'))
  expect(searched()).toMatchObject({ text: 'esim sapin', country: 'MX' })
  expect(till.text()).not.toContain('Shown for Spain')
  // It holds for this text only.
  await till.type(/^Search brands/, 'sapin')
  await till.until(() => till.button('Country: Spain, from your search'))
})

test.each([
  ['the catalog has the word', []],
  ['another word of the catalog is as close', ['spain', 'satin']],
])('looks at home where %s', async (_, meanings) => {
  till = await mountTill('/shop?q=esim%20sapin&view=both', { variants: plans, 'catalog.meanings': meanings })
  await till.until(() => expect(searched()).toMatchObject({ text: 'esim sapin', country: 'MX' }))
  till.button('Country: Mexico')
})
