import { expect, test } from 'vitest'
import { findSlip } from './find-slip.ts'

test.each([
  ['5512345678', '5512345679', { at: 9, length: 1 }],
  ['5512345678', '4512345678', { at: 0, length: 1 }],
  ['5512345678', '5512354678', { at: 5, length: 2 }],
  // The same, two replaced neighbours, two digits apart, swapped over a third, and one too few.
  ['5512345678', '5512345678', null],
  ['5512345678', '5512995678', null],
  ['5512345678', '4512345679', null],
  ['5512345678', '5512543678', null],
  ['5512345678', '551234567', null],
])('between %s and %s, the slip is %j', (digits, other, slip) => {
  expect(findSlip(digits, other)).toEqual(slip)
})
