// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedApp } from '../../../../testing/fixtures/app.ts'
import { scriptedBoughtFor } from '../../../../testing/fixtures/steps.ts'
import { mountTill, type MountedTill } from '../../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const boughtFor = scriptedBoughtFor()
const usual = boughtFor[0]?.usual
const checkout = `#/checkout/${usual?.sku}?from=${usual?.id}`

test('offers the usual product by person first, and not once more under Buy again', async () => {
  till = await mountTill('/shop', { boughtFor })
  const mum = await till.until(() => till.button(/^Ana MX\$200 Lumo Móvil/))
  expect(mum.getAttribute('href')).toBe(checkout)
  expect(() => till.button(/^Lumo Móvil MX\$200 \+52/)).toThrow()
  // Without a delivery there is no product to offer.
  expect(till.text()).not.toContain('Bruno')
})

test('finds a person’s usual product by name, also where the catalog has nothing, and Enter opens it', async () => {
  till = await mountTill('/shop?q=ana', { boughtFor, 'catalog.search': { products: [], ranked: 0, brands: null } })
  const ana = await till.until(() => till.button(/^Ana MX\$200 Lumo Móvil/))
  expect(ana.getAttribute('href')).toBe(checkout)
  await till.submit(/^Search brands/)
  await till.until(() => expect(till.path()).toBe(checkout.slice(1)))
})

test('an amount beside a name leads to the person, and the name is no product without that price', async () => {
  const searches = [{ text: 'ana 95 USD', words: 'ana', currency: 'USD', value: '95' }]
  const nearest = { typed: '100', isThere: false, searches }
  const none = { products: [], ranked: 0, brands: null, nearest, beside: 'ana' }
  till = await mountTill('/shop?q=ana%20cien', { boughtFor, 'catalog.search': none })
  const ana = await till.until(() => till.button(/^Ana MX\$200 Lumo Móvil/))
  expect(ana.getAttribute('href')).toBe(checkout)
  expect(till.text()).not.toContain('Nothing costs')
  await till.submit(/^Search brands/)
  await till.until(() => expect(till.path()).toBe(checkout.slice(1)))
})

const costing = (value: number) => ({ value, currencies: null })
const none = { products: [], ranked: 0, brands: null, beside: 'ana', nearest: null }

test.each([
  [50, 'lumo_MX_50-I', /^Ana MX\$50 Lumo Móvil/],
  [500, 'lumo_MX_500-I', /^Ana MX\$500 Lumo Móvil/],
])('offers a person the product of the usual brand at %d, and Enter opens it', async (value, sku, card) => {
  till = await mountTill(`/shop?q=ana%20${value}`, {
    boughtFor,
    'catalog.search': { ...none, amount: costing(value) },
  })
  const ana = await till.until(() => till.button(card))
  expect(ana.getAttribute('href')).toBe(`#/checkout/${sku}?from=${usual?.id}`)
  await till.submit(/^Search brands/)
  await till.until(() => expect(till.path()).toBe(`/checkout/${sku}?from=${usual?.id}`))
  await till.until(() => expect(till.field('Phone number').value).toContain('+52'))
})

test('says that the usual brand has no such amount, offers the nearest two, and Enter opens none of them', async () => {
  till = await mountTill('/shop?q=ana%2060', { boughtFor, 'catalog.search': { ...none, amount: costing(60) } })
  const below = await till.until(() => till.button(/^Ana MX\$50 Lumo Móvil/))
  expect(below.getAttribute('href')).toBe(`#/checkout/lumo_MX_50-I?from=${usual?.id}`)
  till.button(/^Ana MX\$100 Lumo Móvil/)
  expect(till.text()).toContain('No MX$60 from Lumo Móvil. Closest:')
  await till.submit(/^Search brands/)
  await till.until(() => expect(document.activeElement).toBe(below))
  expect(till.path()).toContain('/shop')
})

test('says so where the usual brand sells nothing in the typed currency, and offers what is usual', async () => {
  const amount = { value: 60, currencies: ['EUR'] }
  till = await mountTill('/shop?q=ana%2060%20eur', { boughtFor, 'catalog.search': { ...none, amount } })
  await till.until(() => expect(till.text()).toContain('No €60 from Lumo Móvil. Closest:'))
  till.button(/^Ana MX\$200 Lumo Móvil/)
})

const topUps = {
  nearest: null,
  beside: 'ana',
  types: ['topup'],
  corrected: [{ typed: 'ana', meant: [], isBegun: false }],
}

test.each(['top%20up%20ana', 'ana%20top%20up', 'recharge%20ana'])(
  '“%s” finds the person, says nothing of no results, and Enter opens the usual top-up',
  async (typed) => {
    till = await mountTill(`/shop?q=${typed}`, { boughtFor, 'catalog.search': topUps })
    await till.until(() => till.button(/^Ana MX\$200 Lumo Móvil/))
    expect(till.text()).not.toContain('No results')
    await till.submit(/^Search brands/)
    await till.until(() => expect(till.path()).toBe(checkout.slice(1)))
  },
)

test('Enter opens no top-up for a search for a gift card for somebody, and leads to the person', async () => {
  till = await mountTill('/shop?q=gift%20card%20ana', {
    boughtFor,
    'catalog.search': { ...topUps, types: ['gift_card'] },
  })
  const ana = await till.until(() => till.button(/^Ana MX\$200 Lumo Móvil/))
  await till.submit(/^Search brands/)
  await till.until(() => expect(document.activeElement).toBe(ana))
  expect(till.path()).toContain('/shop')
})

test('a screen reader hears who is found, also where the catalog has nothing', async () => {
  till = await mountTill('/shop?q=ana', { boughtFor, 'catalog.search': { products: [], ranked: 0, brands: null } })
  await till.until(() => till.button(/^Ana MX\$200 Lumo Móvil/))
  const heard = [...document.querySelectorAll('[role="status"].sr-only')].map((one) => one.textContent)
  expect(heard).toContain('Ana')
  expect(till.text()).not.toContain('No results')
})

test('takes the amount along to the top-ups of a person whom nothing was bought for', async () => {
  till = await mountTill('/shop?q=bruno%2050', { boughtFor, 'catalog.search': { ...none, amount: costing(50) } })
  const bruno = await till.until(() => till.button(/^Bruno \+52 55 8765 4321/))
  expect(decodeURIComponent(bruno.getAttribute('href') ?? '')).toContain('q=50++525587654321')
})

test('a brand called like a person keeps its nearest prices beside the person', async () => {
  const searches = [{ text: 'ana 95 MXN', words: 'ana', currency: 'MXN', value: '95' }]
  const nearest = { typed: '100', isThere: false, instead: null, namesBrand: true, searches }
  till = await mountTill('/shop?q=ana%20100', {
    boughtFor,
    'catalog.search': { ...none, nearest, amount: costing(100) },
  })
  await till.until(() => till.button(/^Ana MX\$100 Lumo Móvil/))
  expect(till.text()).toContain('Nothing costs 100')
  till.button('ana MX$95')
})

test.each(['ana%20cien', 'ana%20cinquenta', 'ana%20fifty', 'ana%20cent'])(
  'a name in “%s” is found also where much costs the amount',
  async (typed) => {
    till = await mountTill(`/shop?q=${typed}`, { boughtFor, 'catalog.search': { nearest: null, beside: 'ana' } })
    await till.until(() => till.button(/^Ana MX\$200 Lumo Móvil/))
  },
)

test('leads to top-ups for the number of a person whom nothing was bought for', async () => {
  till = await mountTill('/shop?q=bruno', { boughtFor })
  const bruno = await till.until(() => till.button(/^Bruno \+52 55 8765 4321/))
  expect(decodeURIComponent(bruno.getAttribute('href') ?? '')).toContain('q=+525587654321')
})

test('leaves a search for a brand alone', async () => {
  till = await mountTill('/shop?q=lumo', { boughtFor })
  await till.until(() => till.button(/^Lumo Móvil/))
  expect(() => till.button(/^Ana/)).toThrow()
})

test('Enter opens the brand that is searched for, also if a person is called after it', async () => {
  const [ana] = boughtFor
  if (ana === undefined) throw new Error('No scripted person')
  const mum = { ...ana, person: { ...ana.person, name: 'Mum Lumo' } }
  till = await mountTill('/shop?q=lumo', { boughtFor: [mum] })
  await till.until(() => till.button(/^Mum Lumo MX\$200/))
  await till.submit(/^Search brands/)
  await till.until(() => expect(till.path()).toContain('/brand/'))
})

test('asks for nobody while a clerk sells', async () => {
  const clerk = { id: '0b6c1f5e-6a53-4c0f-9a10-0000000000c1', name: 'Luz', colour: 'teal', lockedOut: false } as const
  till = await mountTill('/shop', { boughtFor, app: { ...scriptedApp, kiosk: { on: true, role: 'clerk', clerk } } })
  await till.until(() => expect(till.inputsOf('catalog.status').length).toBeGreaterThan(0))
  expect(till.inputsOf('people.boughtFor')).toEqual([])
  expect(till.inputsOf('people.list')).toEqual([])
})
