import type { Hash } from 'viem'
import { expect, it } from 'vitest'
import { agreeOnGenesis, type GenesisVote } from './agree-on-genesis.ts'

const [a, b] = ['a', 'b'].map((digit): Hash => `0x${digit.repeat(64)}`) as [Hash, Hash]

it.each<[string, GenesisVote[], number, boolean, Hash | null]>([
  ['most of all, before the last is heard', [a, a], 3, false, a],
  ['most of all against one that lies', [b, a, a], 3, true, a],
  ['those that are heard once nobody else will be', [a, undefined, undefined], 3, true, a],
  ['nobody while more may be heard', [a], 3, false, null],
  ['nobody where two name two', [a, b], 2, true, null],
  ['those that have not pruned block 0', [null, null, a], 3, true, a],
  ['nobody where all have pruned it', [null, null], 2, true, null],
])('the genesis is the hash named by %s', (_, votes, nodeCount, allHeard, genesis) => {
  expect(agreeOnGenesis(votes, nodeCount, allHeard, null)).toBe(genesis)
})

it.each<[string, GenesisVote[], number, boolean, Hash | null]>([
  ['stays it where one that lies is all that still names one', [null, b, null], 3, true, a],
  ['stays it where all have pruned block 0', [null, null], 2, true, a],
  ['stays it where the others are away', [b, undefined, undefined], 3, true, a],
  ['is not decided while more may be heard', [b], 3, false, null],
  ['is another where most of all name another', [b, b, null], 3, true, b],
  ['is another where the only node names another', [b], 1, true, b],
])('the genesis that was signed on %s', (_, votes, nodeCount, allHeard, genesis) => {
  expect(agreeOnGenesis(votes, nodeCount, allHeard, a)).toBe(genesis)
})
