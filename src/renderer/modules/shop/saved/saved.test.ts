// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedVariants } from '../../../../testing/fixtures/catalog.ts'
import { scriptedChange, scriptedDraft } from '../../../../testing/fixtures/drafts.ts'
import { mountTill, type MountedTill } from '../../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const product = scriptedVariants.find(({ sku }) => sku === 'lumo_MX_200-I')!
const vireo = {
  slug: 'vireo',
  name: 'Vireo Travel',
  image: null,
  productTypes: ['esim'],
  countries: ['MX'],
  variants: 3,
}
const brand = {
  ...vireo,
  from: { fiatCurrency: 'USD', fiatValue: '3', stableCoinCurrency: 'USD', stableCoinValue: '3' },
}
const before = (text: string, other: string): boolean => till.text().indexOf(text) < till.text().indexOf(other)

test('shows a starred brand and product above everything else in the shop', async () => {
  till = await mountTill('/brand/lumo')
  await till.until(() => till.button('Favourite: Lumo Móvil'))
  await till.press('Favourite: Lumo Móvil')
  expect(till.button('Favourite: Lumo Móvil').getAttribute('aria-pressed')).toBe('true')
  await till.router.push('/checkout/lumo_MX_200-I')
  await till.until(() => till.button('Favourite: Lumo Móvil MX$200'))
  expect(till.button('Favourite: Lumo Móvil MX$200').getAttribute('aria-pressed')).toBe('false')
  await till.press('Favourite: Lumo Móvil MX$200')
  await till.router.push('/shop')
  await till.until(() => expect(till.text()).toContain('Favourites'))
  expect(before('Favourites', 'Buy again')).toBe(true)
  const product = await till.until(() => till.button(/^Lumo Móvil MX\$200 Mexico ≈ 10\.84 USDC$/))
  expect(product.getAttribute('href')).toBe('#/checkout/lumo_MX_200-I')
  expect(till.button(/^Lumo Móvil Top-ups$/).getAttribute('href')).toBe('#/brand/lumo')
})

test('adds a product found to the favourites and removes it again', async () => {
  till = await mountTill('/shop?q=vireo')
  await till.until(() => till.button('Favourite: Vireo Travel $9.50 14 countries'))
  await till.press('Favourite: Vireo Travel $9.50 14 countries')
  await till.press('Favourite: Vireo Travel $9.50 14 countries')
  expect(till.inputsOf('favourites.set')).toEqual([
    { kind: 'product', key: 'vireo_5GB_30-I', starred: true },
    { kind: 'product', key: 'vireo_5GB_30-I', starred: false },
  ])
})

test('reports a star that could not be saved and leaves it unchanged', async () => {
  till = await mountTill('/brand/lumo', { fails: { 'favourites.set': { code: 'internal' } } })
  await till.until(() => till.button('Favourite: Lumo Móvil'))
  await till.press('Favourite: Lumo Móvil')
  await till.until(() => expect(till.text()).toContain('Something went wrong in Till'))
  expect(till.button('Favourite: Lumo Móvil').getAttribute('aria-pressed')).toBe('false')
})

test('links a removed favourite to its brand with an explanation, and lets the user remove it', async () => {
  till = await mountTill('/shop', {
    favourites: { brands: [{ brand, gone: false }], products: [{ product, gone: true, before: null }] },
  })
  await till.until(() => till.button(/^Lumo Móvil MX\$200 No longer sold$/))
  await till.press(/^Lumo Móvil MX\$200 No longer sold$/)
  await till.until(() =>
    expect(till.text()).toContain('Your favourite is no longer sold. Here’s what Lumo Móvil sells now.'),
  )
  await till.router.push('/shop')
  await till.until(() => till.button('Favourite: Lumo Móvil MX$200'))
  await till.press('Favourite: Lumo Móvil MX$200')
  await till.until(() => expect(till.text()).not.toContain('No longer sold'))
})

test('shows the old and new price of a favourite until it is opened', async () => {
  till = await mountTill('/shop', {
    favourites: { brands: [], products: [{ product, gone: false, before: '10.20' }] },
  })
  await till.until(() => till.button(/^Lumo Móvil MX\$200 Was 10\.20, now 10\.84 USDC$/))
  await till.press(/^Lumo Móvil MX\$200 Was/)
  await till.until(() =>
    expect(till.inputsOf('favourites.set')).toEqual([{ kind: 'product', key: product.sku, starred: true }]),
  )
  await till.router.push('/shop')
  await till.until(() => till.button(/^Lumo Móvil MX\$200 Mexico ≈ 10\.84 USDC$/))
})

test('hides drafts and favourites during a search', async () => {
  till = await mountTill('/shop?q=vireo', {
    favourites: { brands: [{ brand, gone: false }], products: [] },
    drafts: [scriptedDraft(1)],
    changes: [scriptedChange('added', 3, 2)],
  })
  await till.until(() => expect(till.text()).toContain('3 products found'))
  expect(till.text()).not.toMatch(/Favourites|Saved for later|1 new/)
})

test('shows drafts first, with links to their checkouts', async () => {
  till = await mountTill('/shop', { drafts: [scriptedDraft(1), scriptedDraft(2, { recipient: null, gone: true })] })
  const draft = await till.until(() => till.button(/^Lumo Móvil MX\$200 Ana Mexico ≈ 10\.84 USDC$/))
  expect(draft.getAttribute('href')).toContain('?draft=7d1a2c3e')
  till.button(/^Lumo Móvil MX\$200 No longer sold Mexico$/)
})

test('says how old prices are after a few hours or offline', async () => {
  const at = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()
  till = await mountTill('/brand/lumo', { 'catalog.status': { refreshedAt: at(24 * 30) } })
  await till.until(() => expect(till.text()).toMatch(/Prices as of \p{L}+ \d+, \d/u))
  till.close()
  till = await mountTill('/brand/lumo', { 'catalog.status': { refreshedAt: at(0.1) } })
  await till.until(() => expect(till.text()).toContain('MX$200'))
  expect(till.text()).not.toContain('Prices as of')
  till.scripted.emit('connection.changed', { service: 'offline', since: at(0), error: 'offline' })
  await till.until(() => expect(till.text()).toContain('Prices as of'))
  await till.router.push('/checkout/lumo_MX_200-I')
  await till.until(() => till.field('Phone number'))
  expect(till.text()).toContain('Prices as of')
})

const changes = [
  scriptedChange('added', 12, 1),
  { ...scriptedChange('cheaper', 8, 2, '12.00'), yours: true },
  scriptedChange('gone', 14, 3),
  { ...scriptedChange('dearer', 4, 3, '10.20'), yours: true },
]
const since = { 'catalog.changes': { since: new Date(Date.now() - 30 * 86_400_000).toISOString() } }

test('summarizes changes in one line that leads to the list, with starred and bought products first', async () => {
  till = await mountTill('/shop', { changes, ...since, favourites: { brands: [{ brand, gone: false }], products: [] } })
  await till.until(() => till.button(/^1 new · 1 price cut · 1 price increase · 1 removed since \p{L}+ \d+$/u))
  await till.press(/^1 new · /)
  await till.until(() => till.button(/^Lumo Móvil MX\$200 .* Price increase Was 10\.20, now 10\.84 USDC$/))
  await till.until(() => expect(till.text()).toContain('Yours'))
  expect(before('Lumo Móvil MX$200', 'Everything else')).toBe(true)
  expect(before('Vireo Travel $9.50', 'Everything else')).toBe(true)
  expect(before('Everything else', 'No longer') || till.text().includes('Removed')).toBe(true)
})

test('filters changes by kind, marks them as seen on leaving, and shows them again after Back', async () => {
  till = await mountTill('/shop/changes', { changes: [...changes], ...since })
  await till.until(() => till.button(/^Price cut 1$/))
  await till.press(/^Price cut 1$/)
  await till.until(() => expect(till.inputsOf('catalog.changes').at(-1)).toMatchObject({ kind: 'cheaper' }))
  await till.until(() => expect(till.text()).not.toContain('Lumo Móvil MX$200'))
  expect(till.inputsOf('catalog.seen')).toHaveLength(0)
  await till.press(/^Vireo Travel \$9\.50/)
  await till.until(() => expect(till.inputsOf('catalog.seen')).toHaveLength(1))
  await till.router.push('/shop/changes')
  await till.until(() => till.button(/^All 4$/))
  await till.router.push('/shop')
  await till.until(() => till.button(/^Casa Market/))
  expect(till.text()).not.toContain('1 new')
  expect(till.inputsOf('catalog.seen')).toHaveLength(1)
})

test('filters the user’s own changes, and names products that returned', async () => {
  const favourites = { brands: [{ brand, gone: false }], products: [] }
  const notLumo = changes.map((one) => ({ ...one, yours: one.kind === 'cheaper' }))
  const more = [...notLumo, scriptedChange('back', 13, 1)]
  till = await mountTill('/shop/changes', { changes: more, ...since, favourites, purchases: [] })
  await till.until(() => till.button(/^Yours 1$/))
  till.button(/ Back$/)
  await till.press(/^Yours 1$/)
  await till.until(() => expect(till.inputsOf('catalog.changes').at(-1)).toMatchObject({ kind: null, yours: true }))
  await till.until(() => expect(till.text()).not.toContain('Lumo Móvil MX$200'))
  expect(till.text()).toContain('Vireo Travel $9.50')
  expect(till.text()).not.toContain('Everything else')
})

test('reads the changes of another service separately', async () => {
  till = await mountTill('/shop/changes', { changes: [...changes], ...since })
  await till.until(() => till.button(/^All 4$/))
  await till.router.push('/shop')
  const { app } = till.scripted.script
  till.scripted.setApp({ profile: app.profile && { ...app.profile, id: 'other' } })
  await till.router.push('/shop/changes')
  await till.until(() => expect(till.text()).toContain('Nothing new'))
})

test('says so in the list if nothing changed or it cannot be read', async () => {
  till = await mountTill('/shop/changes')
  await till.until(() => expect(till.text()).toContain('Nothing new'))
  till.close()
  till = await mountTill('/shop/changes', { fails: { 'catalog.changes': { code: 'internal' } } })
  await till.until(() => expect(till.text()).toContain('The changes couldn’t be loaded'))
  expect(till.inputsOf('catalog.seen')).toHaveLength(0)
})
