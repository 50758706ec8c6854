import type { Address, Hash } from 'viem'
import { expect, it } from 'vitest'
import type { Chain, ListedTransfer } from '../../chain/chain.ts'
import { readTokenArrivals, type Group } from './read-arrivals.ts'

const from: Address = `0x${'1'.repeat(40)}`
const recipient: Address = `0x${'2'.repeat(40)}`
const token: Address = `0x${'a'.repeat(40)}`
const hash: Hash = `0x${'c'.repeat(64)}`
const terms = { token: { address: token }, payment: { units: 10n, recipient } }
const group = [{ from, terms }] as unknown as Group

const listed = (units: bigint, isProven: boolean): ListedTransfer => ({
  hash,
  logIndex: 0,
  token,
  from,
  to: recipient,
  units,
  blockNumber: 7n,
  isProven,
})

it.each([5n, 10n, 15n])('an unproven transfer in a proven transaction takes no ordinal: %i units', async (added) => {
  const chain = { transfersTo: async () => [listed(added, false), listed(10n, true)], blockTime: async () => 0 }
  const arrivals = await readTokenArrivals(chain as unknown as Chain, group, [token], { from: 1n, to: 9n })
  expect(arrivals).toMatchObject([{ ordinal: 0, units: 10n, isProven: true }])
})
