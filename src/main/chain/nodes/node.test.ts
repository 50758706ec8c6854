import { createPublicClient, custom } from 'viem'
import { describe, expect, it } from 'vitest'
import { keepsUp } from './trouble/node-lag.ts'
import { healthy, type NodeHealth } from './trouble/node-rest.ts'
import { askable, nodesFor, restingLast, restOf, type Node } from './node.ts'

const NOW = 1_000

function nodeOf(url: string, health: Partial<NodeHealth> = {}): Node {
  const client = createPublicClient({ transport: custom({ request: () => Promise.reject(new Error('Not asked')) }) })
  const state = { genesis: null, lastVote: undefined, lag: keepsUp, contradictsSince: null }
  return { url, client, ...state, health: { ...healthy, ...health } }
}

const well = nodeOf('well')
const failed = nodeOf('failed', { restUntil: NOW + 200 })
const limited = nodeOf('limited', { restUntil: NOW + 300, isLimited: true })
const rested = nodeOf('rested', { restUntil: NOW, isLimited: true })

const urls = (nodes: readonly Node[]): string[] => nodes.map(({ url }) => url)

describe('a question goes to', () => {
  it.each([
    [undefined, ['well', 'rested']],
    ['search', ['well', 'rested']],
    ['check', ['failed', 'well', 'rested']],
    ['urgent', ['failed', 'limited', 'well', 'rested']],
  ] as const)('its nodes (%s)', (why, expected) => {
    expect(urls(nodesFor(why, [failed, limited, well, rested], NOW))).toEqual(expected)
  })

  it('nodes that failed if there is no other', () => {
    expect(urls(nodesFor(undefined, [failed, limited], NOW))).toEqual(['failed'])
  })

  it('no node while all of them ask for a rest', () => {
    expect(() => nodesFor(undefined, [limited], NOW)).toThrow('The network asks for a rest')
    expect(askable([], NOW)).toEqual([])
  })
})

it('nodes at rest come last', () => {
  expect(urls(restingLast([failed, well, limited, rested], NOW))).toEqual(['well', 'rested', 'failed', 'limited'])
})

it('a network rests until its first node may be asked again, if all of them asked for a rest', () => {
  expect(restOf([limited, nodeOf('longer', { restUntil: NOW + 900, isLimited: true })], NOW)).toBe(300)
  expect(restOf([limited, failed], NOW)).toBe(0)
  expect(restOf([], NOW)).toBe(0)
})
