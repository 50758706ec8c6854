import { expect, test } from 'vitest'
import { estimateIn } from './estimate-in.ts'

test('estimates a price in the chosen coin if it is worth about the same, else in the catalog’s coin', () => {
  const price = { stableCoinCurrency: 'USDC', stableCoinValue: '10.42' }
  expect(estimateIn('DAI', price)).toEqual({ amount: '10.42', symbol: 'DAI' })
  expect(estimateIn('USDT', price)).toEqual({ amount: '10.42', symbol: 'USDT' })
  expect(estimateIn('EURC', price)).toEqual({ amount: '10.42', symbol: 'USDC' })
  expect(estimateIn('USDC', { ...price, stableCoinCurrency: 'EURC' })).toEqual({ amount: '10.42', symbol: 'EURC' })
})
