import { expect, test } from 'vitest'
import { daysBeforeFrom } from './schedule.ts'

test.each([
  ['2026-12-10', null, [1, 3, 7]],
  ['2026-12-06', null, [1, 3]],
  ['2026-12-02', null, [1]],
  ['2026-12-01', null, [1]],
  ['2026-11-30', null, [1]],
  ['2026-12-01', 7, [1, 7]],
] as const)('until %s a reminder that is set on November 30 comes on different days, or as it was set', (...row) => {
  const [lastDay, set, offered] = row
  expect(daysBeforeFrom('2026-11-30', lastDay, set)).toEqual(offered)
})
