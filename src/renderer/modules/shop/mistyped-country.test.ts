import { expect, test } from 'vitest'
import { means, mistypedCountry } from './mistyped-country.ts'

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
  country('TH', 'Thailand'),
  country('PH', 'Philippines'),
  country('AT', 'Austria'),
  country('AU', 'Australia'),
  country('ML', 'Mali', 0),
  country('SK', 'Slovakia'),
  country('SI', 'Slovenia', 0),
]

test.each([
  ['esim itlay', 'IT', 'esim Italy'],
  ['Itlay', 'IT', 'Italy'],
  ['netflix brasill', 'BR', 'netflix brasil'],
  ['untied states games', 'US', 'United states games'],
  ['estados undos', 'US', 'estados unidos'],
  // Two errors in a long word, and the nearest of two countries.
  ['Phillipines', 'PH', 'Philippines'],
  ['australa', 'AU', 'Australia'],
])('“%s” names %s with a typing error', (text, iso2, corrected) => {
  const found = mistypedCountry(text, countries)
  expect([found?.country.iso2, found?.text]).toEqual([iso2, corrected])
})

test.each([
  // The words as they are, and two errors in a short one.
  'esim italy',
  'esim ilaty',
  // Still being typed.
  'esim ita',
  // Either of two.
  'chana',
  // Nothing is sold there.
  'mall',
  'slovenia',
  // A place is named already.
  'itlay brazil',
  'europe itlay',
  'united',
  '',
])('“%s” names none', (text) => {
  expect(mistypedCountry(text, countries)).toBeNull()
})

test.each([
  ['tailand', ['thailand'], true],
  // The catalog knows it as the beginning of the country's Spanish name.
  ['tailand', ['tailandia'], true],
  ['tailand', ['tailandia', 'tailor'], false],
  ['tailand', [], false],
  // Another word of the catalog is as close.
  ['ghanna', ['ghana', 'channa'], false],
  // A more distant one does not count.
  ['australa', ['australia', 'astral'], true],
])('“%s”, which may mean %j, means the country: %s', (typed, meanings, expected) => {
  const found = mistypedCountry(typed, countries)
  expect(found && means(found, meanings)).toBe(expected)
})
