import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ChainClient } from './client.ts'
import { mineBlocks } from './mine-blocks.ts'

const mine = vi.fn<() => Promise<void>>()
const client = { mine } as unknown as ChainClient

beforeEach(() => {
  vi.useFakeTimers()
  mine.mockReset().mockResolvedValue()
})
afterEach(() => vi.useRealTimers())

it('mines at its interval, except while paused', async () => {
  const miner = mineBlocks(client, 0.5, false)
  await vi.advanceTimersByTimeAsync(2_100)
  expect(mine).toHaveBeenCalledTimes(5)
  await miner.pause(true)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(mine).toHaveBeenCalledTimes(5)
  await miner.pause(false)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(mine).toHaveBeenCalledTimes(9)
})

it('goes on after a block that the chain did not mine', async () => {
  mine.mockRejectedValueOnce(new Error('Stopped'))
  mineBlocks(client, 0.5, false)
  await vi.advanceTimersByTimeAsync(600)
  expect(mine).toHaveBeenCalledTimes(2)
})

it('asks a frozen chain for one block at a time, and pauses only after it', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  mine.mockReturnValueOnce(promise)
  const miner = mineBlocks(client, 0.5, false)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(mine).toHaveBeenCalledTimes(1)
  const paused = vi.fn<() => void>()
  void miner.pause(true).then(paused)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(paused).not.toHaveBeenCalled()
  resolve(undefined)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(paused).toHaveBeenCalledOnce()
  expect(mine).toHaveBeenCalledTimes(1)
})
