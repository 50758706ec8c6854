import { afterEach, expect, it } from 'vitest'
import { zonedTime } from './record-values.ts'

const before = process.env['TZ']
afterEach(() => {
  if (before === undefined) delete process.env['TZ']
  else process.env['TZ'] = before
})

it.each([
  ['America/Mexico_City', '2026-11-22T08:30:07-06:00'],
  ['Asia/Kathmandu', '2026-11-22T20:15:07+05:45'],
  ['America/St_Johns', '2026-11-22T11:00:07-03:30'],
  ['UTC', '2026-11-22T14:30:07+00:00'],
])('formats the time of %s with its offset', (zone, expected) => {
  process.env['TZ'] = zone
  const at = Date.UTC(2026, 10, 22, 14, 30, 7)
  expect(zonedTime(at)).toBe(expected)
  expect(Date.parse(expected)).toBe(at)
})
