import type { Address } from 'viem'
import { expect, it } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import type { Chain } from '../chain/chain.ts'
import { createApprovalScanner } from './scan-approvals.ts'

const [owner, token, spender] = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}` as Address) as [
  Address,
  Address,
  Address,
]

/** A chain with one approval in block `at`; `ranges` collects the requested block ranges. */
function world(state: { head: bigint; finalized: bigint; at: bigint; fails?: boolean; isSilent?: boolean }): {
  chain: Chain
  ranges: [bigint, bigint][]
} {
  const ranges: [bigint, bigint][] = []
  const chain = {
    async head() {
      if (state.isSilent) throw new AppError('network-unreachable', 'No')
      return state.head
    },
    finalized: async () => state.finalized,
    async approvalsBy(_tokens, _owner, from, to) {
      if (state.fails) throw new Error('query returned more than 10000 results')
      ranges.push([from, to])
      return from <= state.at && state.at <= to ? [{ hash: `0x${'1'.repeat(64)}`, token, spender }] : []
    },
  } satisfies Partial<Chain> as Partial<Chain> as Chain
  return { chain, ranges }
}
const found = [{ token, spender }]

it('scans a young network completely in windows, and later only new or not yet final blocks', async () => {
  const state = { head: 2_499n, finalized: 2_490n, at: 7n }
  const { chain, ranges } = world(state)
  const scan = createApprovalScanner()
  expect(await scan(chain, 'a', owner, [token])).toEqual({ found, complete: true, error: null })
  expect(ranges.splice(0)).toEqual([
    [0n, 999n],
    [1_000n, 1_999n],
    [2_000n, 2_499n],
  ])
  Object.assign(state, { head: 2_600n, finalized: 2_590n })
  expect(await scan(chain, 'a', owner, [token])).toEqual({ found, complete: true, error: null })
  expect(ranges.splice(0)).toEqual([[2_491n, 2_600n]])
  expect(await scan(chain, 'b', owner, [token])).toEqual({ found, complete: true, error: null })
})

it('scans all blocks again for another account, and for a coin that was listed since', async () => {
  const { chain, ranges } = world({ head: 900n, finalized: 890n, at: 7n })
  const scan = createApprovalScanner()
  for (const [account, tokens] of [
    [owner, [token]],
    [spender, [token]],
    [owner, [token, spender]],
  ] as const) {
    await scan(chain, 'a', account, tokens)
    expect(ranges.splice(0)).toEqual([[0n, 900n]])
  }
  await scan(chain, 'a', owner, [spender, token])
  expect(ranges).toEqual([[891n, 900n]])
})

it('scans an old network only to a limit, and says so', async () => {
  const { chain, ranges } = world({ head: 5_000_000n, finalized: 4_999_990n, at: 7n })
  expect(await createApprovalScanner()(chain, 'a', owner, [token])).toEqual({ found: [], complete: false, error: null })
  expect([ranges[0]?.[0], ranges.length]).toEqual([4_980_000n, 21])
})

it('continues without a range that a node does not return, and requests it again next time', async () => {
  const state = { head: 1_500n, finalized: 1_490n, at: 1_200n, fails: true }
  const { chain } = world(state)
  const scan = createApprovalScanner()
  expect(await scan(chain, 'a', owner, [token])).toEqual({ found: [], complete: false, error: null })
  state.fails = false
  expect(await scan(chain, 'a', owner, [token])).toEqual({ found, complete: true, error: null })
  expect(await scan(chain, 'a', owner, [])).toEqual({ found: [], complete: true, error: null })
})

it('keeps what it knows while a network does not answer, and says so', async () => {
  const state = { head: 1_500n, finalized: 1_490n, at: 1_200n, isSilent: false }
  const { chain } = world(state)
  const scan = createApprovalScanner()
  await scan(chain, 'a', owner, [token])
  state.isSilent = true
  expect(await scan(chain, 'a', owner, [token])).toEqual({ found, complete: false, error: 'network-unreachable' })
})
