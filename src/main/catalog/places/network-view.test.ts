import { expect, it } from 'vitest'
import { rpcUrlsOf, unusableReason } from './network-view.ts'

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
