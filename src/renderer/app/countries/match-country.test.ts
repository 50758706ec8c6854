import { expect, test } from 'vitest'
import { matchCountries, matchCountry, type NamedCountry } from './match-country.ts'

const country = (iso2: string, name: string, given: Partial<NamedCountry> = {}): NamedCountry => ({
  iso2,
  name,
  shown: name,
  iso3: `${iso2}X`,
  fiatCurrency: '',
  callingCode: '',
  capital: '',
  region: '',
  subregion: '',
  languages: [],
  ...given,
})
const trinidad = country('TT', 'Trinidad and Tobago', { capital: 'Port of Spain', subregion: 'Caribbean' })
const spain = country('ES', 'Spain', { shown: 'España', region: 'Europe', callingCode: '+34', fiatCurrency: 'EUR' })
const guinea = country('GN', 'Guinea', { languages: ['French'] })
const papua = country('PG', 'Papua New Guinea')
const equatorial = country('GQ', 'Equatorial Guinea')
const guatemala = country('GT', 'Guatemala')
const all = [trinidad, spain, equatorial, papua, guinea, guatemala]

const found = (typed: string): string[] =>
  matchCountries(typed, all)
    .sort((a, b) => a.match - b.match)
    .map(({ iso2 }) => iso2)

test.each([
  ['spain', ['ES', 'TT']],
  ['Spa', ['ES', 'TT']],
  ['españa', ['ES']],
  ['ESPANA', ['ES']],
  ['Papúa Nueva Guinea', ['PG']],
  ['guinea', ['GN', 'GQ', 'PG']],
  // Its Spanish name begins with it.
  ['gu', ['GN', 'GT', 'GQ', 'PG']],
  ['+34', ['ES']],
  ['34', ['ES']],
  ['eur', ['ES']],
  ['caribbean', ['TT']],
  ['tobago', ['TT']],
  ['french', ['GN']],
  ['zzz', []],
  // Mistyped: the whole name, its beginning, and a word of it.
  ['trinidad adn tobago', ['TT']],
  ['trniidad', ['TT']],
  ['tboago', ['TT']],
  ['espanna', ['ES']],
  ['sp', ['ES', 'TT']],
  ['gunea', ['GN', 'GQ', 'PG']],
])('“%s” matches %j', (typed, expected) => {
  expect(found(typed)).toEqual(expected)
})

test('empty text ranks all countries alike', () => {
  expect(all.map((one) => matchCountry('  ', one))).toEqual([0, 0, 0, 0, 0, 0])
})

const states = country('US', 'United States', { shown: 'Estados Unidos', fiatCurrency: 'USD' })
const kingdom = country('GB', 'United Kingdom', { shown: 'Reino Unido', fiatCurrency: 'GBP' })
const netherlands = country('NL', 'Netherlands', { shown: 'Países Bajos', fiatCurrency: 'EUR' })
const mexico = country('MX', 'Mexico', { shown: 'México', fiatCurrency: 'MXN' })
const antigua = country('AG', 'Antigua and Barbuda', { fiatCurrency: 'XCD' })
const ecuador = country('EC', 'Ecuador', { fiatCurrency: 'USD' })
const quetzal = { ...guatemala, fiatCurrency: 'GTQ' }

test.each([
  ['EUA', 'US'],
  ['EE.UU.', 'US'],
  ['EE. UU.', 'US'],
  ['ee uu', 'US'],
  ['EEUU', 'US'],
  ['USA', 'US'],
  ['estados unidos', 'US'],
  ['Inglaterra', 'GB'],
  ['Angleterre', 'GB'],
  ['england', 'GB'],
  ['UK', 'GB'],
  ['reino unido', 'GB'],
  ['gran bretaña', 'GB'],
  ['Holanda', 'NL'],
  ['hollande', 'NL'],
  // A dollar alone is the American one.
  ['dólares', 'US EC AG'],
  ['dollars', 'US EC AG'],
  ['pesos', 'MX'],
  ['peso mexicano', 'MX'],
  ['quetzales', 'GT'],
  ['euros', 'NL'],
  ['libras', 'GB'],
])('what people call a country or its money, “%s”, finds %s', (typed, expected) => {
  const found = matchCountries(typed, [antigua, ecuador, states, kingdom, netherlands, mexico, quetzal])
  expect(
    found
      .toSorted((a, b) => a.match - b.match)
      .map(({ iso2 }) => iso2)
      .join(' '),
  ).toBe(expected)
})
