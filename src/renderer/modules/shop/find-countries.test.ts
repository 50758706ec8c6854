import { expect, test } from 'vitest'
import { countriesIn } from './find-countries.ts'

const country = (iso2: string, shown: string, variants: number, capital = '') => ({
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
  country('TT', 'Trinidad and Tobago', 9, 'Port of Spain'),
  country('ES', 'Spain', 88),
  country('MX', 'México', 214),
  country('US', 'United States', 143),
  country('SJ', 'Spitsbergen', 0),
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
  expect(countriesIn(text, countries).map(({ country, rest }) => [country.iso2, rest])).toEqual(expected)
})
