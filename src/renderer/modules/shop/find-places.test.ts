import { expect, test } from 'vitest'
import { countriesIn, placesIn } from './find-places.ts'

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
  country('GN', 'Guinea', 5),
  country('PG', 'Papua New Guinea', 4),
  country('CI', 'Côte d’Ivoire', 3),
]

test.each([
  ['spain', [['ES', '']]],
  ['Spa', [['ES', '']]],
  ['mexico', [['MX', '']]],
  // In every language of the search, whatever the one on screen.
  ['españa', [['ES', '']]],
  ['Estados Unidos', [['US', '']]],
  ['esim estados unidos', [['US', 'esim']]],
  ['nimbus Mexico 20', [['MX', 'nimbus 20']]],
  ['united states games', [['US', 'games']]],
  ['united', [['US', '']]],
  ['spi', []],
  ['sp', []],
  ['nimbus', []],
  ['spainful', []],
  // Chips are searches that a person would type.
  [
    'esim for trip to spain and mexico',
    [
      ['MX', 'esim trip'],
      ['ES', 'esim trip'],
    ],
  ],
  [
    'spain, mexico',
    [
      ['MX', ''],
      ['ES', ''],
    ],
  ],
  ['papua new guinea', [['PG', '']]],
  ['eSIM pour l’Espagne', [['ES', 'eSIM']]],
  ["eSIM pour l'Espagne", [['ES', 'eSIM']]],
  ["cote d'ivoire", [['CI', '']]],
  ["Macy's Mexique", [['MX', "Macy's"]]],
])('finds countries in “%s”: %j', (text, expected) => {
  expect(countriesIn(text, countries).map(({ country, rest }) => [country.iso2, rest])).toEqual(expected)
})

const placed = countries.map((one) => ({
  ...one,
  region: one.iso2 === 'ES' || one.iso2 === 'SJ' ? 'Europe' : one.iso2 === 'GN' ? 'Africa' : 'Americas',
  subregion: one.iso2 === 'ES' ? 'Southern Europe' : '',
}))

test.each([
  ['esim europe', [], ['ES', 'SJ'], 'esim'],
  ['esim for Europa', [], ['ES', 'SJ'], 'esim'],
  ['esim southern europe', [], ['ES', 'SJ'], 'esim'],
  ['global plan', [], ['MX', 'US', 'ES', 'TT', 'GN', 'PG', 'CI', 'SJ'], 'plan'],
  ['esim for spain and mexico', ['ES', 'MX'], null, 'esim'],
  ['esim españa', ['ES'], null, 'esim'],
  ['nimbus 20', [], null, 'nimbus 20'],
  ['', [], null, ''],
])('“%s” names the countries %j and the region of %j', (text, named, region, rest) => {
  const found = placesIn(text, placed)
  expect(found.countries.map(({ iso2 }) => iso2)).toEqual(named)
  expect(found.region?.map(({ iso2 }) => iso2) ?? null).toEqual(region)
  expect(found.rest).toBe(rest)
})
