import { expect, test } from 'vitest'
import { zoneElsewhere } from './time-there.ts'

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
