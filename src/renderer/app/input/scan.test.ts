import { expect, it } from 'vitest'
import { createScanDetector } from './scan.ts'

/** Types keys with that many milliseconds between them, and returns the result of each. */
function type(keys: readonly string[], between: number, detector = createScanDetector(), from = 1000): unknown[] {
  return keys.map((key, index) => detector.key(key, from + index * between))
}
const ean = [...'7501031311309']

it('recognizes a burst that ends in Enter as a code', () => {
  expect(type([...ean, 'Enter'], 8).at(-1)).toEqual({ code: '7501031311309' })
  expect(type([...ean, 'Enter'], 50).at(-1)).toEqual({ code: '7501031311309' })
})

it('accepts the Shift that a scanner sends for capitals', () => {
  expect(type(['Shift', 'A', 'b', 'Shift', 'C', '-', '1', '2', 'Enter'], 5).at(-1)).toEqual({ code: 'AbC-12' })
})

it('never takes manual typing for a code, however it ends', () => {
  for (const between of [51, 60, 120, 400])
    expect(type([...ean, 'Enter'], between)).toEqual(Array(ean.length + 1).fill('alone'))
})

it('rejects a short burst and a late Enter', () => {
  expect(type([...'47110', 'Enter'], 5).at(-1)).toBe('alone')
  const late = createScanDetector()
  type(ean, 8, late)
  expect(late.key('Enter', 5000)).toBe('alone')
})

it('starts over after a named key, a pause and each code', () => {
  expect(type([...ean.slice(0, 5), 'Backspace', ...'1234', 'Enter'], 8).at(-1)).toBe('alone')
  const detector = createScanDetector()
  type(ean, 8, detector)
  expect(type([...'12345678', 'Enter'], 8, detector, 9000).at(-1)).toEqual({ code: '12345678' })
  expect(type(['Enter'], 8, detector, 9075).at(-1)).toBe('alone')
})
