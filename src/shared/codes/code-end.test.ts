import { expect, test } from 'vitest'
import { endOf } from './code-end.ts'

test('a code ends soon within two weeks up to its last day, whatever the time of day', () => {
  for (const hour of [0, 11, 23]) {
    const now = new Date(2026, 10, 28, hour, 59).getTime()
    const ends = ['2026-11-27', '2026-11-28', '2026-12-12', '2026-12-13'].map((day) => endOf(day, now))
    expect(ends).toEqual(['past', 'soon', 'soon', 'later'])
    expect(endOf(null, now)).toBeNull()
  }
})
