import { expect, it } from 'vitest'
import { noLimits, type Limits } from '../../shared/limits/views.ts'
import type { Chain } from '../chain/chain.ts'
import { isLimited, readBothClocks, readMoment } from './limit-moment.ts'

/** A network whose newest block, 9, has the timestamp `time`. */
const chainAt = (time: number) =>
  ({ head: async () => 9n, blockTime: async (block: bigint) => (block === 9n ? time : 0) }) as unknown as Chain
const silent = { head: () => Promise.reject(new Error('Silent')) } as unknown as Chain
const some: Limits = { ...noLimits, perDay: '5' }
const at = (now: number, limits = some) => ({ now: () => now, limits: () => limits })

it.each(['perPurchase', 'perDay', 'perRecipient'] as const)('%s counts as a limit', (kind) => {
  expect(isLimited({ ...noLimits, [kind]: '0' })).toBe(true)
})

it('without limits the moment is the machine’s clock, and no network is polled', async () => {
  expect(isLimited(noLimits)).toBe(false)
  expect(await readMoment(at(500, noLimits), silent)).toEqual({ earliest: 500, latest: 500 })
})

it('with a limit the moment is between the machine’s clock and the network’s, whichever is ahead', async () => {
  expect(await readMoment(at(500), chainAt(300))).toEqual({ earliest: 300, latest: 500 })
  expect(await readMoment(at(500), chainAt(800))).toEqual({ earliest: 500, latest: 800 })
  await expect(readMoment(at(500), silent)).rejects.toThrow('Silent')
  expect(await readBothClocks(() => 500, chainAt(800))).toEqual({ earliest: 500, latest: 800 })
})
