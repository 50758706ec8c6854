import { expect, test } from 'vitest'
import { currencies } from './currencies.ts'
import { guessCountry, listLikely } from './guess-country.ts'

const countries = [...currencies.keys()]

test.each([
  ['the time zone, although the language is American English', ['en-US', 'en'], 'America/Mexico_City', 'MX'],
  ['a time zone that browsers know by an older name', ['en'], 'Asia/Calcutta', 'IN'],
  ['the first language with a region, if the zone names no country', ['es', 'es-PE', 'en-US'], 'UTC', 'PE'],
  ['nothing, if neither names a country', ['en', 'es-419'], 'Etc/GMT+6', null],
  ['nothing, from a tag that is no language', ['C'], 'UTC', null],
])('guesses from %s', (_, languages, timeZone, guess) => {
  expect(guessCountry({ languages, timeZone }, countries)).toBe(guess)
})

test('guesses one country for every time zone of a country', () => {
  for (const timeZone of ['America/New_York', 'Europe/Madrid', 'America/Buenos_Aires', 'Africa/Lagos', 'Asia/Manila'])
    expect(guessCountry({ languages: [], timeZone }, countries), timeZone).not.toBeNull()
})

test('offers the countries of the languages first, and never the chosen one', () => {
  const place = { languages: ['en-US', 'fr-HT'], timeZone: 'America/Mexico_City' }
  expect(listLikely(place, 'MX', 'en', countries)).toEqual(['US', 'HT', 'GT', 'CO', 'ES', 'PE'])
  expect(listLikely({ ...place, languages: ['en'] }, 'US', 'en', countries)).toEqual([
    'MX',
    'GB',
    'PH',
    'IN',
    'NG',
    'CA',
  ])
})

test('knows a currency for each country, and each country once', () => {
  expect(countries.length).toBeGreaterThan(240)
  expect(currencies.get('MX')).toBe('MXN')
  expect(currencies.get('BG')).toBe('EUR')
})
