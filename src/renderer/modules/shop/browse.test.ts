// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, expect, test, vi } from 'vitest'
import { scriptedApp } from '../../../testing/fixtures/app.ts'
import { scriptedVariant } from '../../../testing/fixtures/catalog.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => {
  vi.useRealTimers()
  till.close()
})

const inputsOf = (name: string) => till.inputsOf(name) as Record<string, unknown>[]
const product = (sku: string, given: Partial<Parameters<typeof scriptedVariant>[0]> = {}) =>
  scriptedVariant({ sku, brandSlug: 'sol', brandName: 'Sol', ...given })
const coins = (stableCoinValue: string, fiatValue = stableCoinValue) => ({
  price: { fiatCurrency: 'MXN', fiatValue, stableCoinCurrency: 'USDC', stableCoinValue },
})
const gigabytes = (amount: string) => ({ data: { gigabytes: amount, unlimited: false, speeds: [] } })
const card = (sku: string, given: Partial<Parameters<typeof scriptedVariant>[0]> = {}) =>
  product(sku, { brandSlug: 'aa', brandName: 'Aa Games', productType: 'gift_card', ...given })
const options = (label: string): string[] =>
  [...document.querySelectorAll(`select[aria-label="${label}"] option`)].map((one) =>
    (one.textContent ?? '').replace(/\s+/g, ' ').trim(),
  )
async function select(label: string, value: string): Promise<void> {
  const list = document.querySelector<HTMLSelectElement>(`select[aria-label="${label}"]`)!
  list.value = value
  list.dispatchEvent(new Event('change', { bubbles: true }))
  await till.until(() => undefined)
}
/** Returns the text of each link in the results. */
const rows = (): string[] =>
  [...document.querySelectorAll('[data-results] li a')].map((one) =>
    (one.textContent ?? '').replace(/\s+/g, ' ').trim(),
  )

test('asks for counts once the results are shown', async () => {
  till = await mountTill('/shop')
  await till.until(() => expect(inputsOf('catalog.facets').length).toBeGreaterThan(0))
  const results = till.hold('catalog.browse')
  const before = inputsOf('catalog.facets').length
  await till.press(/^Gift cards/)
  await till.until(() => expect(results.waiting()).toBe(1))
  expect(inputsOf('catalog.facets')).toHaveLength(before)
  results.answer(0)
  await till.until(() =>
    expect(inputsOf('catalog.facets').at(-1)).toMatchObject({ type: 'gift_card', currency: 'MXN' }),
  )
})

test('queues only the newest question while one is running, and keeps the old results', async () => {
  till = await mountTill('/shop')
  await till.until(() => till.button(/^Casa Market/))
  const results = till.hold('catalog.search')
  for (const text of ['v', 'vi', 'vire', 'vireo']) await till.router.replace(`/shop?q=${text}`)
  expect(results.waiting()).toBe(1)
  till.button(/^Casa Market/)
  results.answer(0)
  await till.until(() => expect(results.waiting()).toBe(1))
  results.answer(0)
  await till.until(() => expect(till.text()).toContain('3 products found'))
  expect(inputsOf('catalog.search').map(({ text }) => text)).toEqual(['v', 'vireo'])
})

test('sends one request for each key typed, and counts once the typing pauses', async () => {
  till = await mountTill('/shop')
  await till.until(() => expect(inputsOf('catalog.facets')).toHaveLength(1))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { requests } = till.scripted
  for (const text of ['v', 'vi', 'vix', 'vir']) {
    const before = requests.length
    await till.type(/^Search brands/, text)
    for (let turns = 0; turns < 10; turns++) await flushPromises()
    vi.advanceTimersByTime(200)
    expect(requests.slice(before)).toMatchObject([{ name: 'catalog.search', input: { text, brandsFrom: 0 } }])
  }
  vi.advanceTimersByTime(100)
  vi.useRealTimers()
  await till.until(() => expect(inputsOf('catalog.facets').at(-1)?.['text']).toBe('vir'))
  expect(inputsOf('catalog.facets')).toHaveLength(2)
  expect(inputsOf('catalog.nearest')).toEqual([])
})

test('sets a price range in the country’s currency and shows it as a removable chip', async () => {
  till = await mountTill('/shop', {
    'catalog.facets': {
      prices: [
        { from: null, to: 50, count: 1 },
        { from: 100, to: 250, count: 2 },
      ],
    },
  })
  await till.until(() => expect(options('Price in Mexican pesos').length).toBeGreaterThan(1))
  expect(options('Price in Mexican pesos')).toEqual(['Price', 'up to MX$50 1', 'MX$100–250 2'])
  await select('Price in Mexican pesos', 'MXN-50')
  await till.until(() => expect(till.path()).toBe('/shop?price=MXN-50'))
  await till.until(() =>
    expect(inputsOf('catalog.browse').at(-1)).toMatchObject({ price: { currency: 'MXN', from: null, to: 50 } }),
  )
  await till.until(() => till.button('Remove filter: up to MX$50'))
  await till.press('Remove filter: up to MX$50')
  await till.until(() => expect(till.path()).toBe('/shop'))
})

test('shows prices in dollars without a country, and keeps the currency of a chosen range', async () => {
  const settings = { ...scriptedApp.settings, homeCountry: null }
  const prices = [null, 10].map((from) => ({ from, to: null, count: 1 }))
  till = await mountTill('/shop', { app: { ...scriptedApp, settings }, 'catalog.facets': { prices } })
  await till.until(() => expect(inputsOf('catalog.facets').at(-1)).toMatchObject({ currency: 'USD' }))
  await till.until(() => expect(options('Price in US dollars')[0]).toBe('Price'))
  await till.router.replace('/shop?price=EUR10-25')
  await till.until(() => expect(inputsOf('catalog.facets').at(-1)).toMatchObject({ currency: 'EUR' }))
})

test('clears several filters at once and keeps the search', async () => {
  till = await mountTill('/shop?q=aa&category=zoo&data=5to20&unlimited=1', {
    variants: [card('a', { categories: ['zoo'] })],
  })
  await till.until(() => till.button('Remove filter: 5–20 GB'))
  till.button('Remove filter: Unlimited')
  await till.press('Clear all filters')
  await till.until(() => expect(till.path()).toBe('/shop?q=aa'))
})

test('ignores invalid filters in the URL', async () => {
  till = await mountTill('/shop?price=many&data=huge&validity=ever&unlimited=yes&sort=odd&view=none')
  await till.until(() => till.button(/^Casa Market/))
  expect(inputsOf('catalog.browse')[0]).toMatchObject({
    price: null,
    data: null,
    validity: null,
    unlimited: false,
    sort: 'best',
  })
})

test('shows only filters that narrow the results, and disables a choice that leaves nothing', async () => {
  till = await mountTill('/shop', {
    variants: [card('a', { categories: ['zoo'] }), product('b', { categories: ['zoo'] })],
  })
  await till.until(() => till.button(/^Gift cards/))
  expect(options('Category')).toEqual([])
  till.close()
  till = await mountTill('/shop?category=apps', {
    variants: [
      card('a', { categories: ['zoo'] }),
      product('b', { categories: ['apps'] }),
      card('c', { categories: ['apps'] }),
    ],
  })
  await till.until(() => expect(options('Category')).toEqual(['Category', 'Apps', 'Zoo 1']))
  till.scripted.script.variants = till.scripted.script.variants.filter(({ sku }) => sku !== 'c')
  await till.router.replace('/shop?category=apps&q=sol')
  await till.router.replace('/shop?category=apps')
  await till.until(() => expect(options('Category')).toEqual(['Category', 'Apps', 'Zoo 1']))
})

test('counts the results on screen even if another question came and went before its count', async () => {
  const variants = [card('a', { categories: ['zoo'] }), product('b', { categories: ['apps'] })]
  till = await mountTill('/shop?category=apps', { variants })
  await till.until(() => expect(options('Category')).toEqual(['Category', 'Apps', 'Zoo 1']))
  const counts = till.hold('catalog.facets')
  await till.router.replace('/shop?category=apps&q=sol')
  await till.until(() => expect(counts.waiting()).toBe(1))
  await till.router.replace('/shop?category=apps')
  await till.until(() => expect(till.path()).toBe('/shop?category=apps'))
  counts.answer(0)
  await till.until(() => expect(counts.waiting()).toBe(1))
  counts.answer(0)
  await till.until(() => expect(options('Category')).toEqual(['Category', 'Apps', 'Zoo 1']))
})

test('keeps a type without matches in place, disabled', async () => {
  till = await mountTill('/shop?type=topup', { variants: [card('a'), product('b', { categories: ['x'] })] })
  await till.until(() => till.button(/^Gift cards 1$/))
  await till.router.replace('/shop?type=topup&category=x')
  await till.until(() => expect(till.button(/^Gift cards 0$/).hasAttribute('disabled')).toBe(true))
})

test('shows single products with their price per GB when sorted by value', async () => {
  const variants = [
    product('a', { ...coins('2.1'), ...gigabytes('5') }),
    product('b', { ...coins('1'), ...gigabytes('10') }),
  ]
  till = await mountTill('/shop', {
    variants: [card('c', coins('3')), ...variants],
    'catalog.facets': { data: [{ value: '1to5', count: 1 }] },
    'catalog.search': ({ sort }) => (sort === 'perGB' ? { products: variants.toReversed(), ranked: 2 } : {}),
  })
  await till.until(() => expect(options('Sort by')).toContain('Price per GB'))
  await select('Sort by', 'perGB')
  await till.until(() => expect(till.path()).toBe('/shop?sort=perGB'))
  await till.until(() => expect(rows()).toHaveLength(2))
  expect(rows()[0]).toContain('0.10 USDC per GB')
  expect(rows()[1]).toContain('0.42 USDC per GB')
  expect(till.button('Products').getAttribute('aria-checked')).toBe('true')
})

test('offers no sorts by value without plans', async () => {
  till = await mountTill('/shop', { variants: [card('a'), product('b')] })
  await till.until(() => till.button(/^Gift cards/))
  expect(options('Sort by')).toEqual(['Best match', 'Lowest price', 'Most popular', 'Name'])
})

test('keeps the chosen view in the URL and asks only for what it shows', async () => {
  till = await mountTill('/shop?view=products', { variants: [card('a'), product('b')] })
  await till.until(() => expect(rows()).toHaveLength(2))
  expect(inputsOf('catalog.browse')).toEqual([])
  expect(till.text()).toContain('2 products')
  await till.press('Brands')
  await till.until(() => expect(till.path()).toBe('/shop'))
  await till.until(() => till.button(/^Aa Games from/))
})

test('marks the search text, with or without accents', async () => {
  till = await mountTill('/shop?q=mov')
  await till.until(() => expect(document.querySelector('[data-results] mark')?.textContent).toBe('Móv'))
})

test('says that it shows the best if there are more products than pages', async () => {
  const many = Array.from({ length: 1200 }, (_, index) => product(`s${index}`))
  till = await mountTill('/shop?q=sol&view=products', { variants: many })
  await till.until(() => expect(till.text()).toContain('The best 1,000 of 1,200 products found'))
})

test('says of a single product that it is the best of all', async () => {
  const script = { variants: [product('a')], 'catalog.search': { ranked: 1 }, 'catalog.facets': { total: 3 } }
  till = await mountTill('/shop?q=sol&view=products', script)
  await till.until(() => expect(till.text()).toContain('The best of 3 products found'))
})

test('says what there is without the filters if they leave nothing', async () => {
  till = await mountTill('/shop?q=sol&data=over20', {
    variants: [product('a'), product('b')],
    'catalog.search': ({ data }) => (data === null ? {} : { products: [], ranked: 0 }),
    'catalog.browse': ({ data }) => (data === null ? {} : { brands: [], total: 0 }),
    'catalog.facets': ({ data }) => (data === null ? {} : { total: 0 }),
  })
  await till.until(() =>
    expect(till.text()).toContain('Nothing is found with these filters. Your country is set to Mexico.'),
  )
  await till.until(() => till.button('Remove the filters: 2 products'))
  await till.press('Remove the filters: 2 products')
  await till.until(() => expect(till.path()).toBe('/shop?q=sol'))
})

test('links to the countries that have what is missing here', async () => {
  till = await mountTill('/shop?q=sol', { variants: [card('a'), product('b', { country: 'ES' })] })
  await till.until(() => till.button(/^Spain 1 product$/))
  await till.press(/^Spain 1 product$/)
  await till.until(() => expect(rows()[0]).toContain('Sol'))
  expect(inputsOf('catalog.search').at(-1)).toMatchObject({ country: 'ES', text: 'sol' })
})

test('carries a phone number through filters and sorts into the checkout', async () => {
  const there = { country: 'CO', ...coins('1') }
  till = await mountTill('/shop?q=%2B57%20300%20123%204567', {
    variants: [product('a', there), product('b', { ...there, brandSlug: 'z', brandName: 'Zed', categories: ['x'] })],
  })
  await till.until(() => till.button(/^Zed/))
  await select('Sort by', 'price')
  await till.router.replace({ query: { ...till.router.currentRoute.value.query, category: 'x' } })
  await till.until(() => expect(rows()).toHaveLength(1))
  expect(inputsOf('catalog.search').at(-1)).toMatchObject({
    country: 'CO',
    type: 'topup',
    category: 'x',
    sort: 'price',
  })
  await till.press(/^Zed/)
  await till.until(() => expect(till.field('Phone number').value).toBe('+573001234567'))
})

test('shows how many matches each country has', async () => {
  till = await mountTill('/shop?type=gift_card', {
    variants: [card('a'), card('b', { country: 'ES' }), product('c', { country: 'CO' })],
  })
  await till.until(() => till.button(/^Aa Games/))
  await till.until(() => expect(inputsOf('catalog.facets')).not.toEqual([]))
  await till.press(/^Country: Mexico/)
  const option = (name: string) =>
    [...document.querySelectorAll('[role="option"]')]
      .map((one) => one.textContent ?? '')
      .find((one) => one.includes(name))
  await till.until(() => expect(option('Spain')).toMatch(/\+34.*1 product/))
  expect(option('Colombia')).toContain('no matches')
})

test('shows the progress of a refresh, and mentions skipped products calmly', async () => {
  till = await mountTill('/shop')
  const now = { refreshedAt: new Date().toISOString(), skipped: 12 }
  till.scripted.emit('catalog.changed', { ...now, refreshing: true, progress: { part: 'writing', share: 0.456 } })
  await till.until(() =>
    expect(
      document.querySelector('[role="progressbar"][aria-label="Saving the catalog"]')?.getAttribute('aria-valuenow'),
    ).toBe('46'),
  )
  expect(till.text()).toContain('12 products hidden')
  expect(document.querySelectorAll('main [role="alert"]')).toHaveLength(0)
  till.scripted.emit('catalog.changed', now)
  await till.until(() => expect(till.text()).toContain('Catalog as of'))
})

test('moves through the results with the arrow keys, with one result in the Tab order', async () => {
  till = await mountTill('/shop?view=products', {
    variants: Array.from({ length: 9 }, (_, index) => card(`s${index}`)),
  })
  await till.until(() => expect(rows()).toHaveLength(9))
  const press = async (key: string): Promise<void> => {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    await till.until(() => undefined)
  }
  till.field(/^Search brands/).focus()
  await press('ArrowDown')
  const at = (): string | null => document.activeElement?.getAttribute('href') ?? null
  expect(at()).toBe('#/checkout/s0')
  await press('ArrowDown')
  expect(at()).toBe('#/checkout/s1')
  await press('End')
  expect(at()).toBe('#/checkout/s8')
  expect(document.querySelectorAll('[data-results] li a[tabindex="0"]')).toHaveLength(1)
})

test('shows the same results at once after Back, without a request', async () => {
  till = await mountTill('/shop?view=products', { variants: [card('a'), card('b'), card('c')] })
  await till.until(() => expect(rows()).toHaveLength(3))
  await till.until(() => expect(inputsOf('catalog.facets')).toHaveLength(1))
  document.querySelectorAll<HTMLElement>('[data-results] li a')[1]?.focus()
  await till.press(/^Aa Games/)
  await till.until(() => expect(till.path()).toBe('/checkout/a'))
  await till.press('Back')
  await till.until(() => expect(till.path()).toBe('/shop?view=products'))
  await till.until(() => expect(rows()).toHaveLength(3))
  expect([inputsOf('catalog.search').length, inputsOf('catalog.facets').length]).toEqual([1, 1])
  await till.until(() => expect(document.activeElement?.getAttribute('href')).toBe('#/checkout/b'))
})

test('shows no results of another question after a failed search, and runs the next one', async () => {
  till = await mountTill('/shop')
  await till.until(() => till.button(/^Casa Market/))
  till.scripted.script.fails = { 'catalog.search': { code: 'internal' } }
  await till.router.replace('/shop?q=vireo')
  await till.until(() => till.button('Try again'))
  expect(() => till.button(/^Casa Market/)).toThrow()
  till.scripted.script.fails = {}
  await till.press('Try again')
  await till.until(() => expect(till.text()).toContain('3 products found'))
})

test('restores the focus once, and never takes it from the search field', async () => {
  till = await mountTill('/shop?view=products', { variants: [card('a'), card('b')] })
  await till.until(() => expect(rows()).toHaveLength(2))
  document.querySelectorAll<HTMLElement>('[data-results] li a')[1]?.focus()
  await till.press(/^Aa Games/)
  await till.until(() => expect(till.path()).toBe('/checkout/a'))
  await till.press('Back')
  await till.until(() => expect(document.activeElement?.getAttribute('href')).toBe('#/checkout/b'))
  const field = till.field(/^Search brands/)
  field.focus()
  await till.type(/^Search brands/, 'zzz')
  await till.until(() => expect(till.text()).toContain('No results'))
  await till.type(/^Search brands/, '')
  await till.until(() => expect(rows()).toHaveLength(2))
  expect(document.activeElement).toBe(field)
})

test('shows the new catalog after Back if it changed meanwhile', async () => {
  till = await mountTill('/shop?view=products', { variants: [product('old')] })
  await till.until(() => expect(rows()).toHaveLength(1))
  await till.router.push('/wallet')
  till.scripted.script.variants = [product('old'), product('new')]
  till.scripted.script['catalog.status'] = { refreshedAt: new Date().toISOString() }
  await till.router.push('/shop?view=products')
  await till.until(() => expect(rows()).toHaveLength(2))
})

test('shows a catalog that changed before its first status arrived', async () => {
  till = await mountTill('/wallet', { variants: [product('old')] })
  const looks = till.hold('catalog.status')
  await till.router.push('/shop?view=products')
  await till.until(() => expect(rows()).toHaveLength(1))
  till.scripted.script.variants = [product('old'), product('new')]
  till.scripted.emit('catalog.changed', { refreshedAt: new Date().toISOString() })
  await till.until(() => expect(rows()).toHaveLength(2))
  expect(looks.waiting()).toBeGreaterThan(0)
})
