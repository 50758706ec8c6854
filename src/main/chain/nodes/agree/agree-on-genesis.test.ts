import type { Hash } from 'viem'
import { expect, it } from 'vitest'
import { agreeOnGenesis, type GenesisVote } from './agree-on-genesis.ts'

const [a, b] = ['a', 'b'].map((digit): Hash => `0x${digit.repeat(64)}`) as [Hash, Hash]

it.each<[string, GenesisVote[], number, boolean, Hash | null]>([
  ['a majority, before the last answer', [a, a], 3, false, a],
  ['a majority, against a dishonest node', [b, a, a], 3, true, a],
  ['the nodes that answer, once no other will', [a, undefined, undefined], 3, true, a],
  ['no node while more may answer', [a], 3, false, null],
  ['no node if two name different ones', [a, b], 2, true, null],
  ['the nodes that have not pruned block 0', [null, null, a], 3, true, a],
  ['no node if all have pruned it', [null, null], 2, true, null],
])('the genesis is the hash named by %s', (_, votes, nodeCount, allHeard, genesis) => {
  expect(agreeOnGenesis(votes, nodeCount, allHeard, null)).toBe(genesis)
})

it.each<[string, GenesisVote[], number, boolean, Hash | null]>([
  ['stays if only a dishonest node still names one', [null, b, null], 3, true, a],
  ['stays if all have pruned block 0', [null, null], 2, true, a],
  ['stays if the others are away', [b, undefined, undefined], 3, true, a],
  ['is undecided while more may answer', [b], 3, false, null],
  ['changes if a majority names another', [b, b, null], 3, true, b],
  ['changes if the only node names another', [b], 1, true, b],
])('the genesis that was signed on %s', (_, votes, nodeCount, allHeard, genesis) => {
  expect(agreeOnGenesis(votes, nodeCount, allHeard, a)).toBe(genesis)
})
