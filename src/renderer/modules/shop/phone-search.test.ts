// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { card, pricedIn, sol } from '../../../testing/fixtures/sol.ts'
import { noHome } from '../../../testing/fixtures/app.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const browsed = (): unknown[] => till.inputsOf('catalog.browse')

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

test('carries a number no further once another one is typed in the checkout', async () => {
  till = await mountTill('/brand/sol', { variants: [sol('m', 'MX', pricedIn('MXN', '10'))] })
  await till.router.push('/shop?q=%2B525512345678')
  await till.until(() => till.button(/^Sol/))
  await till.router.push('/checkout/m')
  await till.until(() => expect(till.field('Phone number').value).toBe('+525512345678'))
  await till.type('Phone number', '5587654321')
  await till.router.push('/brand/sol?country=MX')
  await till.until(() => till.button(/^MX\$10\b/))
  expect(till.text()).not.toContain('For +52 55 1234 5678')
  await till.press(/^MX\$10\b/)
  await till.until(() => expect(till.field('Phone number').value).toBe('5587654321'))

  await till.router.push('/shop?q=%2B525512345678')
  await till.until(() => till.button(/^Sol/))
  await till.router.push('/brand/sol?country=MX')
  await till.until(() => expect(till.text()).toContain('For +52 55 1234 5678'))
  await till.press(/^MX\$10\b/)
  await till.until(() => expect(till.field('Phone number').value).toBe('+525512345678'))
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

test('says that a number has too many digits for its country, instead of asking for more', async () => {
  till = await mountTill('/shop?q=%2B52%2055%201234%2056789', { variants: [sol('m', 'MX')] })
  await till.until(() => expect(till.text()).toContain('This number is too long for Mexico: check its digits.'))
  expect(till.text()).not.toContain('Keep typing')
  await till.until(() => till.button(/^Sol/))
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

test('replaces the number in the same product by the one searched last', async () => {
  till = await mountTill('/shop?q=%2B525512345678', { variants: [sol('m', 'MX')] })
  await till.until(() => till.button(/^Sol/))
  await till.router.push('/checkout/m')
  await till.until(() => expect(till.field('Phone number').value).toBe('+525512345678'))
  await till.type('Phone number', '+525599998888')
  await till.router.push('/shop?q=%2B525512345678')
  await till.until(() => till.button(/^Sol/))
  await till.router.push('/checkout/m')
  await till.until(() => expect(till.field('Phone number').value).toBe('+525512345678'))
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
