import { expect, it } from 'vitest'
import { rpcUrlsOf, toNetworkViews, unusableReason } from './network-view.ts'
import type { NetworkWithTokens } from './places-repository.ts'

const profile = {
  baseUrl: 'https://service.example',
  rpcUrls: { '5': ['http://127.0.0.1:1', 'https://own.example', 'https://own.example'] },
}
const own = ['http://127.0.0.1:1', 'https://own.example']

it('takes the profile’s own RPC addresses first, and of the service’s none that is nearer than the service', () => {
  const named = (rpcUrl: string): string[] => rpcUrlsOf({ chainId: 5, rpcUrl }, profile)
  expect(named('')).toEqual(own)
  expect(named('https://theirs.example')).toEqual([...own, 'https://theirs.example'])
  expect(named('http://127.0.0.1:8545')).toEqual(own)
  expect(named('https://192.168.1.1')).toEqual(own)
})

it('a network whose only address is nearer than its service has none', () => {
  const network = { isActive: true, networkType: 'EVM', chainId: 6, rpcUrl: 'http://127.0.0.1:8545' }
  expect(unusableReason(network, profile)).toBe('no-rpc')
  expect(unusableReason(network, { ...profile, baseUrl: 'http://127.0.0.1:4010' })).toBeNull()
})

it('a test network is no way to pay at a service that takes coins of worth, and is one where there is nothing else', () => {
  const network = (key: string, isTestnet: boolean, isActive = true): NetworkWithTokens => ({
    ...{ key, name: key, chainId: 5, networkType: 'EVM', isTestnet, isActive, rpcUrl: 'https://node.example' },
    ...{ logoUrl: '', explorerUrl: '', protocolContracts: {}, rank: 1 },
    nativeToken: { name: 'Ether', symbol: 'ETH', coinKey: 'eth', decimals: 18, address: '', logoURI: '' },
    tokens: [
      {
        ...{ id: 1, key: 'usdc', name: 'USD Coin', symbol: 'USDC', address: '0xa', decimals: 6, friendlyDecimals: 2 },
        ...{ imageUrl: '', minAllowance: null, maxAllowance: null },
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
})
