import { expect, it } from 'vitest'
import { groupPhone } from './group-phone.ts'

it.each([
  ['+525512345678', '55 1234 5678', 'MX', '52'],
  ['+12015550123', '(201) 555-0123', 'US', '1'],
  ['+34612345678', '612 34 56 78', 'ES', '34'],
  // As far as typed.
  ['+52551234', '55 1234', 'MX', '52'],
  ['+525', '5', 'MX', '52'],
  ['+52', '', 'MX', '52'],
])('groups %s as its country writes it', (reference, text, iso2, callingCode) => {
  expect(groupPhone(reference)).toEqual({ text, country: { iso2, callingCode } })
})

it('keeps the code of a number whose country is unknown', () => {
  expect(groupPhone('+99')).toEqual({ text: '+99', country: null })
})

it.each(['', '5512345678', 'ana@example.com', '+52 55', 'ID 12'])('groups no other text: %j', (reference) => {
  expect(groupPhone(reference)).toBeNull()
})
