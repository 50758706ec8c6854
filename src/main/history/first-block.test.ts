import { expect, it } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { firstBlock } from './first-block.ts'

const LAST = 100_000_000n
const ARBITRUM_WEEK = 2_419_200n
const arbitrum = 42_161

it('is a week back on a known chain if no node tells when its blocks were made', async () => {
  const blockTime = (): Promise<number> => Promise.reject(new AppError('network-unreachable', 'A node took too long'))
  expect(await firstBlock({ chainId: arbitrum, blockTime }, null, LAST)).toBe(LAST - ARBITRUM_WEEK)
})

it('is a week back on a known chain that stalled for an hour just before', async () => {
  const blockTime = async (block: bigint): Promise<number> => Number(block) * 250 + (block === LAST ? 3_600_000 : 0)
  expect(await firstBlock({ chainId: arbitrum, blockTime }, null, LAST)).toBe(LAST - ARBITRUM_WEEK)
})

it('is a week back at the measured block time of an unknown chain', async () => {
  const blockTime = async (block: bigint): Promise<number> => Number(block) * 100
  expect(await firstBlock({ chainId: 71_001, blockTime }, null, LAST)).toBe(LAST - 6_048_000n)
})
