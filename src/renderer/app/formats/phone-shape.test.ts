import fc from 'fast-check'
import { getCountries, getExampleNumber } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { describe, expect, it } from 'vitest'
import { parsePhone } from '../../../main/people/parse-phone.ts'
import { loadPhoneShape } from './phone-shape.ts'

const shape = await loadPhoneShape()
const mobiles = getCountries().flatMap((country) => {
  const known = getExampleNumber(country, examples)
  return known ? [[country, known] as const] : []
})
const shown = (typed: string, country: string, isWhole = false): string =>
  shape
    .groups(typed, country, isWhole)
    .map((group) => group.typed + '_'.repeat(group.missing))
    .join(' ')

it('groups a number as its country writes it, with the digits that are missing', () => {
  expect(shown('', 'MX')).toBe('___ ___ ____')
  expect(shown('55', 'MX')).toBe('55 ____ ____')
  expect(shown('551234', 'MX')).toBe('55 1234 ____')
  expect(shown('5512345678', 'MX', true)).toBe('55 1234 5678')
  expect(shown('2015550123', 'US', true)).toBe('201 555 0123')
})

it('keeps a trunk prefix, a calling code and too many digits visible', () => {
  expect(shown('07400', 'GB')).toBe('07400 ______')
  expect(shown('0', 'GB', true)).toBe('0')
  expect([shown('', 'FR'), shown('06', 'FR'), shown('6', 'FR')]).toEqual([
    '__ __ __ __ __',
    '06 __ __ __ __',
    '6 __ __ __ __',
  ])
  expect(shown('+52 55 1234', 'US')).toBe('+52 55 1234')
  expect(shown('55123456789', 'MX').replaceAll(' ', '')).toBe('55123456789')
})

it('asks for no further digit of a whole number that is shorter than the example', () => {
  expect(shown('1123456789', 'AR', true)).not.toContain('_')
})

it('knows how long the numbers of a country are, and nothing of an unknown one', () => {
  expect([shape.lengthIn('MX'), shape.lengthIn('GB'), shape.lengthIn('XX')]).toEqual([10, 11, null])
  expect(shown('123456', 'XX').replaceAll(' ', '')).toBe('123456')
})

describe.each(mobiles)('the numbers of %s', (country, known) => {
  const written = known.formatNational().replace(/\D/g, '')

  it('have as many digits as people there write, of which none is missing with or without the prefix', () => {
    // People of Argentina write 15 within the number, where the international form has 9 before it.
    const isPrefixed = written.endsWith(known.nationalNumber)
    expect([isPrefixed, shape.lengthIn(country)]).toEqual(
      country === 'AR' ? [false, known.nationalNumber.length] : [true, written.length],
    )
    for (const typed of isPrefixed ? [written, known.nationalNumber] : [known.nationalNumber]) {
      expect(shown(typed, country)).not.toContain('_')
      expect(shown(typed.slice(0, -1), country).replaceAll(' ', '')).toBe(`${typed.slice(0, -1)}_`)
    }
    expect(shown('', country).replaceAll(' ', '')).toHaveLength(shape.lengthIn(country) ?? 0)
  })

  it('are the same with and without it', () => {
    for (const typed of [written, known.nationalNumber]) expect(parsePhone(typed, country)?.number).toBe(known.number)
  })
})

it('never loses, adds or reorders a typed digit', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 15 })
  fc.assert(
    fc.property(
      digits,
      fc.constantFrom('MX', 'US', 'GB', 'AR', 'BR', 'PH', 'DE', 'IT'),
      fc.boolean(),
      (typed, to, whole) => {
        const typedAgain = shape.groups(typed, to, whole).map((group) => group.typed)
        expect(typedAgain.join('')).toBe(typed)
      },
    ),
    { examples: [['0', 'MX', true]] },
  )
})
