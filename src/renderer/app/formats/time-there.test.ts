import { expect, test } from 'vitest'
import { countriesOfRecipient, zoneElsewhere } from './time-there.ts'

const winter = Date.parse('2026-01-15T12:00:00Z')
/** A zone whose time differs from this computer's, wherever the test runs. */
const [far, farOffset] =
  new Date(winter).getTimezoneOffset() === -345 ? ['Asia/Colombo', '+05:30'] : ['Asia/Kathmandu', '+05:45']
const iso2 = far === 'Asia/Colombo' ? 'LK' : 'NP'

test.each([far, farOffset, `UTC${farOffset}`, ` GMT${farOffset} `])('“%s” is a zone with a known time', (timezone) => {
  expect(zoneElsewhere({ timezone, iso2 }, winter)).toBe(timezone.trim().replace(/^(UTC|GMT)/, ''))
})

test.each([
  ['of this computer', Intl.DateTimeFormat().resolvedOptions().timeZone, 'XX'],
  ['of no zone', '', 'NP'],
  ['of a zone that nobody knows', 'Middle/Earth', 'NP'],
  ['of a country with several clocks', 'America/New_York', 'US'],
  ['of a country elsewhere than its zone', far, 'IN'],
  ['of a country that nobody knows', far, 'XX'],
])('shows no time %s', (_, timezone, country) => {
  expect(zoneElsewhere({ timezone, iso2: country }, winter)).toBeNull()
})

const countries = [
  { iso2: 'FR', callingCode: '+33' },
  { iso2: 'US', callingCode: '+1' },
  { iso2: 'CA', callingCode: '+1' },
  { iso2: 'DO', callingCode: '+1809' },
  { iso2: 'MX', callingCode: '+52' },
  { iso2: 'AQ', callingCode: '' },
]
test.each([
  // A plan for several countries, listed under France, may go to a number of any country.
  ['FR', ['FR', 'IT'], null, []],
  ['FR', ['FR', 'IT'], '+33612345678', ['FR']],
  ['FR', ['FR', 'IT'], '+525512345678', ['MX']],
  ['FR', ['FR', 'IT'], '+12127365000', ['US', 'CA']],
  ['FR', ['FR', 'IT'], '+18095550100', ['DO']],
  ['FR', ['FR', 'IT'], '+999123', []],
  ['MX', ['MX'], null, ['MX']],
  ['MX', ['MX'], '5512345678', ['MX']],
  ['CA', ['CA'], '+16135550100', ['CA']],
  ['MX', [], '+33612345678', ['FR']],
  ['GLOBAL', [], null, []],
])('what is for %s of %j goes with %s to %s', (country, supportedCountries, number, expected) => {
  expect(countriesOfRecipient({ country, supportedCountries }, number, countries).map(({ iso2 }) => iso2)).toEqual(
    expected,
  )
})
