// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { noHome, scriptedApp } from '../../../testing/fixtures/app.ts'
import { scriptedVariant, scriptedVariants } from '../../../testing/fixtures/catalog.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const searched = (): unknown => till.inputsOf('catalog.search').at(-1)
const sol = (sku: string, country: string) =>
  scriptedVariant({ sku, country, brandSlug: 'sol', brandName: 'Sol', supportedCountries: [country] })
function option(name: string): HTMLElement {
  const found = [...document.querySelectorAll<HTMLElement>('[role="option"]')].find((one) =>
    one.textContent?.includes(name),
  )
  if (!found) throw new Error(`No option is named ${name}`)
  return found
}
const pressed = (name: string): string | null => till.button(name).getAttribute('data-state')

const plans = scriptedVariants.filter(({ brandSlug }) => brandSlug === 'vireo')

test('says how it corrected a typing mistake, and what nothing matches', async () => {
  till = await mountTill('/shop?q=vierio', {
    'catalog.search': {
      products: plans,
      ranked: 3,
      corrected: [{ typed: 'vierio', meant: ['vireo'], isBegun: false }],
    },
    'catalog.browse': { brands: [{ slug: 'vireo', name: 'Vireo Travel' }], total: 1 },
  })
  await till.until(() => expect(till.text()).toContain('Showing results for “vireo”'))
  expect(till.text()).toContain('No results for “vierio”.')
  expect(till.text()).toContain('its brands are invented')
  Object.assign(till.scripted.script, { 'catalog.search': {}, 'catalog.browse': {} })
  await till.type(/^Search brands/, 'vireo')
  await till.until(() => expect(till.text()).toContain('Results for “vireo”'))
  expect(till.text()).not.toContain('No results for')
  expect(till.text()).not.toContain('its brands are invented')
})

const lumo = (value: string) => ({ text: `lumo ${value} MXN`, words: 'lumo', currency: 'MXN', value })

test('says that nothing costs the typed amount, and links to the nearest ones', async () => {
  till = await mountTill('/shop?q=lumo%2080', {
    'catalog.search': ({ text }) =>
      text === 'lumo 80' ? { nearest: { typed: '80', searches: [lumo('50'), lumo('100')] } } : {},
  })
  await till.until(() => expect(till.text()).toContain('Nothing costs 80. Closest:'))
  expect(till.text()).toContain('No results')
  await till.press('lumo MX$100')
  await till.until(() => expect(till.path()).toBe('/shop?q=lumo+100+MXN'))
  await till.until(() => expect(till.text()).not.toContain('Nothing costs'))
})

test('narrows a phone number’s products by the text beside it, and carries the number on', async () => {
  till = await mountTill('/shop?q=sol%20%2B57%20300%20123%204567', {
    variants: [
      sol('c', 'CO'),
      sol('m', 'MX'),
      scriptedVariant({ sku: 'o', country: 'CO', brandSlug: 'other', brandName: 'Other' }),
    ],
  })
  await till.until(() => expect(till.text()).toContain('“sol” in Colombia'))
  await till.until(() => till.button(/^Sol/))
  expect(searched()).toMatchObject({ text: 'sol', country: 'CO', type: 'topup' })
  await till.until(() => expect(till.text()).toContain('For +57 300 1234567.'))
  await till.router.push('/checkout/c')
  await till.until(() => expect(till.field('Phone number').value).toBe('+573001234567'))
})

test('links to all top-ups if the text matches none for the number', async () => {
  till = await mountTill('/shop?q=aa%20%2B573001234567', { variants: [sol('c', 'CO')] })
  await till.until(() => expect(till.text()).toContain('No “aa” top-ups for Colombia.'))
  await till.press('All top-ups for this number')
  await till.until(() => till.button(/^Sol/))
  expect(till.path()).toBe('/shop?q=%2B573001234567')
})

test('shows a number’s country in the top bar until another is chosen', async () => {
  till = await mountTill('/shop?q=sol%20%2B573001234567', { ...noHome, variants: [sol('c', 'CO'), sol('m', 'MX')] })
  await till.until(() => till.button('Country: Colombia, from your search'))
  await till.press(/^Country: Colombia/)
  const mexico = await till.until(() => option('Mexico'))
  mexico.click()
  await till.until(() => expect(till.path()).toBe('/shop?q=sol'))
  till.button('Country: Mexico')
})

test('shows a country that the search names in the top bar if none is chosen', async () => {
  till = await mountTill('/shop?q=sol%20Colombia', { ...noHome, variants: [sol('c', 'CO')] })
  await till.until(() => till.button('Country: Colombia, from your search'))
  await till.router.push('/wallet')
  await till.until(() => till.button('Country: All countries'))
})

test('shows brands and products for a text until one of them is chosen', async () => {
  till = await mountTill('/shop?q=vireo')
  await till.until(() => expect(pressed('Both')).toBe('checked'))
  await till.press('Products')
  await till.until(() => expect(pressed('Products')).toBe('checked'))
  await till.press('Both')
  await till.until(() => expect(pressed('Both')).toBe('checked'))
  await till.router.replace('/shop')
  await till.until(() => expect(pressed('Brands')).toBe('checked'))
  expect(() => till.button('Both')).toThrow()
})

test('says that a requested refresh is impossible offline, and the catalog’s age', async () => {
  till = await mountTill('/shop')
  await till.until(() => till.button('Refresh the catalog'))
  till.scripted.script.fails = { 'catalog.refresh': { code: 'offline' } }
  await till.press('Refresh the catalog')
  await till.until(() => expect(till.text()).toMatch(/Not refreshed\. Catalog as of .*\d:\d\d/))
})

test('says until when the service asks to wait with a requested refresh', async () => {
  till = await mountTill('/shop')
  await till.until(() => till.button('Refresh the catalog'))
  const details = { until: Date.now() + 600_000 }
  till.scripted.script.fails = { 'catalog.refresh': { code: 'service-rate-limited', details } }
  await till.press('Refresh the catalog')
  await till.until(() => expect(till.text()).toMatch(/Refresh again after .*\d:\d\d/))
})

test('keeps the filters in the open dialog when the URL changes', async () => {
  till = await mountTill('/shop')
  await till.until(() => till.button(/^Filters/))
  await till.press(/^Filters/)
  const shown = (): string[] =>
    [...document.querySelectorAll('[role="dialog"] p[aria-hidden="true"]')].map((one) => one.textContent ?? '')
  await till.until(() => expect(shown().length).toBeGreaterThan(2))
  const before = shown()
  await till.router.replace('/shop?q=zzz')
  await till.until(() => expect(till.text()).toContain('No results'))
  await till.until(() => expect(till.text()).toContain('Show 0 products'))
  expect(shown()).toEqual(before)
})

test('marks the search text in brands and products, and a price that equals the typed amount', async () => {
  const marked = (): (string | null)[] =>
    [...document.querySelectorAll('[data-results] mark')].map((mark) => mark.textContent)
  for (const view of ['brands', 'products']) {
    till = await mountTill(`/shop?q=mov&view=${view}`)
    await till.until(() => expect(new Set(marked())).toEqual(new Set(['Móv'])))
    till.close()
  }
  till = await mountTill('/shop?q=lumo%20100&view=products')
  await till.until(() => expect(marked()).toContain('MX$100'))
})

const enter = (): Promise<void> => till.submit('Search brands, products, amounts or a phone number')
const type = (text: string): Promise<void> => till.type('Search brands, products, amounts or a phone number', text)

test('Enter opens the first hit, once the answer to what was typed has come', async () => {
  till = await mountTill('/shop')
  await till.until(() => till.button(/^Vireo Travel/))
  till.field('Search brands, products, amounts or a phone number').focus()
  await type('vireo')
  await enter()
  await till.until(() => expect(till.path()).toBe('/brand/vireo'))
  // A keyboard goes on in what it opened.
  await till.until(() => expect(document.activeElement?.id).toBe('main'))
})

test('Enter opens the checkout if only one product matches', async () => {
  till = await mountTill('/shop', { variants: [sol('only', 'MX')] })
  await till.until(() => till.button(/^Sol/))
  await type('sol')
  await enter()
  await till.until(() => expect(till.path()).toBe('/checkout/only'))
})

test('Enter opens nothing of an older search, and typing on takes it back', async () => {
  till = await mountTill('/shop?q=vireo')
  await till.until(() => till.button(/^Vireo Travel/))
  const browsing = till.hold('catalog.search')
  await type('lumo')
  await enter()
  await till.until(() => expect(browsing.waiting()).toBe(1))
  expect(till.path()).toBe('/shop?q=lumo')
  await type('lumos')
  browsing.answer(0)
  await till.until(() => expect(browsing.waiting()).toBe(1))
  browsing.answer(0)
  await till.until(() => expect(till.text()).toContain('No results for “lumos”'))
  expect(till.path()).toBe('/shop?q=lumos')
})

test('Enter on a number opens nothing of the search before, while the number is still being read', async () => {
  till = await mountTill('/shop?q=vireo')
  await till.until(() => till.button(/^Vireo Travel/))
  const reading = till.hold('phone.find')
  await type('55 1234 5678')
  await enter()
  await till.until(() => expect(reading.waiting()).toBe(1))
  expect(till.path()).toBe('/shop?q=55+1234+5678')
  reading.answer(0)
  // Of several operators, none is meant more than another.
  await till.until(() => expect(document.activeElement?.textContent).toContain('Lumo'))
  expect(document.activeElement?.closest('[data-results]')).not.toBeNull()
  expect(till.path()).toBe('/shop?q=55+1234+5678')
})

test('Enter on a number opens the only operator', async () => {
  till = await mountTill('/shop', { variants: [sol('a', 'MX'), sol('b', 'MX')] })
  await till.until(() => till.button(/^Sol/))
  await type('55 1234 5678')
  await enter()
  await till.until(() => expect(till.path()).toBe('/brand/sol?country=MX'))
})

const vireo = {
  slug: 'vireo',
  name: 'Vireo Travel',
  image: null,
  productTypes: ['esim'],
  countries: ['MX'],
  variants: 3,
  from: { fiatCurrency: 'USD', fiatValue: '3', stableCoinCurrency: 'USD', stableCoinValue: '3' },
}

test('offers the nearest brands and what else there is where nothing is found; Enter only moves to them', async () => {
  till = await mountTill('/shop?q=viriox', { 'catalog.nearest': [{ ...vireo, countries: ['CO'] }] })
  await till.until(() => till.button(/^Vireo Travel eSIMs · similar name · not sold in Mexico from \$3/))
  expect(till.text()).toContain('No results for “viriox”')
  expect(till.inputsOf('catalog.nearest')).toEqual([{ text: 'viriox', country: 'MX' }])
  expect(till.text()).toContain('Browse instead')
  expect(till.button('Gift cards 112 products').getAttribute('href')).toBe('#/shop?type=gift_card')
  await enter()
  await till.until(() => expect(document.activeElement).toBe(till.button(/^Vireo Travel/)))
  expect(till.path()).toBe('/shop?q=viriox')
})

test('does not call the brand of exactly that name similar', async () => {
  till = await mountTill('/shop?q=Viriox', { 'catalog.nearest': [{ ...vireo, name: 'Viriox' }] })
  await till.until(() => till.button(/^Viriox eSIMs from \$3/))
})

test('offers categories where no brand is alike, and says first that the brands are invented', async () => {
  till = await mountTill('/shop?q=amazn', { 'catalog.nearest': [] })
  const main = await till.until(() => {
    expect(till.text()).toContain('Browse instead')
    return till.text()
  })
  const order = ['its brands are invented', 'Browse instead', 'Gift cards'].map((text) => main.indexOf(text))
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(main).not.toContain('come closest')
  expect(main.split('its brands are invented')).toHaveLength(2)
  await enter()
  await till.until(() => expect(document.activeElement?.textContent).toContain('Gift cards'))
})

test('writes an amount that nothing costs with its currency’s sign, as the prices beside it', async () => {
  const nearest = { typed: '15 BRL', searches: [{ text: '20 BRL', words: '', currency: 'BRL', value: '20' }] }
  till = await mountTill('/shop?q=15%20reais', { 'catalog.search': { nearest } })
  await till.until(() => till.button('R$20'))
  expect(till.text()).toContain('Nothing costs R$15. Closest:')
})

const inSpanish = { ...scriptedApp, settings: { ...scriptedApp.settings, locale: 'es' as const } }

test('“$” is the money that the screen writes so; other text says nothing about it', async () => {
  till = await mountTill('/shop?q=%2450', { app: inSpanish })
  await till.until(() => expect(searched()).toMatchObject({ text: '$50', dollarSign: 'MXN' }))
  await till.type(/^Busca marcas/, '50 USD')
  await till.until(() => expect(searched()).toMatchObject({ text: '50 USD', dollarSign: null }))
  till.close()
  till = await mountTill('/shop?q=%2450')
  await till.until(() => expect(searched()).toMatchObject({ text: '$50', dollarSign: 'USD' }))
})

test('says what the products cost where nothing costs the amount in the reader’s money', async () => {
  const nearest = { typed: '20 MXN', isThere: false, instead: '20 USD', searches: [] }
  till = await mountTill('/shop?q=%2420', { app: inSpanish, 'catalog.search': { nearest, products: plans, ranked: 3 } })
  await till.until(() => expect(till.text()).toMatch(/Nada cuesta \$20\. Estos productos cuestan USD\s20\./))
  expect(till.text()).not.toContain('Cerca de')
  Object.assign(till.scripted.script, {
    'catalog.search': { nearest: { ...nearest, searches: [lumo('30')] }, products: plans, ranked: 3 },
  })
  await till.type(/^Busca marcas/, '20 $')
  await till.until(() => expect(till.text()).toMatch(/cuestan USD\s20\. Cerca de \$20:/))
  till.button('lumo $30')
})

test('says of an amount that nothing costs it, not that its name is unknown', async () => {
  till = await mountTill('/shop?q=500%20dollars', {
    'catalog.search': {
      nearest: { typed: '500 USD', searches: [{ text: '100 USD', words: '', currency: 'USD', value: '100' }] },
    },
  })
  await till.until(() => till.button('$100'))
  await till.until(() => expect(till.text()).toContain('Your country is set to Mexico.'))
  expect(till.text()).toContain('Nothing costs 500 USD. Closest:')
  expect(till.text()).not.toContain('by this name')
})

test('says which word was left out of the search', async () => {
  till = await mountTill('/shop?q=recarga%20telcel', {
    'catalog.search': { products: plans, ranked: 3, corrected: [{ typed: 'telcel', meant: [], isBegun: false }] },
  })
  await till.until(() => expect(till.text()).toContain('Showing results for “recarga”'))
  expect(till.text()).toContain('“telcel”')
})

test('names the whole word for one whose end is missing', async () => {
  till = await mountTill('/shop?q=vire', {
    'catalog.search': { products: plans, ranked: 3, corrected: [{ typed: 'vire', meant: ['vireo'], isBegun: true }] },
  })
  await till.until(() => expect(till.text()).toContain('Results for “vireo”'))
  expect(till.text()).not.toContain('No results for')
})

test('says what the numbers beside the filters count', async () => {
  till = await mountTill('/shop')
  await till.until(() => expect(till.text()).toMatch(/\d+ brands · \d+ products/))
})

test('says that a service of play money has invented brands, and nothing of the kind about another', async () => {
  const { profile } = scriptedApp
  const of = (playMoney: boolean) => ({ app: { ...scriptedApp, profile: profile && { ...profile, playMoney } } })
  till = await mountTill('/shop?q=zzz', of(true))
  await till.until(() => expect(till.text()).toContain('its brands are invented'))
  till.close()
  const corrected = [{ typed: 'telcel', meant: [], isBegun: false }]
  till = await mountTill('/shop?q=recarga%20telcel', {
    ...of(false),
    'catalog.search': { products: plans, ranked: 3, corrected },
  })
  await till.until(() => expect(till.text()).toContain('No results for “telcel”.'))
  expect(till.text()).not.toContain('invented')
  till.close()
  till = await mountTill('/shop?q=zzz', of(false))
  await till.until(() => expect(till.text()).toContain('Search also takes'))
  expect(till.text()).not.toContain('invented')
})

test('asks which of the possible countries a bare number is from, and goes on there', async () => {
  till = await mountTill('/shop?q=5512345678', { ...noHome, 'phone.countries': { countries: ['MX', 'BV', 'ZZ'] } })
  await till.until(() => expect(till.text()).toContain('Which country is this number from?'))
  // Nothing is sold in the others.
  expect(document.querySelectorAll('main [aria-label="Which country is this number from?"] button')).toHaveLength(1)
  await till.press('Mexico 214 products')
  await till.until(() => expect(till.text()).toContain('Top up a number in Mexico'))
})

test('says first that a digit is missing at home, then where else the number may be from', async () => {
  till = await mountTill('/shop?q=55%201234%20567', { 'phone.countries': { countries: ['CO'], problem: 'too-short' } })
  await till.until(() =>
    expect(till.text()).toContain('This number is too short for Mexico: check whether a digit is missing.'),
  )
  expect(till.inputsOf('phone.countries').at(-1)).toMatchObject({ near: 'MX' })
  expect(till.text()).not.toContain('Which country')
  await till.until(() => till.button(/^Colombia/))
})

test('offers the other countries of a number typed without +', async () => {
  const home = { app: { ...scriptedApp, settings: { ...scriptedApp.settings, homeCountry: 'US' } } }
  till = await mountTill('/shop?q=5512345678', { ...home, variants: [sol('u', 'US'), sol('m', 'MX')] })
  await till.until(() => expect(till.text()).toContain('Is it a number from elsewhere?'))
  expect(till.text()).toContain('Top up a number in the United States')
  await till.press(/^Mexico \+52/)
  await till.until(() => expect(till.text()).toContain('Top up a number in Mexico'))
  expect(till.path()).toBe('/shop?q=%2B525512345678')
  expect(till.text()).not.toContain('Is it a number from elsewhere?')
})

test('a search that names another country is not confined to the one where the person is', async () => {
  till = await mountTill('/shop?q=sol%20spain', { variants: [sol('m', 'MX'), sol('e', 'ES')] })
  await till.until(() => till.button('Country: Spain, from your search'))
  expect(searched()).toMatchObject({ text: 'sol spain', country: null })
  // The results are for Spain already.
  expect(till.text()).not.toContain('“sol” in Spain')
})
