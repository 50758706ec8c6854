import { expect, test } from 'vitest'
import { byDay } from './by-day.ts'

test('groups rows by their day, in the given order', () => {
  const rows = ['2026-03-04T23:00:00Z', '2026-03-04T01:00:00Z', '2026-03-03T23:00:00Z']
  const days = byDay(
    rows,
    (at) => new Date(at).toISOString().slice(0, 10),
    (row) => row,
  )
  expect(days.map(({ key, rows: own }) => [key, own.length])).toEqual([
    ['2026-03-04', 2],
    ['2026-03-03', 1],
  ])
})
