import { expect, test } from 'vitest'
import { mistypedCountry } from './mistyped-country.ts'

const country = (iso2: string, shown: string, variants = 9) => ({
  iso2,
  shown,
  name: shown,
  variants,
  capital: '',
  iso3: '',
  fiatCurrency: '',
  callingCode: '',
  region: iso2 === 'IT' ? 'Europe' : '',
  subregion: '',
  languages: [],
})
const countries = [
  country('IT', 'Italy'),
  country('BR', 'Brazil'),
  country('US', 'United States'),
  country('CN', 'China'),
  country('GH', 'Ghana'),
  country('ML', 'Mali', 0),
]

test.each([
  ['esim itlay', 'IT', 'esim Italy'],
  ['Itlay', 'IT', 'Italy'],
  ['netflix brasill', 'BR', 'netflix brasil'],
  ['untied states games', 'US', 'United states games'],
  ['estados undos', 'US', 'estados unidos'],
])('“%s” names %s with a typing error', (text, iso2, corrected) => {
  const found = mistypedCountry(text, countries)
  expect([found?.country.iso2, found?.text]).toEqual([iso2, corrected])
})

test.each([
  // The words as they are, and two errors.
  'esim italy',
  'esim ilaty',
  // Still being typed.
  'esim ita',
  // Either of two.
  'chana',
  // Nothing is sold there.
  'mall',
  // A place is named already.
  'itlay brazil',
  'europe itlay',
  'united',
  '',
])('“%s” names none', (text) => {
  expect(mistypedCountry(text, countries)).toBeNull()
})
