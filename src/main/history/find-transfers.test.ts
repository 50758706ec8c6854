import { expect, it } from 'vitest'
import type { Address, Hash } from 'viem'
import type { TokenTransfer } from '../chain/chain.ts'
import { findTransfers, type FoundTransfer } from './find-transfers.ts'
import { createBlockSearch } from './search-blocks.ts'

const token: Address = `0x${'a'.repeat(40)}`
const account: Address = `0x${'1'.repeat(40)}`
const transferIn = (blockNumber: bigint): TokenTransfer => ({
  hash: `0x${blockNumber.toString(16).padStart(64, '0')}` as Hash,
  logIndex: 0,
  token,
  units: 5n,
  blockNumber,
  from: account,
  to: `0x${'2'.repeat(40)}` as const,
})

it('resumes where a node stopped answering, and reads every block once', async () => {
  const blocks: bigint[] = []
  let isTired = true
  const chain = {
    async transfersFrom(_tokens: readonly Address[], _from: Address, first: bigint, last: bigint) {
      if (first >= 30_000n && isTired) throw new Error('Too many questions')
      for (let block = first; block <= last; block++) blocks.push(block)
      return [transferIn(first)]
    },
  }
  const search = createBlockSearch<FoundTransfer>()
  const one = { chain, tokens: [{ address: token, symbol: 'USDC', decimals: 6 }], place: { address: account } }
  await expect(findTransfers(one, 45_000n, search)).rejects.toThrow('Too many questions')
  isTired = false
  const found = await findTransfers(one, 45_000n, search)
  expect(found.map(({ blockNumber, of }) => [blockNumber, of.symbol])).toEqual(
    [0n, 10_000n, 20_000n, 30_000n, 35_000n, 40_000n, 45_000n].map((block) => [block, 'USDC']),
  )
  expect(blocks).toEqual(Array.from({ length: 45_001 }, (_, block) => BigInt(block)))
})

it('asks for fewer blocks at once if nodes do not answer that many in time', async () => {
  const chain = {
    async transfersFrom(_tokens: readonly Address[], _from: Address, first: bigint, last: bigint) {
      if (last - first >= 1_000n) throw new Error('A node took too long')
      return []
    },
  }
  const search = createBlockSearch<FoundTransfer>()
  const one = { chain, tokens: [{ address: token, symbol: 'USDC', decimals: 6 }], place: { address: account } }
  for (let poll = 0; poll < 4; poll++) await expect(findTransfers(one, 20_000n, search)).rejects.toThrow('too long')
  expect(await findTransfers(one, 5_000n, search)).toEqual([])
  expect(search.size).toBe(625n)
  // And for larger ranges again, in case the connection was the problem.
  await expect(findTransfers(one, 20_000n, search)).rejects.toThrow('too long')
  expect([search.next, search.size]).toEqual([5_626n, 625n])
})
