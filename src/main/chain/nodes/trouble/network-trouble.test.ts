import { toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { networkTrouble, type NetworkSigns } from './network-trouble.ts'
import { openChain } from '../../open-chain.ts'
import { blockOf } from '../../../../testing/chain/client.ts'

const MINUTE = 60_000
const answers = { trouble: null, since: null } as const
const failing = (since: number) => ({ trouble: 'failing', since }) as const
const trouble = (signs: Partial<NetworkSigns>) =>
  networkTrouble({ nodes: [answers], newest: null, blockMs: 2_000, ...signs })
/** A block that has been the newest for that long. */
const heldFor = (ms: number, madeAt: number | null = null) => ({ seenAt: 1_000, readAt: 1_000 + ms, madeAt })

describe('the trouble of a network', () => {
  it('is null while any node answers, even if it is behind or others fail', () => {
    expect(trouble({})).toBeNull()
    expect(trouble({ nodes: [failing(5), answers] })).toBeNull()
    expect(trouble({ nodes: [failing(5), { trouble: 'behind', since: 3 }] })).toBeNull()
  })

  it('is silence once no node answers, since the last of them failed', () => {
    const others = [
      { trouble: 'limited', since: 7 },
      { trouble: 'other-chain', since: 6 },
    ] as const
    expect(trouble({ nodes: [failing(5), ...others] })).toEqual({ what: 'silent', since: 7 })
    expect(trouble({ nodes: [] })).toEqual({ what: 'silent', since: null })
  })

  it.each([
    ['2 s', 2_000, 2 * MINUTE],
    ['12 s', 12_000, 4 * MINUTE],
    ['an unknown length', null, 5 * MINUTE],
  ])('is a stall once nodes name no newer block for many times the block time of %s', (_, blockMs, limit) => {
    expect(trouble({ blockMs, newest: heldFor(limit - 1) })).toBeNull()
    expect(trouble({ blockMs, newest: heldFor(limit) })).toEqual({ what: 'stalled', since: 1_000 })
  })

  it('is a stall since the newest block’s timestamp, but not after it was first seen', () => {
    expect(trouble({ newest: heldFor(5 * MINUTE, -4 * 60 * MINUTE) })?.since).toBe(-4 * 60 * MINUTE)
    expect(trouble({ newest: heldFor(5 * MINUTE, 9_000) })?.since).toBe(1_000)
  })

  it('is silence if no node can confirm the stall any more', () => {
    expect(trouble({ nodes: [failing(5)], newest: heldFor(5 * MINUTE) })?.what).toBe('silent')
  })
})

/** Creates a network of one node in memory, with a manual clock. */
function openNetwork() {
  const node = { head: 7, isDown: false, madeAt: 1_000 }
  const calls: string[] = []
  const troubles: (string | null)[] = []
  const clock = { now: 0 }
  const chain = openChain({
    chainId: 900_001,
    rpcUrls: ['https://node.example'],
    finalityDepth: 2,
    known: null,
    monotonic: () => clock.now,
    onTrouble: () => troubles.push(chain.trouble()?.what ?? null),
    async fetch(_, init) {
      if (node.isDown) throw new Error('Refused')
      const body = JSON.parse(init.body as string) as Question | Question[]
      return Response.json(Array.isArray(body) ? body.map(answer) : answer(body))
    },
  })
  type Question = { id: number; method: string; params?: unknown[] }
  function answer({ id, method, params = [] }: Question): object {
    calls.push(`${method} ${String(params[0] ?? '')}`.trim())
    if (method === 'eth_chainId') return { jsonrpc: '2.0', id, result: toHex(900_001) }
    const block = blockOf(params[0] === '0x0' ? 0 : node.head, { seconds: node.madeAt })
    return { jsonrpc: '2.0', id, result: method === 'eth_blockNumber' ? toHex(node.head) : block }
  }
  /** Lets a payment wait for that long, polling every ten seconds. */
  async function wait(ms: number): Promise<void> {
    for (const end = clock.now + ms; clock.now < end; clock.now += 10_000) await chain.tick().catch(() => undefined)
  }
  return { node, calls, troubles, clock, chain, wait }
}

describe('a watched network', () => {
  it('reports a stall once, since its newest block’s time, which is read once', async () => {
    const { node, calls, troubles, chain, wait } = openNetwork()
    await wait(6 * MINUTE)
    await expect.poll(() => chain.trouble()).toEqual({ what: 'stalled', since: node.madeAt * 1_000 })
    await wait(60 * MINUTE)
    expect(troubles).toEqual(['stalled'])
    expect(calls.filter((one) => one === 'eth_getBlockByNumber 0x7')).toHaveLength(1)
    node.head++
    await wait(20_000)
    expect(chain.trouble()).toBeNull()
    expect(troubles).toEqual(['stalled', null])
  })

  it('reports silence when its last node fails, and recovery at the first answer to anyone', async () => {
    const { node, troubles, clock, chain, wait } = openNetwork()
    await wait(10_000)
    node.isDown = true
    await expect(chain.fees()).rejects.toMatchObject({ code: 'network-unreachable' })
    expect(chain.trouble()?.what).toBe('silent')
    node.isDown = false
    clock.now += MINUTE
    await chain.head()
    expect(chain.trouble()).toBeNull()
    expect(troubles).toEqual(['silent', null])
  })

  it('is not stalled because nobody asked it for hours', async () => {
    const { node, troubles, clock, chain, wait } = openNetwork()
    await wait(10_000)
    clock.now += 300 * MINUTE
    // A later request is for something else.
    await chain.head()
    await chain.blockTime(7n)
    expect(chain.trouble()).toBeNull()
    node.head += 9_000
    await wait(10_000)
    expect(troubles).toEqual([])
  })
})
