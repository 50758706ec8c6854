import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findPhone, findPhoneCountries, readNational } from './find-phone.ts'

test.each([
  ['+52 55 1234 5678', null, 'MX', '+525512345678'],
  ['0052 5512345678', null, 'MX', '+525512345678'],
  ['+1 (212) 555-0100', 'MX', 'US', '+12125550100'],
  ['+1 809 555 0100', null, 'DO', '+18095550100'],
  ['+7 701 123 4567', null, 'KZ', '+77011234567'],
  ['55 1234 5678', 'MX', 'MX', '+525512345678'],
  ['(55) 1234-5678', 'MX', 'MX', '+525512345678'],
  ['300 123 4567', 'CO', 'CO', '+573001234567'],
  ['0812 345 678', 'ID', 'ID', '+62812345678'],
  ['020 7946 0958', 'GB', 'GB', '+442079460958'],
  ['525512345678', null, 'MX', '+525512345678'],
  ['573001234567', 'MX', 'CO', '+573001234567'],
  ['+52 1 55 1234 5678', null, 'MX', '+525512345678'],
  ['1 55 1234 5678', 'MX', 'MX', '+525512345678'],
  // Without its first two digits, it is a number of New Jersey.
  ['52 55 1234 5678', 'US', 'MX', '+525512345678'],
  ['+54 9 11 2345 6789', null, 'AR', '+5491123456789'],
])('%s, typed in %s, is a number of %s', (text, near, country, number) => {
  expect(findPhone(text, near)).toMatchObject({ country, number })
})

test.each([
  ['+52', 'MX', '+52'],
  ['+5255', 'MX', '+5255'],
  ['+1 212', 'US', '+1212'],
  ['+57 300 12', 'CO', '+5730012'],
])('%s is the start of a number of %s', (text, country, number) => {
  expect(findPhone(text, null)).toMatchObject({ country, number })
})

test.each([
  ['200', 'MX'],
  ['2000000', 'CO'],
  ['1000000', 'ID'],
  ['1 000 000', 'ID'],
  ['55 1234 5678', null],
  ['55 1234 5678', 'ZZ'],
  ['+999 1234567', 'MX'],
  ['nimbus 10', 'MX'],
  ['nimbus 1 000 000', 'ID'],
  ['nimbus 5512345678x', 'MX'],
  ['NIMBUS_5512345678', 'MX'],
  ['', 'MX'],
  ['+', 'MX'],
])('“%s”, typed in %s, is not a number', (text, near) => {
  expect(findPhone(text, near)).toBeNull()
})

test.each([
  ['nimbus +52 55 1234 5678', null, '+525512345678', 'nimbus'],
  ['+52 55 1234 5678 nimbus móvil', null, '+525512345678', 'nimbus móvil'],
  ['nimbus +52 1 55 1234 5678', null, '+525512345678', 'nimbus'],
  ['nimbus 55 1234 5678 plus', 'MX', '+525512345678', 'nimbus plus'],
  ['nimbus 10 55 1234 5678', 'MX', '+525512345678', 'nimbus 10'],
  // With the amount, it would be a possible number of Germany.
  ['+4915112345678 50', null, '+4915112345678', '50'],
  // Behind it, Austria would have a number with the amount's digits.
  ['20 +436641234567', null, '+436641234567', '20'],
  ['nimbus (55) 1234-5678 10', 'MX', '+525512345678', 'nimbus 10'],
  ['nimbus 5512345678 10', 'MX', '+525512345678', 'nimbus 10'],
  ['nimbus 52 55 1234 5678', 'MX', '+525512345678', 'nimbus'],
  ['nimbus 573001234567 10', null, '+573001234567', 'nimbus 10'],
  ['+52 55 1234 5678 100', null, '+525512345678', '100'],
  ['nimbus 10 +52 55', null, '+5255', 'nimbus 10'],
])('in “%s”, typed in %s, %s remains after “%s”', (text, near, number, rest) => {
  expect(findPhone(text, near)).toMatchObject({ number, rest })
})

test('whatever is typed, the result is a number in international form or nothing', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[+\d ().-]{0,40}$/), fc.constantFrom('MX', 'US', 'ID', null), (text, near) => {
      const found = findPhone(text, near)
      if (found === null) return
      expect(found.country).toMatch(/^[A-Z]{2}$/)
      expect(found.number).toMatch(/^\+\d+$/)
      if (found.whole) expect(found.number.length).toBeGreaterThan(5)
    }),
    { numRuns: 2_000 },
  )
})

test('a whole number is not real unless it is assigned', () => {
  expect(findPhone('+52 000 000 0000', null)).toMatchObject({ whole: true, isReal: false })
  expect(findPhone('+52 55 1234 5678', null)).toMatchObject({ whole: true, isReal: true })
})

test.each([
  ['+52', null, false],
  ['+52 55 12', null, false],
  ['+52 55 1234 5678', null, true],
  ['55 1234 5678', 'MX', true],
  ['525512345678', null, true],
] as const)('“%s” (near %s) is a whole number: %s', (text, near, whole) => {
  expect(findPhone(text, near)?.whole).toBe(whole)
})

test.each([
  ['+52 55 1234 567', false],
  ['+52 55 1234 5678', false],
  ['+52 1 55 1234 5678', false],
  ['+52 55 1234 56789', true],
  ['0052 55 1234 56789', true],
  ['+1 212 555 01234', true],
])('“%s” has too many digits for its country: %s', (text, isTooLong) => {
  expect(findPhone(text, null)?.isTooLong).toBe(isTooLong)
})

test('names the countries in which a national number exists, as a mobile one', () => {
  const countries = findPhoneCountries('55 1234 5678')
  expect(countries).toContain('MX')
  expect(countries).not.toContain('CO')
  expect(findPhoneCountries('300 123 4567')).toContain('CO')
  // A landline in London.
  expect(findPhoneCountries('020 7946 0958')).not.toContain('GB')
  for (const text of ['', '200', '+52 55 1234 5678', '00525512345678', 'sixteen', '9'.repeat(40)]) {
    expect([text, findPhoneCountries(text)]).toEqual([text, []])
  }
})

test.each([
  ['55 1234 567', 'MX', 'too-short'],
  ['55 1234 5678', 'MX', null],
  ['55 1234 56789', 'MX', 'too-long'],
  ['55 1234 567', 'ZZ', null],
  ['sixteen', 'MX', null],
])('“%s” is, in %s, %s', (text, near, problem) => {
  expect(readNational(text, near).problem).toBe(problem)
})

test('names the other numbers that digits without + may be, and none for one with +', () => {
  const others = (text: string, near: string | null) =>
    findPhone(text, near)?.others.map(({ country, number }) => `${country} ${number}`)
  expect(others('55 1234 5678', 'US')).toContain('MX +525512345678')
  expect(others('55 1234 5678', 'US')).not.toContain('US +15512345678')
  expect(others('nimbus 5512345678 10', 'US')).toContain('MX +525512345678')
  expect(others('+1 551 234 5678', 'US')).toEqual([])
})
