import { expect, test } from 'vitest'
import { netProfit } from './net-profit.ts'

test.each([
  ['110.31', ['0', '21.01'], { sign: '', amount: '89.3' }],
  ['20', ['5', '21.01'], { sign: '−', amount: '6.01' }],
  ['20', ['0', '0'], null],
  [null, [null, null], null],
])('of %s, less %j, is left %j', (margin, lost, expected) => {
  expect(netProfit(margin, lost)).toEqual(expected)
})
