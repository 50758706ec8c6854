import { describe, expect, it } from 'vitest'
import { isDollar, isDollarName, isSameSymbol } from './coin-names.ts'

describe('two symbols', () => {
  it.each([
    ['USDC', 'usdc', true],
    ['USD₮', 'USDT', true],
    ['USDC', 'USDC2', false],
    ['USD', 'USDC', false],
    ['SUPERUSDC', 'USDC', false],
    // Cyrillic letters that look like Latin ones.
    ['USD\u0421', 'USDC', false],
    ['USD\u0421', 'USD\u0421', false],
    ['', '', false],
  ])('%s and %s: one coin is %s', (one, other, isOne) => {
    expect(isSameSymbol(one, other)).toBe(isOne)
  })

  it('of euros are not dollars', () => {
    expect(['USDC', 'dai', 'USDT0', 'EURC', 'WBTC'].map(isDollarName)).toEqual([true, true, true, false, false])
  })
})

it('a price is in dollars by the currency or by a dollar coin, and by no name that only holds one', () => {
  const prices = ['USD', 'us$', 'USDC', 'MXN', 'USDX', 'notUSDC', '']
  expect(prices.map(isDollar)).toEqual([true, true, true, false, false, false, false])
})
