import { expect, test } from 'vitest'
import { scriptedBalances, scriptedNetworks } from '../../../../e2e/support/scripted-state.ts'
import { paymentOptions } from './payment-options.ts'

const price = { stableCoinCurrency: 'USDC', stableCoinValue: '10.42' }
const show = (options: ReturnType<typeof paymentOptions>): string[] =>
  options.map(({ networkKey, symbol, lack, unpayable }) => [networkKey, symbol, lack ?? unpayable ?? 'ok'].join(' '))

test('what works comes first, what can not be used last, each with what is in the way', () => {
  expect(show(paymentOptions(scriptedNetworks, scriptedBalances, price))).toEqual([
    'harbor USDC ok',
    'meadow USDT unknown',
    'meadow USDC fees',
    'solaria  not-evm',
  ])
})

test('too little of the coin is said, by what is spendable and not by what is held', () => {
  const [first] = scriptedBalances
  const balances = [{ ...first!, tokens: { usdc: '20' }, reserved: { usdc: '10' } }]
  expect(show(paymentOptions(scriptedNetworks.slice(0, 1), balances, price))).toEqual(['harbor USDC token'])
})

test('without balances nothing is claimed', () => {
  expect(show(paymentOptions(scriptedNetworks.slice(0, 1), [], price))).toEqual(['harbor USDC unknown'])
})
