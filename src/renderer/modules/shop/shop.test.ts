// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedVariant } from '../../../testing/fixtures/catalog.ts'
import { scriptedBalances } from '../../../testing/fixtures/networks.ts'
import { card, pricedIn, sol } from '../../../testing/fixtures/sol.ts'
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
  expect(till.button(/^Lumo Móvil MX\$200 Ana/).getAttribute('href')).toContain('/checkout/lumo_MX_200-I?from=')
  expect(browsed()[0]).toMatchObject({ country: 'MX', text: '', type: null })
})

test('removes a product from Buy again until it is bought again, and puts it back', async () => {
  till = await mountTill('/shop')
  await till.until(() => till.button(/^Lumo Móvil MX\$200 Ana/))
  await till.press(/^Remove Lumo Móvil MX\$200 for Ana · \+52 .* from Buy again$/)
  await till.until(() =>
    expect(till.text()).toMatch(/Lumo Móvil MX\$200 for Ana · \+52 .* is hidden until you buy it again\./),
  )
  const [hidden] = till.inputsOf('purchases.hideRecent')
  await till.until(() => expect(() => till.button(/^Lumo Móvil MX\$200 Ana/)).toThrow())
  await till.press('Undo')
  await till.until(() => till.button(/^Lumo Móvil MX\$200 Ana/))
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

test('says in an empty wallet where the first coins come from', async () => {
  const nothing = { native: '0', tokens: { usdc: '0', usdt: '0' }, reserved: {} }
  till = await mountTill('/shop', { balances: scriptedBalances.map((balance) => ({ ...balance, ...nothing })) })
  await till.until(() => expect(till.text()).toContain('Your wallet is empty'))
  till.scripted.emit('balances.changed', scriptedBalances)
  await till.until(() => expect(till.text()).not.toContain('Your wallet is empty'))
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
  await till.until(() =>
    expect(till.text()).toMatch(/Play money has arrived in your wallet\. You got ≈ MX\$\d{2},\d{3}\.\d\d\./),
  )
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
