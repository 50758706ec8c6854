import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moveInGrid } from './move-in-grid.ts'

const grid = { total: 23, columns: 5, rowsOnScreen: 3 }

test('arrows move to the neighbour and stop at the edges', () => {
  expect(moveInGrid('ArrowRight', 4, grid)).toBe(5)
  expect(moveInGrid('ArrowLeft', 0, grid)).toBeNull()
  expect(moveInGrid('ArrowDown', 4, grid)).toBe(9)
  expect(moveInGrid('ArrowUp', 4, grid)).toBeNull()
})

test('down moves to the end of a shorter last row, and no further', () => {
  expect(moveInGrid('ArrowDown', 19, grid)).toBe(22)
  expect(moveInGrid('ArrowDown', 21, grid)).toBeNull()
})

test('page keys keep the column and stop at the ends', () => {
  expect(moveInGrid('PageDown', 2, grid)).toBe(12)
  expect(moveInGrid('PageDown', 20, grid)).toBe(22)
  expect(moveInGrid('PageUp', 7, grid)).toBe(2)
  expect(moveInGrid('Home', 7, grid)).toBe(0)
  expect(moveInGrid('End', 7, grid)).toBe(22)
})

test('ignores sideways arrows in a list, and all other keys anywhere', () => {
  expect(moveInGrid('ArrowRight', 3, { ...grid, columns: 1 })).toBeNull()
  expect(moveInGrid('Enter', 3, grid)).toBeNull()
})

test('no key leaves the grid', () => {
  const keys = fc.constantFrom('ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End')
  fc.assert(
    fc.property(
      keys,
      fc.integer({ min: 1, max: 500 }),
      fc.nat(),
      fc.integer({ min: 1, max: 8 }),
      (key, total, at, columns) => {
        const to = moveInGrid(key, at % total, { total, columns, rowsOnScreen: 4 })
        if (to !== null) expect(to >= 0 && to < total).toBe(true)
      },
    ),
  )
})
