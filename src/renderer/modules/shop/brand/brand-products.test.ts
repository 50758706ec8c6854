// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { noHome } from '../../../../testing/fixtures/app.ts'
import { pricedIn, sol } from '../../../../testing/fixtures/sol.ts'
import { mountTill, type MountedTill } from '../../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const brand = [
  sol('a', 'MX', pricedIn('MXN', '10')),
  sol('b', 'CO', pricedIn('COP', '10')),
  sol('c', 'AR', pricedIn('ARS', '10')),
]
const prices = (): string[] =>
  [...document.querySelectorAll('main section[aria-label] li a')].map((one) => one.textContent?.trim() ?? '')

test('points at the product that a link names, also behind “show all”, and starts no checkout', async () => {
  const many = Array.from({ length: 40 }, (_, index) => sol(`s${index}`, 'MX', pricedIn('MXN', String(index + 1))))
  till = await mountTill('/brand/sol?product=s39&country=MX', { variants: many })
  const named = await till.until(() => document.querySelector('main [aria-current="true"]') ?? expect.fail('none'))
  expect(named.textContent).toContain('MX$40')
  expect(document.querySelectorAll('main [aria-current="true"]')).toHaveLength(1)
  expect(till.inputsOf('catalog.variant')).toEqual([])
  await till.router.push('/brand/sol?product=s1&country=MX')
  await till.until(() => expect(document.querySelector('main [aria-current="true"]')?.textContent).toContain('MX$2'))
})

test('shortens a long list until the rest is requested', async () => {
  const many = Array.from({ length: 60 }, (_, index) => sol(`s${index}`, 'MX', pricedIn('MXN', String(index + 1))))
  till = await mountTill('/brand/sol', { variants: many })
  await till.until(() => expect(prices()).toHaveLength(24))
  await till.press('Show all 60')
  expect(prices()).toHaveLength(60)
})

test('shows once what all products share', async () => {
  const plan = (sku: string, gigabytes: string) =>
    sol(sku, 'MX', {
      data: { gigabytes, unlimited: false, speeds: ['4G'] },
      durationDays: '30',
      roaming: { country: 'US', speeds: ['3G'] },
      notes: 'Needs an unlocked phone.',
    })
  const credit = { shortNotes: 'Credit for calls' }
  const main = (): string => document.querySelector('main')?.textContent ?? ''
  till = await mountTill('/brand/sol', {
    variants: [plan('a', '1'), plan('b', '5'), sol('c', 'MX', credit), sol('d', 'MX', credit)],
  })
  await till.until(() => till.button(/^MX\$100 5 GB ≈ 5\.42 USDC$/))
  for (const words of ['30 days', '4G', '3G while roaming', 'Needs an unlocked phone.', 'Credit for calls']) {
    expect([words, main().split(words).length]).toEqual([words, 2])
  }
  till.close()
  const always = { shortNotes: 'Always fails' }
  const both = [sol('a', 'MX', always), sol('b', 'MX', always), sol('c', 'MX', { ...always, productType: 'gift_card' })]
  till = await mountTill('/brand/sol', { variants: both })
  await till.until(() => expect(prices()).toHaveLength(3))
  expect(main().split('Always fails')).toHaveLength(2)
})

test('shows a brand of several countries one country at a time, the home country first', async () => {
  till = await mountTill('/brand/sol', { variants: brand })
  await till.until(() => till.button(/^MX\$10 ≈/))
  await till.until(() => expect(prices()).toEqual(['MX$10≈ 1.00\u00a0USDC']))
  till.button('In Mexico, choose another country')
})

test('asks for the country of a brand if none fits, instead of choosing the first by name', async () => {
  till = await mountTill('/brand/sol', { variants: brand, ...noHome })
  await till.until(() => expect(till.text()).toContain('Where will it be used?'))
  expect(prices()).toEqual([])
  await till.press('Colombia 1 product')
  await till.until(() => till.button(/^COP\s10 ≈ /))
  expect(till.path()).toBe('/brand/sol?country=CO')
})

test('offers the countries where a brand sells most, and all others by name', async () => {
  const codes = ['AR', 'BR', 'CL', 'CO', 'CR', 'DO', 'EC', 'ES', 'FR', 'GT', 'HN', 'MX', 'PE', 'US']
  const many = codes.map((iso2) => sol(iso2, iso2, pricedIn('USD', '10')))
  till = await mountTill('/brand/sol', { variants: [...many, sol('more', 'US', pricedIn('USD', '20'))], ...noHome })
  await till.until(() => till.button('United States 2 products'))
  expect(document.querySelectorAll('main section li button')).toHaveLength(12)
  await till.press('All 14 countries')
  await till.until(() => expect(document.querySelectorAll('[role="option"]')).toHaveLength(14))
})

test('selects another country of a brand by name', async () => {
  till = await mountTill('/brand/sol?country=AR', { variants: brand })
  await till.until(() => till.button('In Argentina, choose another country'))
  await till.press('In Argentina, choose another country')
  const option = (name: RegExp) =>
    [...document.querySelectorAll<HTMLElement>('[role="option"]')].find((one) => name.test(one.textContent ?? ''))
  await till.until(() => expect(option(/^ *Colombia.*1 product/)).toBeDefined())
  expect(document.querySelectorAll('[role="option"]')).toHaveLength(3)
  option(/Colombia/)?.click()
  await till.until(() => till.button(/^COP\s10 ≈ /))
  expect(till.path()).toBe('/brand/sol?country=CO')
  expect(prices()).toHaveLength(1)
})

test('says that a brand is not sold in the chosen country, and where it is', async () => {
  till = await mountTill('/brand/sol?country=US', { variants: brand })
  await till.until(() => till.button(/^MX\$10 ≈/))
  expect(till.text()).toContain('Nothing is sold for the United States. Showing prices for Mexico.')
  till.close()
  till = await mountTill('/brand/sol?country=US', { variants: brand, ...noHome })
  await till.until(() => till.button('Mexico 1 product'))
  expect(till.text()).toMatch(/Nothing is sold for the United States\.\s?Where will it be used\?/)
})

test('separates variants for several countries and keeps them reachable from each country', async () => {
  const world = sol('w', 'US', { ...pricedIn('USD', '35'), supportedCountries: ['US', 'MX', 'CO', 'AR'] })
  till = await mountTill('/brand/sol?country=AR', { variants: [...brand, world] })
  await till.until(() => till.button(/^ARS\s10 ≈ /))
  const headings = [...document.querySelectorAll('main section h2')].map((one) => one.textContent)
  expect(headings.slice(0, 2)).toEqual(['Amounts', 'For several countries'])
  await till.until(() => till.button(/^\$35 Argentina and 3 more countries ≈ MX\$18\.45 ≈ 1\.00 USDC$/))
})

test('asks for no country if all products of a brand work everywhere', async () => {
  const everywhere = { supportedCountries: ['MX', 'US', 'CO'] }
  till = await mountTill('/brand/sol', { variants: [sol('a', 'MX', everywhere), sol('b', 'MX', everywhere)] })
  await till.until(() => expect(prices()).toHaveLength(2))
  expect(() => till.button(/^In /)).toThrow()
})
