import { expect, test } from 'vitest'
import { scriptedBalances, scriptedNetworks } from '../../../testing/fixtures/networks.ts'
import type { PaymentMethod } from './spendable.ts'
import { paymentOptions, preselected, type PaymentOption } from './payment-options.ts'

const price = { stableCoinCurrency: 'USDC', stableCoinValue: '10.42' }
const show = (options: ReturnType<typeof paymentOptions>): string[] =>
  options.map(({ networkKey, symbol, lack, unpayable }) => [networkKey, symbol, lack ?? unpayable ?? 'ok'].join(' '))

test('lists usable options first and unusable ones last, each with its problem', () => {
  expect(show(paymentOptions(scriptedNetworks, scriptedBalances, price))).toEqual([
    'harbor USDC ok',
    'meadow USDC fees',
    'meadow USDT fees',
    'solaria  not-evm',
  ])
})

test('finds too little of a coin by the spendable balance, not the total', () => {
  const [first] = scriptedBalances
  const balances = [{ ...first!, tokens: { usdc: '20' }, reserved: { usdc: '10' } }]
  expect(show(paymentOptions(scriptedNetworks.slice(0, 1), balances, price))).toEqual(['harbor USDC token'])
})

test('reports a known shortage even if the rest is unknown', () => {
  const [first] = scriptedBalances
  const saying = (change: object): string[] =>
    show(paymentOptions(scriptedNetworks.slice(0, 1), [{ ...first!, ...change }], price))
  expect(saying({ tokens: { usdc: '0' }, native: null })).toEqual(['harbor USDC token'])
  expect(saying({ tokens: { usdc: null }, native: '0' })).toEqual(['harbor USDC fees'])
  expect(saying({ tokens: { usdc: '20' }, reserved: {}, native: null })).toEqual(['harbor USDC unknown'])
})

test('claims nothing without balances', () => {
  expect(show(paymentOptions(scriptedNetworks.slice(0, 1), [], price))).toEqual(['harbor USDC unknown'])
})

const keyOf = (option: PaymentOption | null): string => `${option?.networkKey} ${option?.symbol}`
const on = (networkKey: string, tokenKey: string): PaymentMethod => ({ networkKey, tokenKey })

test('preselects the last payment method while it works, else a working one', () => {
  const options = paymentOptions(scriptedNetworks, scriptedBalances, price)
  expect(keyOf(preselected(options, null))).toBe('harbor USDC')
  const [harbor, meadow] = scriptedBalances
  const unread = [harbor!, { ...meadow!, native: null }]
  const doubted = paymentOptions(scriptedNetworks, unread, price)
  expect(keyOf(preselected(doubted, on('meadow', 'usdt')))).toBe('meadow USDT')
  expect(keyOf(preselected(options, on('meadow', 'usdc')))).toBe('harbor USDC')
  expect(keyOf(preselected(options, on('gone', 'usdc')))).toBe('harbor USDC')
  expect(preselected([], null)).toBeNull()
  // The one it was saved or bought with comes first, whatever it lacks.
  expect(keyOf(preselected(options, null, on('meadow', 'usdt')))).toBe('meadow USDT')
  expect(keyOf(preselected(options, null, on('gone', 'usdt')))).toBe('harbor USDC')
})

test('treats a coin that the service does not accept now as unpayable', () => {
  const [harbor, ...others] = scriptedNetworks
  const tokens = harbor!.tokens.map((token) => ({ ...token, isActive: false }))
  expect(show(paymentOptions([{ ...harbor!, tokens }, ...others], scriptedBalances, price))).toEqual([
    'meadow USDC fees',
    'meadow USDT fees',
    'solaria  not-evm',
  ])
})

test('lists a coin last if the price in it is known to be outside its bounds', () => {
  const [, meadow] = scriptedNetworks
  const [usdc, usdt] = meadow!.tokens
  const bounded = (bounds: object): string[] =>
    show(paymentOptions([{ ...meadow!, tokens: [{ ...usdc!, ...bounds }, usdt!] }], [], price))
  expect(bounded({ minAllowance: '10.43' })).toEqual(['meadow USDT unknown', 'meadow USDC bounds'])
  expect(bounded({ maxAllowance: '10.41' })).toEqual(['meadow USDT unknown', 'meadow USDC bounds'])
  expect(bounded({ minAllowance: '10.42', maxAllowance: '10.42' })[0]).toBe('meadow USDC unknown')
  expect(bounded({ symbol: 'EURC', maxAllowance: '1' })[0]).toBe('meadow EURC unknown')
})
