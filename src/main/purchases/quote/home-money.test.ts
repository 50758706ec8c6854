import { expect, it } from 'vitest'
import { inHomeMoney } from './home-money.ts'

it('is about what dollar coins cost, rounded up to the currency’s smallest coin', () => {
  expect(inHomeMoney('5.330621', 'USDC', { currency: 'MXN', perCoin: 18.996 })).toEqual({
    currency: 'MXN',
    amount: '101.27',
  })
  expect(inHomeMoney('5.330621', 'USDC', { currency: 'JPY', perCoin: 150 })).toEqual({ currency: 'JPY', amount: '800' })
})

it('is unknown for another coin, without a currency, and where nothing would be left', () => {
  expect(inHomeMoney('5', 'EURC', { currency: 'MXN', perCoin: 19 })).toBeNull()
  expect(inHomeMoney('5', 'USDC', null)).toBeNull()
  expect(inHomeMoney('0', 'USDC', { currency: 'MXN', perCoin: 19 })).toBeNull()
})

it.each([1e14, 1e17, 1e25, 1e300])('is unknown at an absurd rate of %d, which no ledger could hold', (perCoin) => {
  expect(inHomeMoney('5', 'USDC', { currency: 'MXN', perCoin })).toBeNull()
})
