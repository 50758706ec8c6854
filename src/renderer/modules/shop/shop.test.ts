// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedApp } from '../../../testing/scripted/app.ts'
import { scriptedVariant } from '../../../testing/fixtures/catalog.ts'
import { scriptedBalances } from '../../../testing/fixtures/networks.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const browsed = (): unknown[] => till.inputsOf('catalog.browse')
const searched = (): unknown[] => till.inputsOf('catalog.search')
const unread = {
  refreshedAt: null,
  brands: 0,
  variants: 0,
  skipped: 0,
  refreshing: false,
  progress: null,
  error: null,
  missing: [],
}

test('opens with the home country, recents and brands', async () => {
  till = await mountTill('/shop')
  await till.until(() => till.button(/^Casa Market from MX\$25 ≈ \d+\.\d\d USDC$/))
  expect(till.text()).toContain('Shop in Mexico')
  expect(till.button(/^Lumo Móvil MX\$200 \+52/).getAttribute('href')).toContain('/checkout/lumo_MX_200-I?from=')
  expect(browsed()[0]).toMatchObject({ country: 'MX', text: '', type: null })
})

test('removes a product from Buy again until it is bought again, and puts it back', async () => {
  till = await mountTill('/shop')
  await till.until(() => till.button(/^Lumo Móvil MX\$200 \+52/))
  await till.press(/^Remove Lumo Móvil MX\$200 for \+52 .* from Buy again$/)
  await till.until(() => expect(till.text()).toMatch(/Lumo Móvil MX\$200 for \+52 .* is hidden until you buy it again\./))
  const [hidden] = till.inputsOf('purchases.hideRecent')
  await till.until(() => expect(() => till.button(/^Lumo Móvil MX\$200 \+52/)).toThrow())
  await till.press('Undo')
  await till.until(() => till.button(/^Lumo Móvil MX\$200 \+52/))
  expect(till.inputsOf('purchases.hideRecent')).toEqual([hidden, { ...(hidden as object), hidden: false }])
})

test('writes a filter into the URL, so that Back restores it', async () => {
  till = await mountTill('/shop')
  await till.until(() => till.button(/^Gift cards/))
  await till.press(/^Gift cards/)
  await till.until(() => expect(till.path()).toBe('/shop?type=gift_card'))
  await till.until(() => expect(browsed().at(-1)).toMatchObject({ type: 'gift_card' }))
})

test('opens the shop from the search field on any screen, and finds brands and products', async () => {
  till = await mountTill('/wallet')
  await till.type(/^Search brands/, 'vireo')
  await till.until(() => expect(till.path()).toBe('/shop?q=vireo'))
  await till.until(() => expect(till.text()).toContain('3 products found'))
  await till.until(() => till.button(/^Vireo Travel .*\$9\.50 ≈ MX\$175\.28$/))
})

const sol = (sku: string, country: string, given: Partial<Parameters<typeof scriptedVariant>[0]> = {}) =>
  scriptedVariant({ sku, country, brandSlug: 'sol', brandName: 'Sol', ...given })
const card = (country: string, given: Partial<Parameters<typeof scriptedVariant>[0]> = {}) =>
  scriptedVariant({
    sku: `card-${country}`,
    country,
    brandSlug: 'aa',
    brandName: 'Aa Games',
    productType: 'gift_card',
    ...given,
  })
const noHome = { app: { ...scriptedApp, settings: { ...scriptedApp.settings, homeCountry: null } } }
const pricedIn = (fiatCurrency: string, fiatValue: string) => ({
  price: { fiatCurrency, fiatValue, stableCoinCurrency: 'USDC', stableCoinValue: '1' },
})

test('shows top-ups for a phone number, and carries it with its country to brand and checkout', async () => {
  const variants = [
    card('CO'),
    sol('m', 'MX', pricedIn('MXN', '10')),
    sol('c', 'CO', pricedIn('COP', '20')),
    sol('d', 'DO', pricedIn('DOP', '30')),
  ]
  till = await mountTill('/shop?q=%2B57%20300%20123%204567', { variants })
  await till.until(() => till.button(/^Sol/))
  expect(browsed()).toEqual([expect.objectContaining({ country: 'CO', text: '', type: 'topup', first: 'topup' })])
  expect(till.text()).toContain('Top up a number in Colombia')
  expect(() => till.button(/^Aa Games/)).toThrow()

  await till.press(/^Sol/)
  await till.until(() => till.button(/^COP\s20 ≈ /))
  expect(till.path()).toBe('/brand/sol?country=CO')
  expect(till.text()).toContain('For +57 300 1234567')
  expect(() => till.button(/^MX\$10\b/)).toThrow()
  await till.until(() => till.button(/^COP\s20 ≈ /))
  await till.press(/^COP\s20 ≈ /)
  await till.until(() => expect(till.field('Phone number').value).toBe('+573001234567'))
})

test('shows no top-up heading for an incomplete number, or one that nothing can be sent to', async () => {
  till = await mountTill('/shop?q=%2B52%2055')
  await till.until(() => expect(till.text()).toContain('This number isn’t complete yet'))
  expect(till.text()).not.toContain('Top up a number')
  till.close()
  till = await mountTill('/shop?q=%2B525512345678&type=gift_card')
  await till.until(() => expect(till.text()).toContain('Shop in Mexico'))
  expect(till.text()).not.toContain('Top up a number')
})

test('says in an empty wallet where the first coins come from', async () => {
  const nothing = { native: '0', tokens: { usdc: '0', usdt: '0' }, reserved: {} }
  till = await mountTill('/shop', { balances: scriptedBalances.map((balance) => ({ ...balance, ...nothing })) })
  await till.until(() => expect(till.text()).toContain('Your wallet is empty'))
  till.scripted.emit('balances.changed', scriptedBalances)
  await till.until(() => expect(till.text()).not.toContain('Your wallet is empty'))
})

test('reads a national number as one of the chosen country', async () => {
  till = await mountTill('/shop', { variants: [card('MX'), sol('m', 'MX')] })
  await till.type(/^Search brands/, '55 1234 5678')
  await till.until(() => expect(till.text()).toContain('Top up a number in Mexico'))
  await till.until(() => till.button(/^Sol/))
  await till.router.push('/checkout/m')
  await till.until(() => expect(till.field('Phone number').value).toBe('+525512345678'))
})

test('offers the other products of the number’s country besides top-ups', async () => {
  till = await mountTill('/shop?q=%2B525512345678', { variants: [card('MX'), sol('m', 'MX')] })
  await till.until(() => [till.button(/^Sol/), till.button('Everything')])
  await till.press('Everything')
  await till.until(() => till.button(/^Aa Games/))
  expect(browsed().at(-1)).toMatchObject({ country: 'MX', type: null, first: 'topup' })
})

test('says that a number’s country sells no top-ups, and links to what it sells', async () => {
  till = await mountTill('/shop?q=%2B525512345678', { variants: [card('MX')] })
  await till.until(() => expect(till.text()).toContain('No top-ups for Mexico yet.'))
  await till.press('See everything sold there')
  await till.until(() => till.button(/^Aa Games/))
})

test('asks for the country of a number without one', async () => {
  till = await mountTill('/shop?q=5512345678', noHome)
  await till.until(() => expect(till.text()).toContain('If this is a phone number'))
})

test('drops the number when another search begins', async () => {
  till = await mountTill('/shop?q=%2B525512345678', { variants: [sol('m', 'MX')] })
  await till.until(() => till.button(/^Sol/))
  await till.router.replace('/shop?q=sol')
  await till.until(() => expect(till.text()).toContain('Results for “sol”'))
  await till.router.push('/checkout/m')
  await till.until(() => expect(till.field('Phone number').value).toBe(''))
})

test('replaces the number in the same product by the newly searched one', async () => {
  till = await mountTill('/shop?q=%2B525512345678', { variants: [sol('m', 'MX')] })
  await till.until(() => till.button(/^Sol/))
  await till.router.push('/checkout/m')
  await till.until(() => expect(till.field('Phone number').value).toBe('+525512345678'))
  await till.type('Phone number', '+525599998888')
  await till.router.push('/shop?q=%2B525512345678')
  await till.until(() => till.button(/^Sol/))
  await till.router.push('/checkout/m')
  await till.until(() => expect(till.field('Phone number').value).toBe('+525599998888'))
  await till.router.push('/shop?q=%2B525587654321')
  await till.until(() => till.button(/^Sol/))
  await till.router.push('/checkout/m')
  await till.until(() => expect(till.field('Phone number').value).toBe('+525587654321'))
})

test('carries a number to a product that lists no countries beside its own, or none at all', async () => {
  const variants = [sol('m', 'MX', { supportedCountries: [] }), sol('any', '', { supportedCountries: [] })]
  till = await mountTill('/shop?q=%2B525512345678', { variants })
  await till.until(() => expect(till.text()).toContain('Top up a number in Mexico'))
  for (const sku of ['m', 'any']) {
    await till.router.push(`/checkout/${sku}`)
    await till.until(() => expect(till.field('Phone number').value).toBe('+525512345678'))
  }
})

test('links each of several countries to its shop, with the rest of the search', async () => {
  till = await mountTill('/shop?q=lumo%20spain%20colombia')
  await till.until(() => till.button(/^“lumo” in Spain/))
  await till.press(/^“lumo” in Spain/)
  await till.until(() => expect(till.path()).toBe('/shop?q=lumo'))
  await till.until(() => expect(searched().at(-1)).toMatchObject({ country: 'ES', text: 'lumo' }))
})

test('names speeds that stay the same while roaming once', async () => {
  const plan = (speeds: string[]) => ({
    data: { gigabytes: '5', unlimited: false, speeds: ['3G', '4G'] },
    roaming: { country: 'US', speeds },
  })
  till = await mountTill('/shop?q=sol', {
    variants: [sol('a', 'MX', plan(['3G', '4G'])), sol('b', 'MX', plan(['3G']))],
  })
  await till.until(() => till.button(/^Sol Mexico · 5 GB · 3G · 4G · Roaming in the United States MX\$100/))
  await till.until(() => till.button(/^Sol Mexico · 5 GB · 3G · 4G · Roaming in the United States · 3G while roaming/))
})

test('describes a product once: by its facts, else by its note', async () => {
  const plan = { durationDays: '30', data: { gigabytes: '5', unlimited: false, speeds: [] } }
  const variants = [
    sol('a', 'MX', { ...plan, shortNotes: '5 GB · 30 days' }),
    sol('b', 'MX', { shortNotes: 'Credit for calls' }),
    sol('c', 'FR', { ...plan, supportedCountries: ['MX', 'FR', 'DE'] }),
    sol('d', 'MX', { shortNotes: 'More of it', ...pricedIn('MXN', '1') }),
    sol('e', 'MX', { shortNotes: 'More of it', ...pricedIn('MXN', '2') }),
  ]
  till = await mountTill('/shop?q=sol', { variants })
  await till.until(() => till.button(/^Sol Mexico · 5 GB · 30 days MX\$100 ≈ 5\.42 USDC$/))
  await till.until(() => till.button(/^Sol Mexico · Credit for calls MX\$100 ≈ 5\.42 USDC$/))
  await till.until(() => till.button(/^Sol 3 countries · 5 GB · 30 days MX\$100 ≈ 5\.42 USDC$/))
  await till.until(() => till.button(/^Sol Mexico · More of it MX\$1 ≈/))
  await till.until(() => till.button(/^Sol Mexico MX\$2 ≈/))
})

test('keeps the order of filters whatever their counts', async () => {
  const orders = async (given: ReturnType<typeof sol>[]): Promise<string[]> => {
    till = await mountTill('/shop', { variants: given, 'catalog.facets': { prices: [] } })
    await till.until(() => till.button(/^Everything$/))
    const names = [...document.querySelectorAll('main [aria-label="Filters"] :is([role="radio"], option)')].map((one) =>
      (one.textContent ?? '').replace(/[\d\s]+$/, '').trim(),
    )
    till.close()
    return names
  }
  const some = [card('MX', { categories: ['zoo'] }), sol('a', 'MX', { categories: ['apps'] })]
  const more = [...some, card('MX', { sku: 'x', categories: ['zoo'] }), card('MX', { sku: 'y', categories: ['zoo'] })]
  const expected = ['Everything', 'Top-ups', 'Gift cards', 'Category', 'Apps', 'Zoo']
  expect(await orders(some)).toEqual(expected)
  expect(await orders(more)).toEqual(expected)
  till = await mountTill('/shop')
})

test('offers a way out if nothing is found', async () => {
  till = await mountTill('/shop?q=zzz')
  await till.until(() => expect(till.text()).toContain('No results for “zzz”'))
  await till.press('Search all countries')
  await till.until(() => expect(searched().at(-1)).toMatchObject({ country: null, text: 'zzz' }))
})

test('says why the first catalog failed to load, and loads it again on request', async () => {
  till = await mountTill('/shop', { variants: [], 'catalog.status': { ...unread, error: { code: 'offline' } } })
  await till.until(() => expect(till.text()).toContain('The catalog couldn’t be loaded'))
  await till.press('Try again')
  expect(till.inputsOf('catalog.refresh')).not.toEqual([])
})

test('says that the disk could not store the catalog', async () => {
  const error = { code: 'not-allowed', details: { reason: 'not-saved' } } as const
  till = await mountTill('/shop', { variants: [], 'catalog.status': { ...unread, error } })
  await till.until(() => expect(till.text()).toContain('Till couldn’t write the file. Check that there is room'))
})

test('reads a new catalog as soon as it arrives', async () => {
  till = await mountTill('/shop', { variants: [], 'catalog.status': { ...unread, refreshing: true } })
  await till.until(() => expect(till.text()).toContain('Loading the catalog for the first time.'))
  till.scripted.script.variants = [scriptedVariant({ sku: 's', brandSlug: 'sol', brandName: 'Sol' })]
  till.scripted.emit('catalog.changed', { ...unread, refreshedAt: new Date().toISOString(), brands: 1, variants: 1 })
  await till.until(() => till.button(/^Sol/))
})

const brand = [
  sol('a', 'MX', pricedIn('MXN', '10')),
  sol('b', 'CO', pricedIn('COP', '10')),
  sol('c', 'AR', pricedIn('ARS', '10')),
]
const prices = (): string[] =>
  [...document.querySelectorAll('main section[aria-label] li a')].map((one) => one.textContent?.trim() ?? '')

test('shows a brand of several countries one country at a time, the home country first', async () => {
  till = await mountTill('/brand/sol', { variants: brand })
  await till.until(() => till.button(/^MX\$10 ≈/))
  await till.until(() => expect(prices()).toEqual(['MX$10≈ 1.00 USDC']))
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

test('asks for no country if all products of a brand work everywhere', async () => {
  const everywhere = { supportedCountries: ['MX', 'US', 'CO'] }
  till = await mountTill('/brand/sol', { variants: [sol('a', 'MX', everywhere), sol('b', 'MX', everywhere)] })
  await till.until(() => expect(prices()).toHaveLength(2))
  expect(() => till.button(/^In /)).toThrow()
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

test('shows a few brands above their products, and omits a brand whose products are all shown', async () => {
  const many = Array.from({ length: 20 }, (_, index) => sol(`s${index}`, 'MX', pricedIn('MXN', String(index + 1))))
  const headings = (): (string | null)[] =>
    [...document.querySelectorAll('main h2')].map((one) => one.textContent?.trim() ?? null)
  till = await mountTill('/shop?q=sol', { variants: many })
  await till.until(() => expect(headings()).toEqual(['1 brand', '20 products found']))
  till.close()
  till = await mountTill('/shop?q=sol', { variants: many.slice(0, 3) })
  await till.until(() => expect(headings()).toEqual(['3 products found']))
})

test('does not repeat the connection state of the frame, nor keep it when it is over', async () => {
  const offline = { service: 'offline', since: null, error: 'offline' } as const
  const read = new Date().toISOString()
  till = await mountTill('/shop', {
    'connection.get': offline,
    'catalog.status': { ...unread, refreshedAt: read, brands: 9, variants: 9, error: { code: 'offline' } },
  })
  await till.until(() => expect(till.text()).toContain('You’re offline.'))
  expect(till.text()).not.toMatch(/Offline|There is no connection/)
  till.scripted.emit('connection.changed', { service: 'online', since: null, error: null })
  await till.until(() => expect(till.text()).toContain('Connected'))
  expect(till.text()).not.toContain('You’re offline.')
  expect(till.text()).not.toContain('There is no connection')
})

test('loads a catalog that failed offline as soon as there is a connection', async () => {
  const offline = { service: 'offline', since: null, error: 'offline' } as const
  till = await mountTill('/shop', {
    variants: [],
    'connection.get': offline,
    'catalog.status': { ...unread, error: { code: 'offline' } },
  })
  await till.until(() => expect(till.text()).toContain('The catalog couldn’t be loaded'))
  await till.until(() => expect(till.text()).toContain('You’re offline'))
  expect(till.inputsOf('catalog.refresh')).toHaveLength(0)
  till.scripted.emit('connection.changed', { service: 'online', since: null, error: null })
  await till.until(() => expect(till.inputsOf('catalog.refresh')).toHaveLength(1))
})

const nothing = scriptedBalances.map((balance) => ({
  ...balance,
  native: '0',
  tokens: Object.fromEntries(Object.keys(balance.tokens).map((key) => [key, '0'])),
  reserved: {},
}))

test('play money arrives at one press, without leaving the shop', async () => {
  till = await mountTill('/shop', { balances: nothing })
  await till.until(() => expect(till.text()).toContain('With play money you can try everything.'))
  till.scripted.script.balances = [...scriptedBalances]
  const faucet = till.hold('wallet.faucet')
  await till.press('Get play money')
  await till.until(() => expect(till.text()).toContain('Play money is on its way to your wallet…'))
  faucet.answer(0)
  await till.until(() => expect(till.text()).toContain('Play money has arrived in your wallet.'))
  expect(till.text()).not.toContain('Your wallet is empty.')
  expect(till.path()).toBe('/shop')
})

test('says why play money did not arrive, and lets the user try again', async () => {
  till = await mountTill('/shop', { balances: nothing, fails: { 'wallet.faucet': { code: 'service-down' } } })
  await till.until(() => till.button('Get play money'))
  await till.press('Get play money')
  await till.until(() =>
    expect(document.querySelector('[role="alert"]')?.textContent).toContain('The service has a problem.'),
  )
  till.scripted.script.fails = {}
  till.scripted.script.balances = [...scriptedBalances]
  await till.press('Get play money')
  await till.until(() => expect(till.text()).not.toContain('Your wallet is empty.'))
})
