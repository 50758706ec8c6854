// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import { scriptedVariants } from '../../../testing/fixtures/catalog.ts'
import { pricedIn, sol } from '../../../testing/fixtures/sol.ts'
import { scriptedPurchase, scriptedPurchases } from '../../../testing/fixtures/purchases.ts'
import { askPrice, checkoutPath, openCheckout } from '../../../testing/renderer/checkout.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

test('explains that a number is too short and asks for no price', async () => {
  till = await openCheckout()
  await till.type('Phone number', '551234567')
  await till.press('See price')
  await till.until(() => expect(till.text()).toContain('This number is too short for Mexico.'))
  expect(till.inputsOf('checkout.quote')).toEqual([])
})

test('asks for no price of a number that may not exist before it is confirmed', async () => {
  till = await openCheckout()
  await till.type('Phone number', '2125551234')
  await till.press('See price')
  await till.until(() => expect(document.activeElement).toBe(till.button('The number is right')))
  expect(till.inputsOf('checkout.quote')).toEqual([])
  await till.press('The number is right')
  await till.press('See price')
  await till.until(() => till.button('Pay 11.05 USDC (≈ MX$203.88)'))
})

test('starts in the first empty field, and calls nothing missing that the user only passes', async () => {
  till = await mountTill('/checkout/vireo_5GB_30-I')
  const field = await till.until(() => till.field('Recipient’s e-mail'))
  expect(document.activeElement).toBe(field)
  await till.until(() => expect(till.inputsOf('checkout.check')).toHaveLength(1))
  till.field('Recipient’s first name').focus()
  await flushPromises()
  expect(till.text()).not.toContain('Fill this in to continue.')
  await till.press('See price')
  await till.until(() => expect(till.text()).toContain('Fill this in to continue.'))
})

test('offers a person instead of the same address again, and fills their first name too', async () => {
  till = await mountTill('/checkout/vireo_5GB_30-I')
  await till.until(() => till.button('Ana ana@example.org'))
  await till.until(() => expect(till.inputsOf('purchases.list').length).toBeGreaterThan(1))
  await flushPromises()
  expect(till.text()).not.toContain('Use ana@example.org again')
  await till.press('Ana ana@example.org')
  expect(till.field('Recipient’s e-mail').value).toBe('ana@example.org')
  expect(till.field('Recipient’s first name').value).toBe('Ana')
})

test('offers the last e-mail for an empty field without filling it in, and continues in the next one', async () => {
  till = await mountTill('/checkout/vireo_5GB_30-I', { people: [] })
  await till.until(() => till.button('Use ana@example.org again'))
  expect(till.field('Recipient’s e-mail').value).toBe('')
  await till.press('Use ana@example.org again')
  expect(till.field('Recipient’s e-mail').value).toBe('ana@example.org')
  expect(document.activeElement).toBe(till.field('Recipient’s first name'))
  expect(till.text()).not.toContain('Use ana@example.org again')
})

test('offers the last number only for a product of its country', async () => {
  const abroad = scriptedPurchase(21, 'delivered', 1, { country: 'GT', reference: '+50251234567' })
  till = await openCheckout({ purchases: [abroad, ...scriptedPurchases], people: [] })
  await till.until(() => till.button('Use +52 55 1234 5678 again'))
  expect(till.text()).not.toContain('+502')
})

test('offers no number of a purchase that failed', async () => {
  const failed = scriptedPurchase(21, 'failed', 1, { reference: '+525599999999' })
  till = await openCheckout({ purchases: [failed, ...scriptedPurchases], people: [] })
  await till.until(() => till.button('Use +52 55 1234 5678 again'))
  expect(till.text()).not.toContain('9999')
})

test('offers the number that was typed for another amount, and not for another country', async () => {
  const variants = [sol('m', 'MX'), sol('more', 'MX', pricedIn('MXN', '200')), sol('far', 'GT')]
  till = await mountTill('/checkout/m', { variants, purchases: [], people: [] })
  await till.type('Phone number', '55 8765 4321')
  await till.until(() => expect(till.text()).toContain('Goes to +52 55 8765 4321'))
  await till.router.push('/checkout/far')
  await till.until(() => expect(till.text()).toContain('Guatemala'))
  expect(till.field('Phone number').value).toBe('')
  expect(till.text()).not.toContain('8765')
  await till.router.push('/checkout/more')
  await till.until(() => till.button('Use +52 55 8765 4321 again'))
  expect(till.field('Phone number').value).toBe('')
  await till.press('Use +52 55 8765 4321 again')
  expect(till.field('Phone number').value).toBe('+525587654321')
})

test('keeps the focus in the field whose address was corrected', async () => {
  till = await mountTill('/checkout/vireo_5GB_30-I')
  await till.type('Recipient’s first name', 'Ana')
  await till.type('Recipient’s e-mail', 'ana@gmial.com')
  await till.until(() => till.button('Use this address'))
  till.button('Use this address').focus()
  await till.press('Use this address')
  await till.until(() => expect(till.field('Recipient’s e-mail').value).toBe('ana@gmail.com'))
  await till.until(() => expect(document.activeElement).toBe(till.field('Recipient’s e-mail')))
})

test('does not call a number too short while it is being typed', async () => {
  till = await openCheckout()
  await till.type('Phone number', '551')
  await till.until(() =>
    expect(till.inputsOf('checkout.check').at(-1)).toMatchObject({
      reference: '551',
    }),
  )
  expect(till.text()).not.toContain('too short')
  till.field('Phone number').dispatchEvent(new Event('blur'))
  await till.until(() => expect(till.text()).toContain('This number is too short for Mexico.'))
})

test('ignores the check of an older input', async () => {
  till = await openCheckout()
  const checks = till.hold('checkout.check')
  await till.type('Phone number', '551')
  await till.until(() => expect(checks.waiting()).toBe(1))
  await till.type('Phone number', '5512345678')
  till.field('Phone number').dispatchEvent(new Event('blur'))
  // This answers the check of the older input.
  checks.answer(0)
  await till.until(() => expect(checks.waiting()).toBe(1))
  expect(till.text()).not.toContain('too short')
  checks.answer(0)
  await till.until(() => expect(till.text()).toContain('Goes to +52 55 1234 5678'))
})

test('shows no price that was asked for another number', async () => {
  till = await openCheckout()
  const quotes = till.hold('checkout.quote')
  await till.type('Phone number', '5512345678')
  await till.press('See price')
  await till.until(() => expect(quotes.waiting()).toBe(1))
  await till.type('Phone number', '5587654321')
  quotes.answer(0)
  await till.until(() => expect(till.isOff('See price')).toBe(false))
  await flushPromises()
  expect(() => till.button(/^Pay \d/)).toThrow()
})

test('drops the price when the number changes, and prices the same purchase again', async () => {
  till = await openCheckout()
  await askPrice(till)
  await till.type('Phone number', '5587654321')
  await till.until(() => till.button('See price'))
  await till.press('See price')
  await till.until(() => till.button('Pay 11.05 USDC (≈ MX$203.88)'))
  expect(till.inputsOf('checkout.quote').at(-1)).toMatchObject({
    reference: '5587654321',
    purchaseId: '0b6c1f5e-6a53-4c0f-9a10-0000000000aa',
  })
})

test('starts with the earlier delivery when buying again', async () => {
  const earlier = scriptedPurchases[1]!
  till = await mountTill(`${checkoutPath}?from=${earlier.id}`)
  await till.until(() => expect(till.field('Phone number').value).toBe('+525512345678'))
})

test('shows no recipient on the receipt before it is whole', async () => {
  till = await openCheckout()
  await till.type('Phone number', '5512')
  await till.until(() => expect(till.inputsOf('checkout.check').at(-1)).toMatchObject({ reference: '5512' }))
  const receipt = (): string => document.querySelector('[aria-label="Receipt"]')?.textContent ?? ''
  expect(receipt()).toContain('To…')
  await till.type('Phone number', '5512345678')
  await till.until(() => expect(receipt()).toContain('ToAna · +52 55 1234 5678'))
})

test('takes the recipient from the fields for a product without a reference', async () => {
  const [plan] = scriptedVariants.filter(({ brandSlug }) => brandSlug === 'vireo')
  const sold = {
    ...plan!,
    reference: null,
    requiredFields: [{ name: 'recipient.email', kind: 'email' as const, required: true }],
  }
  const earlier = scriptedPurchase(1, 'delivered', 9, {
    sku: sold.sku,
    reference: 'ana@example.org',
    requiredFields: [{ name: 'recipient.email', value: 'ana@example.org' }],
  })
  till = await mountTill(`/checkout/${sold.sku}?from=${earlier.id}`, { variants: [sold], purchases: [earlier] })
  await till.until(() => expect(till.field('Recipient’s e-mail').value).toBe('ana@example.org'))
  await till.until(() => expect(till.inputsOf('checkout.check')).not.toEqual([]))
  expect(till.inputsOf('checkout.check').at(-1)).toMatchObject({
    reference: '',
    fields: { 'recipient.email': 'ana@example.org' },
  })
})
