import { expect, test } from 'vitest'
import { placesIn } from './places.ts'

const place = (iso2: string, shown: string, variants: number, capital = '') => ({
  iso2,
  shown,
  name: shown,
  variants,
  capital,
  iso3: '',
  fiatCurrency: '',
  callingCode: '',
  region: '',
  subregion: '',
  languages: [],
})
const countries = [
  place('TT', 'Trinidad and Tobago', 9, 'Port of Spain'),
  place('ES', 'Spain', 88),
  place('MX', 'México', 214),
  place('US', 'United States', 143),
  place('SJ', 'Spitsbergen', 0),
]

test.each([
  ['spain', [['ES', '']]],
  ['Spa', [['ES', '']]],
  ['mexico', [['MX', '']]],
  ['nimbus Mexico 20', [['MX', 'nimbus 20']]],
  ['united states games', [['US', 'games']]],
  ['united', [['US', '']]],
  ['spi', []],
  ['sp', []],
  ['nimbus', []],
  ['spainful', []],
])('finds countries in “%s”: %j', (text, expected) => {
  expect(placesIn(text, countries).map(({ country, rest }) => [country.iso2, rest])).toEqual(expected)
})
