import { expect, test } from 'vitest'
import { fold, matchCountry, type NamedCountry } from './match-country.ts'

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
const all = [trinidad, spain, papua, guinea]

const found = (typed: string): string[] =>
  all
    .map((one) => ({ iso2: one.iso2, rank: matchCountry(typed, one) }))
    .filter((one): one is { iso2: string; rank: number } => one.rank !== null)
    .sort((a, b) => a.rank - b.rank)
    .map(({ iso2 }) => iso2)

test.each([
  ['spain', ['ES', 'TT']],
  ['Spa', ['ES', 'TT']],
  ['españa', ['ES']],
  ['ESPANA', ['ES']],
  ['guinea', ['GN', 'PG']],
  ['+34', ['ES']],
  ['34', ['ES']],
  ['eur', ['ES']],
  ['caribbean', ['TT']],
  ['tobago', ['TT']],
  ['french', ['GN']],
  ['zzz', []],
])('“%s” matches %j', (typed, expected) => {
  expect(found(typed)).toEqual(expected)
})

test('empty text ranks all countries alike', () => {
  expect(all.map((one) => matchCountry('  ', one))).toEqual([0, 0, 0, 0])
})

test('ignores accents, case and surrounding spaces', () => {
  expect(fold(' Côte d’Ivoire ')).toBe('cote d’ivoire')
})
