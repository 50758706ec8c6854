import type { Address } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Quote } from '../../service/operations/create-quote.ts'
import { findMismatch, isNative, isNativeMisnamed } from './check-quote.ts'
import type { Choice } from './offer.ts'
import { terms } from '../../../testing/purchases/ledger.ts'

const usdc: Address = '0xabcdef0000000000000000000000000000000001'
const zero: Address = `0x${'0'.repeat(40)}`
const own: Address = `0x${'9'.repeat(39)}A`

/** USDC on Ethereum, whose native coin is ether, with changes. */
function choiceOf(token: Partial<Choice['token']> = {}, network: Partial<Choice['network']> = {}): Choice {
  const bounds = { minAllowance: null, maxAllowance: null }
  return {
    product: { ...terms.product, fiatCurrency: 'USD', fiatValue: '5', evmServiceId: null, listed: null },
    network: {
      ...terms.network,
      chainId: 1,
      nativeSymbol: 'ETH',
      nativeAddress: own,
      protocolContracts: [],
      escrow: null,
      ...network,
    },
    token: { key: 'usdc', symbol: 'USDC', address: usdc, decimals: 6, ...bounds, ...token },
    delivery: { reference: '+1', fields: [] },
    money: null,
  }
}
const quote = { sku: terms.product.sku, fiatCurrency: 'USD', fiatAmount: '5.00', digitalAsset: 'USDC' } as Quote

describe('a quote', () => {
  it.each([
    ['wrong-product', { sku: 'oak_US_50-I' }],
    ['wrong-fiat', { fiatCurrency: 'MXN' }],
    ['wrong-fiat', { fiatAmount: '5.01' }],
    ['wrong-coin', { digitalAsset: 'USDT' }],
  ])('is %s if it says %j', (mismatch, changes) => {
    expect(findMismatch(choiceOf(), { ...quote, ...changes })).toBe(mismatch)
  })

  it.each(['USDC', 'usdc', usdc, usdc.toUpperCase()])('matches the choice if it names the coin %s', (digitalAsset) => {
    expect(findMismatch(choiceOf(), { ...quote, digitalAsset })).toBeNull()
    expect(findMismatch(choiceOf({ symbol: 'uSDc', address: own }), { ...quote, digitalAsset: 'Usdc' })).toBeNull()
  })
})

describe('a token', () => {
  it('is the native coin under one of its placeholders, or the address that the network lists for it', () => {
    expect(isNative(choiceOf())).toBe(false)
    expect(isNative(choiceOf({ address: zero }))).toBe(true)
    expect(isNative(choiceOf({ address: own.toLowerCase() as Address }))).toBe(true)
  })

  const ether = { symbol: 'eth', address: zero, decimals: 18 }
  it.each<[string, boolean, Partial<Choice['token']>, Partial<Choice['network']>]>([
    ['another coin', false, {}, {}],
    ['the native coin', false, ether, {}],
    ['the native coin under another name', true, { ...ether, symbol: 'USDC' }, {}],
    ['the native coin with other decimals', true, { ...ether, decimals: 6 }, {}],
    [
      'the native coin of an unknown chain',
      false,
      { ...ether, symbol: 'OAK' },
      { chainId: 7_777, nativeSymbol: 'OAK' },
    ],
    ['another coin, if the native one has a stable coin’s name', true, {}, { chainId: 7_777, nativeSymbol: 'USDT' }],
  ])('that is %s is misnamed: %s', (_, isMisnamed, token, network) => {
    expect(isNativeMisnamed(choiceOf(token, network))).toBe(isMisnamed)
  })
})
