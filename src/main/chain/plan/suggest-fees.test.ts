import { expect, it } from 'vitest'
import type { Chain } from '../chain.ts'
import { suggestFees } from './suggest-fees.ts'

const chainWith = (maxFeePerGas: bigint, l1Fee = 0n): Chain =>
  ({
    chainId: 71,
    fees: async () => ({ maxFeePerGas, maxPriorityFeePerGas: 1n }),
    l1Fee: async () => l1Fee,
  }) as unknown as Chain

it.each([
  [1_000_000_000n, 0n, 2_000_000_000_000_000n],
  [1_000_000_001n, 0n, 3_000_000_000_000_000n],
  [5n, 0n, 10_000_000n],
  [1n, 3_000_000_000n, 70_000_000_000n],
])('suggests ten purchases at a price of %i and an L1 fee of %i, rounded up to one digit', async (price, l1, units) => {
  expect(await suggestFees(chainWith(price, l1))).toBe(units)
})

it('fails where no node tells the price', async () => {
  const silent = { ...chainWith(1n), fees: () => Promise.reject(new Error('silent')) } as Chain
  await expect(suggestFees(silent)).rejects.toThrow('silent')
})
