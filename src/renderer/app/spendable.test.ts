import { expect, test } from 'vitest'
import type { BalanceView, NetworkView } from '../../shared/views.ts'
import { spendable, spendableSums } from './spendable.ts'

function balance(
  networkKey: string,
  tokens: BalanceView['tokens'],
  reserved: BalanceView['reserved'] = {},
): BalanceView {
  return { networkKey, native: '1', tokens, reserved, readAt: null, error: null }
}
function network(key: string, symbols: string[], unpayable: NetworkView['unpayable'] = null): NetworkView {
  return {
    key,
    name: key,
    chainId: 1,
    networkType: 'EVM',
    isTestnet: true,
    logo: null,
    native: { name: 'N', symbol: 'N', decimals: 18, logo: null },
    tokens: symbols.map((symbol) => ({
      key: symbol.toLowerCase(),
      symbol,
      name: symbol,
      address: '0x0',
      decimals: 6,
      friendlyDecimals: 2,
      image: null,
      minAllowance: null,
      maxAllowance: null,
    })),
    unpayable,
  }
}

test('what is set aside can not be spent, and never makes it negative', () => {
  expect(spendable(balance('a', { usdc: '10.5' }, { usdc: '0.4' }), 'usdc')).toBe('10.1')
  expect(spendable(balance('a', { usdc: '1' }, { usdc: '2' }), 'usdc')).toBe('0')
})

test('unknown stays unknown', () => {
  expect(spendable(balance('a', { usdc: null }), 'usdc')).toBeNull()
  expect(spendable(undefined, 'usdc')).toBeNull()
})

test('sums go over networks by symbol, leave out what can not be paid with, and say when a share is missing', () => {
  const sums = spendableSums(
    [network('a', ['USDC']), network('b', ['USDC', 'USDT']), network('c', ['USDC'], 'not-evm')],
    [balance('a', { usdc: '1.1' }), balance('b', { usdc: null, usdt: '9' }), balance('c', { usdc: '1000' })],
  )
  expect(sums).toEqual([
    { symbol: 'USDT', amount: '9', partial: false },
    { symbol: 'USDC', amount: '1.1', partial: true },
  ])
  expect(spendableSums([network('a', ['USDC'])], [])).toEqual([{ symbol: 'USDC', amount: null, partial: true }])
})
