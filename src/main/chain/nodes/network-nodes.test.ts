import { toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import type { NetworkView } from '../../../shared/networks/views.ts'
import { openChain } from '../open-chain.ts'
import { blockOf } from '../../../testing/chain/client.ts'
import { listNetworkNodes } from './network-nodes.ts'

const OWN = 'https://own.example/key'
const THEIRS = 'https://theirs.example'
const THIRD = 'https://third.example'
const CHAIN_ID = 900_001

interface Node {
  head: number
  chainId?: number
  status?: number
}

/** Creates a network of nodes in memory, keyed by address. */
function world(nodes: Record<string, Node>) {
  const answer = (node: Node, { id, method }: { id: number; method: string }): object => {
    if (method === 'eth_chainId') return { jsonrpc: '2.0', id, result: toHex(node.chainId ?? CHAIN_ID) }
    const result = method === 'eth_blockNumber' ? toHex(node.head) : blockOf(0)
    return { jsonrpc: '2.0', id, result }
  }
  const clock = { now: 0 }
  const chain = openChain({
    chainId: CHAIN_ID,
    rpcUrls: Object.keys(nodes),
    finalityDepth: 2,
    known: null,
    monotonic: () => clock.now,
    fetch: async (url, init) => {
      const node = nodes[String(url).replace(/\/$/, '')]
      if (node === undefined) throw new Error(`No node at ${url}`)
      if (node.status !== undefined) return new Response('No', { status: node.status })
      const request = JSON.parse(init.body as string) as
        { id: number; method: string } | { id: number; method: string }[]
      return Response.json(Array.isArray(request) ? request.map((one) => answer(node, one)) : answer(node, request))
    },
  })
  const networks = [
    { key: 'sea', name: 'Sea', chainId: CHAIN_ID, unpayable: null },
    { key: 'base', name: 'Base', chainId: 8453, unpayable: 'no-rpc' },
    { key: 'sun', name: 'Sun', chainId: 5, unpayable: 'not-evm' },
  ] as unknown as NetworkView[]
  const list = (fresh = true) =>
    listNetworkNodes({ networks, serviceUrl: () => THEIRS, chain: (key) => (key === 'sea' ? chain : null) }, fresh)
  const own = async () => (await list())[0]?.nodes.find(({ origin }) => origin === 'own')
  return { list, own, clock }
}

const since = expect.stringMatching(/Z$/)

describe('the nodes of a network', () => {
  it('are shown by host only, since an address may contain a key', async () => {
    const { list } = world({ [OWN]: { head: 7 }, [THEIRS]: { head: 7 } })
    const [sea] = await list()
    const well = { trouble: null, since: null, behindBy: 0, foundChainId: null }
    expect(sea?.nodes).toEqual([
      { host: 'own.example', origin: 'own', ...well },
      { host: 'theirs.example', origin: 'service', ...well },
    ])
    expect(JSON.stringify(sea)).not.toContain('/key')
  })

  it('are shown as behind until they have caught up', async () => {
    const nodes = { [OWN]: { head: 88 }, [THEIRS]: { head: 100 }, [THIRD]: { head: 100 } }
    const { own } = world(nodes)
    expect(await own()).toMatchObject({ trouble: 'behind', behindBy: 12, since })
    nodes[OWN].head = 100
    expect(await own()).toMatchObject({ trouble: null, behindBy: 0 })
  })

  it.each([
    ['failing', { status: 503 }],
    ['limited', { status: 429 }],
    ['other-chain', { chainId: 1 }],
  ] as const)('include one that is %s, and since when', async (trouble, how) => {
    const nodes: Record<string, Node> = { [OWN]: { head: 7, ...how }, [THEIRS]: { head: 7 }, [THIRD]: { head: 7 } }
    const { own, clock } = world(nodes)
    const first = await own()
    expect(first).toMatchObject({ trouble, since, foundChainId: trouble === 'other-chain' ? 1 : null })
    clock.now += 600_000
    const later = await own()
    expect(Math.abs(Date.parse(later?.since ?? '') + 600_000 - Date.parse(first?.since ?? ''))).toBeLessThan(5_000)
    nodes[OWN] = { head: 7 }
    clock.now += 600_000
    expect(await own()).toMatchObject({ trouble: null, since: null })
  })

  // Otherwise a user who fixes the connection and checks again would still see the node as failing for up to five minutes.
  it('are asked by a check even if they failed a moment ago', async () => {
    const nodes: Record<string, Node> = { [OWN]: { head: 7, status: 503 }, [THEIRS]: { head: 7 } }
    const { own } = world(nodes)
    expect(await own()).toMatchObject({ trouble: 'failing' })
    nodes[OWN] = { head: 7 }
    expect(await own()).toMatchObject({ trouble: null })
  })

  it('are asked only on request', async () => {
    const { list } = world({ [OWN]: { head: 7, status: 503 } })
    expect((await list(false))[0]?.nodes).toMatchObject([{ trouble: null }])
  })

  it('are suggested for a known chain without an address, but not for a non-EVM chain', async () => {
    const networks = await world({ [OWN]: { head: 7 } }).list()
    expect(networks.map(({ name }) => name)).toEqual(['Sea', 'Base'])
    expect(networks[1]).toMatchObject({ nodes: [] })
    expect(networks[1]?.suggested.length).toBeGreaterThanOrEqual(2)
  })
})
