import { beforeEach, expect, it } from 'vitest'
import { networkView } from '../../shared/networks/views.ts'
import { balanceView, type LastBalance } from '../../shared/wallet/views.ts'
import { plausible } from '../../testing/plausible.ts'
import { createArrivalFinder, type Arrival } from './find-arrivals.ts'

const network = plausible(networkView, {
  name: 'Harbour',
  tokens: [
    { key: 'usdc', symbol: 'USDC' },
    { key: 'eurc', symbol: 'EURC' },
  ],
})
const before: LastBalance = { native: '1', tokens: { usdc: '100', eurc: '5' }, readAt: '2026-11-22T12:00:00.000Z' }
const minute = 60_000

let clock: number
let read: (usdc: string | null, minutesLater?: number, address?: string, known?: LastBalance | null) => Arrival[]
beforeEach(() => {
  clock = 0
  const finder = createArrivalFinder(() => clock)
  read = (usdc, minutesLater = 0, address = '0x1', known = before) => {
    clock += minutesLater * minute
    const now = plausible(balanceView, { native: '9', tokens: { usdc, eurc: '5' }, readAt: '2026-11-22T13:00:00.000Z' })
    return finder.read(address, network, known, now)
  }
})

it('finds coins once, when a later answer shows them too', () => {
  expect(read('100.2')).toEqual([])
  expect(read('100.2', 1)).toEqual([])
  expect(read('100.2', 1)).toEqual([{ amount: '0.2', symbol: 'USDC', network: 'Harbour' }])
  expect(read('100.2', 5)).toEqual([])
})

it('takes no machine behind the others for coins that come back after a payment', () => {
  for (const answer of ['90', '100', '90', '100', '100', '90', '90']) expect(read(answer, 1), answer).toEqual([])
})

it('counts from the least that the account had', () => {
  read('90')
  read('95', 1)
  expect(read('95', 2)).toEqual([{ amount: '5', symbol: 'USDC', network: 'Harbour' }])
})

it('knows nothing of an account’s first answer, and keeps accounts apart', () => {
  expect([read('100', 0, '0x2', null), read('100', 5, '0x2', null)]).toEqual([[], []])
  expect([read('500', 0, '0x3', null), read('100', 5), read('500', 5, '0x3')]).toEqual([[], [], []])
})

it('waits for an amount that could not be read', () => {
  read('101')
  expect(read(null, 5)).toEqual([])
  expect(read('101', 1)).toHaveLength(1)
})
