import { describe, expect, test } from 'vitest'
import { createFormats } from './formats.ts'
import { clockOn, timeOn } from '../../../shared/receipts/receipt-text.ts'
import { locales } from '../../../shared/app/locales.ts'
import { timeOfDay } from '../../../shared/app/time-of-day.ts'

const early = '2026-11-22T08:05:00Z'
const late = '2026-11-22T13:05:00Z'
const spaced = (text: string): string => text.replace(/\s/gu, ' ')

function write(locale: string, country: string | null, at: string): string {
  return spaced(
    new Intl.DateTimeFormat(locale, { ...timeOfDay(locale, country), timeZone: 'UTC' }).format(new Date(at)),
  )
}

describe('a time of day', () => {
  test.each([
    ['es-MX', 'MX', '8:05 a.m.', '1:05 p.m.'],
    ['es-ES', 'ES', '8:05', '13:05'],
    ['es-AR', 'AR', '8:05 a. m.', '1:05 p. m.'],
    ['es-419', null, '8:05 a.m.', '1:05 p.m.'],
    ['en-US', 'US', '8:05 AM', '1:05 PM'],
    ['en-GB', 'GB', '08:05', '13:05'],
    ['en', null, '8:05 AM', '1:05 PM'],
    ['pt-BR', 'BR', '08:05', '13:05'],
    ['fr-FR', 'FR', '08:05', '13:05'],
    ['fr-CA', 'CA', '08 h 05', '13 h 05'],
    // The country decides, whatever region the system has.
    ['es-ES', 'MX', '8:05 a. m.', '1:05 p. m.'],
    ['en-US', 'GB', '08:05', '13:05'],
    ['en-US', 'not a country', '8:05 AM', '1:05 PM'],
  ])('in %s, in %s, is %s and %s', (locale, country, morning, afternoon) => {
    expect([write(locale, country, early), write(locale, country, late)]).toEqual([morning, afternoon])
  })

  test.each(
    locales.flatMap((language) =>
      ['MX', 'US', 'GB', 'BR', 'FR', 'ES', 'NG', 'PH'].map((country) => ({ language, country })),
    ),
  )('is the same on a screen and on a receipt ($language, $country)', (place) => {
    const screen = createFormats(`${place.language}-${place.country}`, 'UTC', place.country)
    for (const at of [early, late]) {
      const shown = spaced(screen.clock(Date.parse(at), Date.parse(at)))
      expect(clockOn(place, at, 'UTC')).toBe(shown)
      expect(timeOn(place, at, 'UTC')).toContain(shown)
      expect(spaced(screen.dated(Date.parse(at)))).toContain(shown)
    }
  })
})
