import { expect, test } from 'vitest'
import type { BalanceView } from '../../../shared/wallet/views.ts'
import type { NetworkView } from '../../../shared/networks/views.ts'
import { mainPurse, pursesOf, spendable, totalOf, type PaymentMethod } from './spendable.ts'

function balance(
  networkKey: string,
  tokens: BalanceView['tokens'],
  reserved: BalanceView['reserved'] = {},
): BalanceView {
  return { networkKey, native: '1', tokens, reserved, readAt: null, last: null, error: null }
}
function network(key: string, symbols: string[], unpayable: NetworkView['unpayable'] = null): NetworkView {
  return {
    key,
    name: key,
    chainId: 1,
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
      isActive: true,
      image: null,
      minAllowance: null,
      maxAllowance: null,
    })),
    unpayable,
  }
}

test('subtracts reserved amounts, never below zero', () => {
  expect(spendable(balance('a', { usdc: '10.5' }, { usdc: '0.4' }), 'usdc')).toBe('10.1')
  expect(spendable(balance('a', { usdc: '1' }, { usdc: '2' }), 'usdc')).toBe('0')
})

test('an unknown balance stays unknown', () => {
  expect(spendable(balance('a', { usdc: null }), 'usdc')).toBeNull()
  expect(spendable(undefined, 'usdc')).toBeNull()
})

const three = [network('a', ['USDC', 'DAI']), network('b', ['USDC']), network('c', ['USDC'], 'not-evm')]
const shown = (balances: BalanceView[], last: PaymentMethod | null = null): string => {
  const purse = mainPurse(pursesOf(three, balances), last)
  return purse ? `${purse.amount ?? '…'} ${purse.symbol} on ${purse.networkName}` : 'nothing'
}

test('shows one coin on one network, neither the largest nor a sum', () => {
  const balances = [balance('a', { usdc: '5', dai: '900' }), balance('b', { usdc: '700' }), balance('c', { usdc: '9' })]
  expect(shown(balances)).toBe('5 USDC on a')
  expect(shown([])).toBe('… USDC on a')
  expect(mainPurse([], null)).toBeNull()
})

test('keeps the payment method used last, even if empty or unknown', () => {
  const last = { networkKey: 'b', tokenKey: 'usdc' }
  const rest = balance('a', { usdc: '500', dai: '500' })
  expect(shown([rest, balance('b', { usdc: '490' })], last)).toBe('490 USDC on b')
  expect(shown([rest, balance('b', { usdc: '0' })], last)).toBe('0 USDC on b')
  expect(shown([rest, balance('b', { usdc: null })], last)).toBe('… USDC on b')
  expect(shown([rest], { networkKey: 'gone', tokenKey: 'usdc' })).toBe('500 USDC on a')
})

test('before the first payment, skips balances known to be empty, but not unknown ones', () => {
  expect(shown([balance('a', { usdc: '0', dai: '3' })])).toBe('3 DAI on a')
  expect(shown([balance('a', { usdc: null, dai: '3' })])).toBe('… USDC on a')
  expect(shown([balance('a', { usdc: '0', dai: '0' }), balance('b', { usdc: '0' })])).toBe('0 USDC on a')
})

test('adds up the dollar coins of payable networks, by their last known balance where one is silent', () => {
  const total = (...balances: BalanceView[]) => totalOf(pursesOf(three, balances))
  expect(total(balance('a', { usdc: '5', dai: '0.5' }, { usdc: '1' }), balance('c', { usdc: '9' }))).toEqual({
    coins: ['4', '0.5'],
    isOld: false,
  })
  const silent = {
    ...balance('b', { usdc: null }),
    last: { native: '1', tokens: { usdc: '700' }, readAt: '2026-03-04T12:00:00Z' },
  }
  expect(total(balance('a', { usdc: '5', dai: '0' }), silent)).toEqual({ coins: ['705', '0'], isOld: true })
  // A payment under way is not to spend, no matter whether the network answers.
  expect(total({ ...silent, reserved: { usdc: '100' } }).coins).toEqual(['600'])
  expect(total()).toEqual({ coins: [], isOld: false })
  const euros = [network('a', ['EURC', 'USDC'])]
  expect(totalOf(pursesOf(euros, [balance('a', { eurc: '9', usdc: '1' })])).coins).toEqual(['1'])
})
