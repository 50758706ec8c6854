import { expect, test } from 'vitest'
import { reaches } from './reaches.ts'

test('a number is the same with spaces, without its calling code, and whole only', () => {
  for (const same of ['+525512345678', '+52 55 1234 5678', '55 1234 5678', '(55) 1234-5678', '12345678'])
    expect([same, reaches(same, '+525512345678')]).toEqual([same, true])
  for (const other of ['', '345678', '+52551234567', '+525512345679', '525512345678901', 'ana@example.org'])
    expect([other, reaches(other, '+525512345678')]).toEqual([other, false])
})

test('a number is the same with what dials in its country or from another one', () => {
  for (const same of ['06 12 34 56 78', '0033612345678', '+33 (0)6 12 34 56 78', '612345678'])
    expect([same, reaches(same, '+33612345678')]).toEqual([same, true])
  expect(reaches('+52 1 55 1234 5678', '+525512345678')).toBe(true)
  for (const other of ['07 12 34 56 78', '0034612345678', '02345678'])
    expect([other, reaches(other, '+33612345678')]).toEqual([other, false])
})

test('an e-mail address is the same in capitals, and nothing else is', () => {
  expect(reaches(' Ana@Example.org ', 'ana@example.org')).toBe(true)
  expect(reaches('na@example.org', 'ana@example.org')).toBe(false)
})
