import { expect, it } from 'vitest'
import { rpcUrlsToday } from './rpc-urls-today.ts'

const service = 'https://service.example'
const profile = (own: readonly string[], baseUrl = service) => ({ baseUrl, rpcUrls: { '10': [...own] } })
const listed = { chainId: 10, rpcUrl: 'https://listed.example' }

it('lists the user’s newest addresses first, then the service’s current ones', () => {
  const [old, now] = [profile(['https://dead.example']), profile(['https://alive.example'])]
  expect(rpcUrlsToday(10, old, now, listed)).toEqual([
    'https://alive.example',
    'https://dead.example',
    'https://listed.example',
  ])
})

it('lists none of another service or another chain', () => {
  const elsewhere = profile([], 'https://other.example')
  expect(rpcUrlsToday(10, profile([]), elsewhere, listed)).toEqual([])
  expect(rpcUrlsToday(10, profile([]), profile([]), { ...listed, chainId: 8453 })).toEqual([])
  expect(rpcUrlsToday(10, profile([]), null, listed)).toEqual([])
})
