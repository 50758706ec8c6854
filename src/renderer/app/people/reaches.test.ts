import { expect, test } from 'vitest'
import { reaches } from './reaches.ts'

test('a number is the same with spaces, without its calling code, and whole only', () => {
  for (const same of ['+525512345678', '+52 55 1234 5678', '55 1234 5678', '(55) 1234-5678', '12345678'])
    expect([same, reaches(same, '+525512345678')]).toEqual([same, true])
  for (const other of ['', '345678', '+52551234567', '+525512345679', '525512345678901', 'ana@example.org'])
    expect([other, reaches(other, '+525512345678')]).toEqual([other, false])
})

test('an e-mail address is the same in capitals, and nothing else is', () => {
  expect(reaches(' Ana@Example.org ', 'ana@example.org')).toBe(true)
  expect(reaches('na@example.org', 'ana@example.org')).toBe(false)
})
