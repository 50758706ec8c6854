import { expect, it } from 'vitest'
import { networkView } from '../../shared/networks/views.ts'
import { balanceView, type LastBalance } from '../../shared/wallet/views.ts'
import { plausible } from '../../testing/scripted/plausible.ts'
import { findArrivals } from './find-arrivals.ts'

const network = plausible(networkView, {
  name: 'Harbour',
  tokens: [
    { key: 'usdc', symbol: 'USDC' },
    { key: 'eurc', symbol: 'EURC' },
  ],
})
const before: LastBalance = { native: '1', tokens: { usdc: '0.1', eurc: '5' }, readAt: '2026-11-22T12:00:00.000Z' }
const now = (usdc: string | null, eurc: string, native = '1') =>
  plausible(balanceView, { native, tokens: { usdc, eurc }, readAt: '2026-11-22T13:00:00.000Z' })

it('finds exactly the stable coins that became more', () => {
  expect(findArrivals(network, before, now('0.3', '4'))).toEqual([
    { amount: '0.2', symbol: 'USDC', network: 'Harbour' },
  ])
  expect(findArrivals(network, before, now('0.10', '5', '2'))).toEqual([])
})

it('finds nothing where one of both amounts is not known', () => {
  expect(findArrivals(network, null, now('9', '9'))).toEqual([])
  expect(findArrivals(network, before, now(null, '5'))).toEqual([])
  expect(findArrivals(network, { ...before, tokens: { eurc: '5' } }, now('9', '5'))).toEqual([])
})
