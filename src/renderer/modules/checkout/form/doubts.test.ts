// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { mountTill, type MountedTill } from '../../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

test('asks about a mistyped e-mail address: one press takes the suggestion, a tick keeps what was typed', async () => {
  till = await mountTill('/checkout/b1_MX_10-I')
  const email = () => till.field(/e-mail/i)
  await till.until(email)
  await till.type(/e-mail/i, 'lupita@gmial.com')
  await till.until(() => expect(till.text()).toContain('Did you mean lupita@gmail.com?'))
  await till.press('See price')
  expect(till.inputsOf('checkout.quote')).toEqual([])
  await till.press('Use this address')
  await till.until(() => expect(email().value).toBe('lupita@gmail.com'))
  await till.until(() => expect(till.text()).not.toContain('Did you mean'))
  await till.type(/e-mail/i, 'lupita@gmial.com')
  await till.until(() => till.button('Use this address'))
  await till.press('The address is right as typed')
  await till.press('See price')
  await till.until(() => expect(till.inputsOf('checkout.quote')).toMatchObject([{ reference: 'lupita@gmial.com' }]))
})

test('asks about a number one slip from a usual one: one press takes that one, a tick keeps what was typed', async () => {
  till = await mountTill('/checkout/lumo_MX_200-I', {
    'checkout.check': ({ reference }) => ({
      reference: `+52${reference.slice(-10)}`,
      problems: [],
      doubts: reference.endsWith('9')
        ? [{ field: null, reason: 'similar-number', known: '+525512345678', name: null, times: 3 }]
        : [],
    }),
  })
  const phone = () => till.field(/^phone number/i)
  await till.until(phone)
  await till.type(/^phone number/i, '5512345679')
  await till.until(() =>
    expect(till.text()).toContain('Almost the same as +52 55 1234 5678, which you bought for 3 times'),
  )
  await till.press('See price')
  await till.until(() => expect(till.text()).toContain('Answer this before you see the price.'))
  expect(till.inputsOf('checkout.quote')).toEqual([])
  await till.press('Use +52 55 1234 5678')
  await till.until(() => expect(phone().value.replace(/\D/g, '')).toContain('5512345678'))
  await till.until(() => expect(till.text()).not.toContain('Almost the same'))
  await till.type(/^phone number/i, '5512345679')
  await till.until(() => till.button('Use +52 55 1234 5678'))
  await till.press('The number is right')
  await till.press('See price')
  await till.until(() => expect(till.inputsOf('checkout.quote')).toHaveLength(1))
})

test('says of a number one slip from one that was used once that it was once', async () => {
  const similar = { reason: 'similar-number', known: '+525512345678', name: null, times: 1 } as const
  till = await mountTill('/checkout/lumo_MX_200-I', {
    'checkout.check': { reference: '+525512345679', problems: [], doubts: [{ field: null, ...similar }] },
  })
  await till.until(() => till.field(/^phone number/i))
  await till.type(/^phone number/i, '5512345679')
  await till.until(() => expect(till.text()).toContain('+52 55 1234 5678, which you bought for once.'))
})

test('names the person whose number is one slip away', async () => {
  const similar = { reason: 'similar-number', known: '+525512345678', name: 'Mom Lucia', times: 1 } as const
  till = await mountTill('/checkout/lumo_MX_200-I', {
    'checkout.check': { reference: '+525512345679', problems: [], doubts: [{ field: null, ...similar }] },
  })
  await till.until(() => till.field(/^phone number/i))
  await till.type(/^phone number/i, '5512345679')
  await till.until(() => expect(till.text()).toContain('Almost the number of Mom Lucia, +52 55 1234 5678.'))
  const marked = [...document.querySelectorAll('main strong')].map((part) => part.textContent)
  expect(marked).toEqual(['8'])
  expect(till.button('Use +52 55 1234 5678')).toBeTruthy()
})

test('names the operator of a number’s last top-ups where another one is chosen', async () => {
  till = await mountTill('/checkout/lumo_MX_200-I', {
    'checkout.check': {
      reference: '+525512345678',
      problems: [],
      doubts: [{ field: null, reason: 'other-brand', brand: 'Vireo Travel', slug: 'vireo' }],
    },
  })
  await till.until(() => till.field(/^phone number/i))
  await till.type(/^phone number/i, '5512345678')
  await till.until(() => expect(till.text()).toContain('The last two top-ups of this number were from Vireo Travel'))
  expect(till.button('Yes, it changed operator').getAttribute('aria-checked') ?? 'false').not.toBe('true')
  await till.press('Top up with Vireo Travel instead')
  await till.until(() => expect(till.path()).toBe('/brand/vireo'))
  await till.router.push('/checkout/lumo_MX_100-I')
  await till.until(() => expect(till.field(/^phone number/i).value).toBe('+525512345678'))
})
