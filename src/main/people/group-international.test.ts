import { expect, it } from 'vitest'
import { groupInternational } from './group-international.ts'

it.each([
  ['+525512345678', '+52 55 1234 5678'],
  ['+12015550123', '+1 201 555 0123'],
  // As far as typed.
  ['+52551234', '+52 55 1234'],
  ['+99', '+99'],
  // No international number.
  ['5512345678', '5512345678'],
  ['ana@example.com', 'ana@example.com'],
  ['', ''],
])('groups %j as %j', (reference, grouped) => {
  expect(groupInternational(reference)).toBe(grouped)
})
