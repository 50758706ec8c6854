import fc from 'fast-check'
import { expect, test } from 'vitest'
import { windowOf } from './virtual-rows.ts'

const grid = { width: 1000, minWidth: 190, rowHeight: 184, gap: 16 }

test('draws the rows on screen and a few around, whole rows only', () => {
  const drawn = windowOf(1000, grid, { top: 2000, height: 800 })
  expect(drawn).toMatchObject({ columns: 4, start: 28, end: 68, before: 1400 })
  expect(drawn.height).toBe(250 * 200 - 16)
})

test('draws everything on screen and few items, at any scroll position', () => {
  fc.assert(
    fc.property(
      fc.nat(100_000),
      fc.integer({ min: -5000, max: 5_000_000 }),
      fc.integer({ min: 0, max: 3000 }),
      (total, top, width) => {
        const drawn = windowOf(total, { ...grid, width }, { top, height: 900 })
        expect(drawn.start).toBeGreaterThanOrEqual(0)
        expect(drawn.end).toBeLessThanOrEqual(total)
        expect(drawn.end - drawn.start).toBeLessThanOrEqual(12 * drawn.columns)
        const row = Math.floor(Math.max(0, top) / 200)
        const index = row * drawn.columns
        if (top >= 0 && index < total) expect(drawn.start <= index && index < drawn.end).toBe(true)
      },
    ),
  )
})

test('an empty grid has no height', () => {
  expect(windowOf(0, grid, { top: 0, height: 800 })).toMatchObject({ start: 0, end: 0, height: 0 })
})
