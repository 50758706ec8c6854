import { expect, test } from 'vitest'
import { findPhone } from './phone-search.ts'

const countries = [
  { iso2: 'US', callingCode: '+1', variants: 143 },
  { iso2: 'CA', callingCode: '1', variants: 20 },
  { iso2: 'MX', callingCode: '+52', variants: 214 },
  { iso2: 'DO', callingCode: '+1809', variants: 5 },
]

test.each([
  ['+52 55 1234 5678', 'MX', '+525512345678'],
  ['0052 5512345678', 'MX', '+525512345678'],
  ['+1 (212) 555-0100', 'US', '+12125550100'],
  ['+1 809 555 0100', 'DO', '+18095550100'],
])('%s is a number of %s', (text, country, number) => {
  expect(findPhone(text, countries)).toEqual({ country, number })
})

test.each(['200', '5512345678', '+99 1234567', 'lumo +52 55 1234 5678', '', '+'])(
  '“%s” is not taken for one',
  (text) => {
    expect(findPhone(text, countries)).toBeNull()
  },
)
