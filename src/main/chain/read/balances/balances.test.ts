import { numberToHex, type Address } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Outflow } from '../../chain.ts'
import { openChain } from '../../open-chain.ts'
import { openTestNetwork, type TestNetwork } from '../../../../testing/chain/network.ts'
import { openTestNode, type ReplacementAnswer, type TestNode } from '../../../../testing/chain/node.ts'

const [token, account]: Address[] = [`0x${'2'.repeat(40)}`, `0x${'1'.repeat(40)}`]
let network: TestNetwork
let nodes: TestNode[]
beforeAll(async () => {
  network = await openTestNetwork()
  nodes = await Promise.all([0, 1, 2].map(() => openTestNode(network.rpcUrl)))
})
afterAll(async () => {
  await Promise.all((nodes ?? []).map((node) => node.stop()))
})

it.each([
  [5n, 9n, 7n],
  [9n, 5n, 7n],
  [7n, 9n, 5n],
])(
  'of node balances %s, %s and %s, the balance that the majority of the nodes reaches counts, for tokens and the native coin',
  async (...units) => {
    for (const [index, node] of nodes.entries()) {
      const held = units[index] ?? 0n
      node.replace = (method) => {
        if (method === 'eth_call') return { result: numberToHex(held, { size: 32 }) }
        return method === 'eth_getBalance' ? { result: numberToHex(held) } : null
      }
    }
    const rpcUrls = nodes.map(({ url }) => url)
    const chain = openChain({ chainId: network.chainId, rpcUrls, finalityDepth: undefined })
    expect(await chain.tokenBalance(token ?? '0x', account ?? '0x')).toBe(7n)
    expect(await chain.nativeBalance(account ?? '0x')).toBe(7n)
  },
)

describe('after a payment of 10 of 12 units in block 2', () => {
  const spent = [{ units: 10n, block: 2n }]

  /** Reads a balance that depends on the requested block; null for a block that the node has not reached. */
  async function held(by: (block: number | 'latest') => bigint | null, left: Outflow = spent): Promise<bigint[]> {
    const [node] = nodes
    if (!node) throw new Error('No node')
    node.replace = (method, params): ReplacementAnswer | null => {
      if (method === 'eth_blockNumber') return { result: '0x5' }
      if (method !== 'eth_call' && method !== 'eth_getBalance') return null
      const units = by(params[1] === 'latest' ? 'latest' : Number(params[1]))
      if (units === null) return { error: { code: -32_000, message: 'header not found' } }
      return { result: numberToHex(units, { size: 32 }) }
    }
    const chain = openChain({ chainId: network.chainId, rpcUrls: [node.url], finalityDepth: undefined })
    const [asToken, asNative] = [token ?? '0x', account ?? '0x'] as const
    return Promise.all([chain.tokenBalance(asToken, asNative, left), chain.nativeBalance(asNative, left)])
  }

  it('ignores the newest state of a node behind that block', async () => {
    expect(await held((block) => (block === 'latest' ? 12n : 2n))).toEqual([2n, 2n])
  })

  it('counts coins received since', async () => {
    expect(await held((block) => (block === 5 ? 7n : 2n))).toEqual([7n, 7n])
  })

  it('asks a node that lacks only the newest block for the payment’s block', async () => {
    expect(await held((block) => (block === 5 ? null : block === 2 ? 2n : 12n))).toEqual([2n, 2n])
  })

  it('subtracts the payment on a node that has not reached its block', async () => {
    expect(await held((block) => (block === 'latest' ? 12n : null))).toEqual([2n, 2n])
  })

  it('subtracts only what left after the newest block of a node that lacks both', async () => {
    const blocks = [3n, 4n, 6n].map((block) => ({ units: 10n, block }))
    // Two of the three payments are in the node's newest block already.
    expect(await held((block) => (block === 5 || block === 'latest' ? 15n : null), blocks)).toEqual([5n, 5n])
  })

  it('is never below nothing, however much left meanwhile', async () => {
    const blocks = Array.from({ length: 12 }, (_, index) => ({ units: 5n, block: BigInt(index) }))
    expect(await held((block) => (block === 'latest' ? 40n : null), blocks)).toEqual([0n, 0n])
  })

  it('does not mistake a failing node for one that is behind', async () => {
    const [node] = nodes
    if (!node) throw new Error('No node')
    node.replace = (method) => (method === 'eth_getBalance' ? { status: 503 } : null)
    const chain = openChain({ chainId: network.chainId, rpcUrls: [node.url], finalityDepth: undefined })
    await expect(chain.nativeBalance(account ?? '0x', spent)).rejects.toMatchObject({ code: 'network-unreachable' })
    expect(node.calls.filter((method) => method === 'eth_getBalance').length).toBeGreaterThan(0)
  })
})
