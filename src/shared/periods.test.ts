import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { dayAt, isDay, isPeriod, noonOf, partsOf, spanOf, spanOfDays, stepPeriod } from './periods.ts'

const HOUR_MS = 60 * 60_000
const before = process.env['TZ']
/** Sets this machine's time zone. */
function live(zone: string): void {
  process.env['TZ'] = zone
}
afterEach(() => {
  if (before === undefined) delete process.env['TZ']
  else process.env['TZ'] = before
})
const hours = (period: string): number => (spanOf(period).to - spanOf(period).from) / HOUR_MS
const clock = (at: number): string => new Date(at).toTimeString().slice(0, 5)

describe('a day', () => {
  it('exists in the calendar', () => {
    live('America/Mexico_City')
    expect(['2028-02-29', '2026-12-31'].map(isDay)).toEqual([true, true])
    expect(['2026-02-29', '2026-13-01', '2026-1-1', '1999-01-01', '2026-11', ''].map(isDay)).not.toContain(true)
    expect(['2026-11', '2026-11-22'].map(isPeriod)).toEqual([true, true])
    expect(['2026', '2026-00', '2026-02-30', '2026-11-'].map(isPeriod)).not.toContain(true)
  })

  it('is followed by the next, across the ends of months and years', () => {
    live('America/Mexico_City')
    expect([stepPeriod('2026-12-31', 1), stepPeriod('2028-03-01', -1)]).toEqual(['2027-01-01', '2028-02-29'])
    expect([stepPeriod('2026-12', 1), stepPeriod('2026-01', -1)]).toEqual(['2027-01', '2025-12'])
    expect(spanOfDays('2026-11-01', '2026-11-30')).toEqual(spanOf('2026-11'))
  })

  it('has a noon of its own, also where the clock changes at midnight', () => {
    for (const [zone, day] of [
      ['Australia/Lord_Howe', '2026-10-04'],
      ['America/Santiago', '2026-09-06'],
    ] as const) {
      live(zone)
      expect([dayAt(noonOf(day)), clock(noonOf(day))]).toEqual([day, '12:00'])
    }
  })

  it('has 23 or 25 hours when the clock changes, with one hour repeated or skipped', () => {
    live('America/New_York')
    expect([hours('2026-03-08'), hours('2026-11-01'), hours('2026-11-02')]).toEqual([23, 25, 24])
    expect(partsOf('2026-03-08').map(clock).slice(0, 4)).toEqual(['00:00', '01:00', '03:00', '04:00'])
    expect(partsOf('2026-11-01').map(clock).slice(0, 4)).toEqual(['00:00', '01:00', '01:00', '02:00'])
    // Its daylight saving time shifts the clock by half an hour, at midnight.
    live('Australia/Lord_Howe')
    expect([hours('2026-10-04'), hours('2026-04-05')]).toEqual([23.5, 24.5])
    expect(partsOf('2026-10-04').map(clock).slice(0, 4)).toEqual(['00:00', '01:00', '02:30', '03:00'])
    expect(partsOf('2026-04-05').map(clock).slice(0, 4)).toEqual(['00:00', '01:00', '01:30', '02:00'])
    live('Africa/Cairo')
    expect(partsOf('2026-04-24').map(clock).slice(0, 2)).toEqual(['01:00', '02:00'])
    live('America/Havana')
    expect(partsOf('2026-11-01').map(clock).slice(0, 3)).toEqual(['00:00', '00:00', '01:00'])
  })

  it('has every moment in exactly one hour, and a month in exactly one day', () => {
    const zones = ['America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo', 'America/Havana', 'Asia/Kathmandu', 'UTC']
    const moments = fc.integer({ min: Date.UTC(2025, 0), max: Date.UTC(2028, 0) })
    fc.assert(
      fc.property(fc.constantFrom(...zones), moments, (zone, at) => {
        live(zone)
        const day = dayAt(at)
        for (const period of [day, day.slice(0, 7)]) {
          const { from, to } = spanOf(period)
          expect(from <= at && at < to).toBe(true)
          expect(spanOf(stepPeriod(period, 1)).from).toBe(to)
          const parts = [...partsOf(period), to]
          expect(parts[0]).toBe(from)
          const long = parts.slice(1).map((end, index) => end - parts[index]!)
          expect(Math.min(...long)).toBeGreaterThan(0)
          expect(Math.max(...long)).toBeLessThanOrEqual(period === day ? HOUR_MS : 25 * HOUR_MS)
        }
      }),
    )
  })
})
