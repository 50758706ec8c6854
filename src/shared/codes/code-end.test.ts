import { afterEach, expect, test, vi } from 'vitest'
import { dayAt } from '../periods.ts'
import { daysLeft, endOf } from './code-end.ts'

afterEach(() => vi.unstubAllEnvs())

test('a code ends soon within two weeks up to its last day, whatever the time of day', () => {
  for (const hour of [0, 11, 23]) {
    const now = new Date(2026, 10, 28, hour, 59).getTime()
    const ends = ['2026-11-27', '2026-11-28', '2026-12-12', '2026-12-13'].map((day) => endOf(day, now))
    expect(ends).toEqual(['past', 'soon', 'soon', 'later'])
    expect(endOf(null, now)).toBeNull()
  }
})

test.each(['America/Mexico_City', 'America/Sao_Paulo', 'Europe/Paris', 'Pacific/Kiritimati', 'Pacific/Niue'])(
  'the days until a code ends are those of the calendar in %s, at every hour and across clock changes',
  (zone) => {
    vi.stubEnv('TZ', zone)
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
    for (const [month, day] of [
      [2, 27],
      [9, 20],
      [10, 28],
    ] as const) {
      for (const hour of [0, 3, 12, 23]) {
        const now = new Date(2026, month, day, hour, 59).getTime()
        const left = [-1, 0, 1, 2, 14, 15].map((more) =>
          daysLeft(dayAt(new Date(2026, month, day + more, 12).getTime()), now),
        )
        expect(left).toEqual([null, 0, 1, 2, 14, null])
      }
    }
    expect(daysLeft(null, Date.now())).toBeNull()
  },
)
