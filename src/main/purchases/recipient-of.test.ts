import fc from 'fast-check'
import { getExampleNumber } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { expect, it } from 'vitest'
import { recipientKey } from './recipient-of.ts'

it('a phone number is one recipient, however it is written', () => {
  const numbers = (['MX', 'BR', 'FR', 'US', 'AR', 'NG', 'IN', 'PH'] as const).map((country) => ({
    country,
    phone: getExampleNumber(country, examples)!,
  }))
  const forms = fc.constantFrom('E164', 'NATIONAL', 'INTERNATIONAL', 'DIGITS', 'DIALLED', 'DOTS')
  fc.assert(
    fc.property(fc.constantFrom(...numbers), forms, forms, ({ country, phone }, one, other) => {
      const written = (form: string): string => {
        if (form === 'DIGITS') return phone.number.slice(1)
        if (form === 'DIALLED') return `00${phone.number.slice(1)}`
        if (form === 'DOTS') return phone.formatInternational().replaceAll(' ', '.')
        return phone.format(form as 'E.164')
      }
      const form = (name: string): string => written(name === 'E164' ? 'E.164' : name)
      expect(recipientKey(form(one), country)).toBe(phone.number)
      expect(recipientKey(form(other), country)).toBe(recipientKey(form(one), country))
    }),
  )
})

it.each([
  ['+52 1 55 1234 5678', '+525512345678', 'MX'],
  ['Ana@Example.org', 'ana@example.org', 'MX'],
  ['Ana  Lima', 'analima', 'BR'],
  ['12', '12', 'US'],
  ['5512345678', '5512345678', ''],
])('%s is %s', (recipient, key, country) => {
  expect(recipientKey(recipient, country)).toBe(key)
})

it('numbers that differ are different recipients, and a national one is of the product’s country', () => {
  expect(recipientKey('5512345678', 'MX')).not.toBe(recipientKey('5512345679', 'MX'))
  expect(recipientKey('2015550123', 'US')).toBe('+12015550123')
  expect(recipientKey('+522015550123', 'US')).not.toBe('+12015550123')
})
