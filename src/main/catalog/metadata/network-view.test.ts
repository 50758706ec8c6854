import type { Address } from 'viem'
import { describe, expect, it } from 'vitest'
import { rpcUrlsOf, toNetworkViews, unusableReason } from './network-view.ts'
import type { NetworkWithTokens } from './metadata-repository.ts'

const profile = {
  baseUrl: 'https://service.example',
  rpcUrls: { '5': ['http://127.0.0.1:1', 'https://own.example', 'https://own.example'] },
}
const ether = { name: 'Ether', symbol: 'ETH', coinKey: 'eth', decimals: 18, address: '', logoURI: '' }
const usable = { isActive: true, networkType: 'EVM', chainId: 6, rpcUrl: 'https://node.example', nativeToken: ether }
const own = ['http://127.0.0.1:1', 'https://own.example']

it('uses the profile’s RPC addresses first, and no service address more local than the service', () => {
  const named = (rpcUrl: string): string[] => rpcUrlsOf({ chainId: 5, rpcUrl }, profile)
  expect(named('')).toEqual(own)
  expect(named('https://theirs.example')).toEqual([...own, 'https://theirs.example'])
  expect(named('http://127.0.0.1:8545')).toEqual(own)
  expect(named('https://192.168.1.1')).toEqual(own)
})

it('a network whose only address is more local than its service has none', () => {
  const network = { ...usable, rpcUrl: 'http://127.0.0.1:8545' }
  expect(unusableReason(network, profile)).toBe('no-rpc')
  expect(unusableReason(network, { ...profile, baseUrl: 'http://127.0.0.1:4010' })).toBeNull()
})

it('a test network cannot pay at a service with real networks, and can if there is nothing else', () => {
  const network = (key: string, isTestnet: boolean, isActive = true, networkType = 'EVM'): NetworkWithTokens => ({
    key,
    name: key,
    chainId: 5,
    networkType,
    isTestnet,
    isActive,
    rpcUrl: 'https://node.example',
    logoUrl: '',
    explorerUrl: '',
    protocolContracts: {},
    rank: 1,
    nativeToken: ether,
    tokens: [
      {
        id: 1,
        key: 'usdc',
        name: 'USD Coin',
        symbol: 'USDC',
        address: '0xa',
        decimals: 6,
        friendlyDecimals: 2,
        imageUrl: '',
        isActive: true,
        minAllowance: null,
        maxAllowance: null,
      },
    ],
  })
  const reasons = (...networks: NetworkWithTokens[]) =>
    toNetworkViews(networks, profile).map(({ key, unpayable }) => [key, unpayable])
  expect(reasons(network('test', true), network('real', false))).toEqual([
    ['test', 'testnet'],
    ['real', null],
  ])
  expect(reasons(network('test', true), network('off', false, false))).toEqual([
    ['test', null],
    ['off', 'inactive'],
  ])
  expect(reasons(network('test', true), network('sun', false, true, 'SVM'))).toEqual([
    ['test', null],
    ['sun', 'not-evm'],
  ])
})

describe('a network’s native coin, and its tokens', () => {
  const zero = `0x${'0'.repeat(40)}` as const
  const listed = (changes: Partial<NetworkWithTokens>): NetworkWithTokens => ({
    ...usable,
    key: 'one',
    name: 'One',
    isTestnet: false,
    logoUrl: '',
    explorerUrl: '',
    protocolContracts: {},
    rank: 1,
    tokens: [tokenAt(zero, 'ETH', 18)],
    ...changes,
  })
  const tokenAt = (address: Address, symbol: string, decimals: number) => ({
    id: 1,
    key: symbol,
    name: symbol,
    symbol,
    address,
    decimals,
    friendlyDecimals: 2,
    imageUrl: '',
    isActive: true,
    minAllowance: null,
    maxAllowance: null,
  })
  const view = (changes: Partial<NetworkWithTokens>) => toNetworkViews([listed(changes)], profile)[0]

  it('has the name of its chain id and 18 decimals, whatever the service lists', () => {
    const nativeToken = { ...ether, name: 'Dollar', symbol: 'USDC', decimals: 19 }
    const native = { name: 'Ether', symbol: 'ETH', decimals: 18 }
    expect(view({ chainId: 1, nativeToken })).toMatchObject({ native, unpayable: null })
    expect(view({ chainId: 137 })).toMatchObject({ native: { name: 'POL', symbol: 'POL' } })
  })

  it('of an unknown chain has the service’s name, unless that is a stable coin’s', () => {
    const nativeToken = { ...ether, name: 'Alp', symbol: 'ALP' }
    const tokens = [tokenAt(zero, 'ALP', 18)]
    expect(view({ nativeToken, tokens })).toMatchObject({ native: { name: 'Alp', symbol: 'ALP' }, unpayable: null })
    expect(view({ nativeToken: { ...nativeToken, symbol: 'USDC' } })?.unpayable).toBe('native-coin')
    expect(view({ nativeToken: { ...nativeToken, decimals: 19 } })?.unpayable).toBe('native-coin')
    for (const name of ['USDC', 'USD Coin', 'Tether', ''])
      expect(view({ nativeToken: { ...nativeToken, name } })?.native.name).toBe('ALP')
  })

  it('cannot be paid on if all tokens are inactive, and still shows them', () => {
    const off = { ...tokenAt(`0x${'b'.repeat(40)}`, 'OLD', 6), isActive: false }
    expect(view({ tokens: [off] })).toMatchObject({ unpayable: 'no-tokens', tokens: [{ key: 'OLD', isActive: false }] })
    expect(view({ tokens: [off, tokenAt(zero, 'ETH', 18)] })?.unpayable).toBeNull()
  })

  it('is not offered as a token under another name or with other decimals', () => {
    const contract = `0x${'a'.repeat(40)}` as const
    const nativeToken = { ...ether, address: contract }
    for (const address of [zero, contract, contract.toUpperCase().replace('X', 'x') as Address]) {
      const tokens = [tokenAt(address, 'USDC', 18), tokenAt(address, 'ETH', 19), tokenAt(address, 'eth', 18)]
      expect(view({ chainId: 1, nativeToken, tokens })?.tokens.map(({ key }) => key)).toEqual(['eth'])
      expect(view({ chainId: 1, nativeToken, tokens: tokens.slice(0, 2) })?.unpayable).toBe('no-tokens')
    }
  })
})
