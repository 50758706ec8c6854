import { toHex, type Address } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Chain } from '../chain.ts'
import { openChain } from '../open-chain.ts'
import { blockOf } from '../../../testing/chain/client.ts'

interface Call {
  readonly id: number
  readonly method: string
}

/** A node's replacement answer, with its HTTP status and headers. */
interface Instead {
  readonly error: { readonly code: number; readonly message: string }
  readonly status?: number
  readonly headers?: Record<string, string>
}

const account: Address = `0x${'1'.repeat(40)}`
const call = { to: account, data: '0x', value: 0n } as const

/** Creates a network of one node, which answers normally until `instead` returns something for a method. */
function open(instead: (method: string) => Instead | null): Chain {
  const answer = ({ id, method }: Call): object => {
    const error = instead(method)?.error
    if (error) return { jsonrpc: '2.0', id, error }
    const result = method === 'eth_chainId' ? toHex(4_242) : method === 'eth_getBlockByNumber' ? blockOf(0) : toHex(16)
    return { jsonrpc: '2.0', id, result }
  }
  return openChain({
    chainId: 4_242,
    rpcUrls: ['https://node.example'],
    finalityDepth: 2,
    monotonic: () => 1_000,
    fetch: async (_, init) => {
      const request = JSON.parse(init.body as string) as Call | Call[]
      const { status = 200, headers = {} } = [request].flat().flatMap(({ method }) => instead(method) ?? [])[0] ?? {}
      return Response.json(Array.isArray(request) ? request.map(answer) : answer(request), { status, headers })
    },
  })
}

describe('a node with JSON-RPC errors under any HTTP status', () => {
  it.each([
    ['Infura', -32_005, 'project ID request rate exceeded'],
    ['QuickNode', -32_007, '15/second request limit reached - reduce calls per second'],
    ['Alchemy', 429, 'Your app has exceeded its compute units per second capacity.'],
  ])('rests as long as its Retry-After says (%s)', async (_, code, message) => {
    let instead: Instead | null = null
    const chain = open(() => instead)
    expect(await chain.head()).toBe(16n)
    instead = { error: { code, message }, status: 429, headers: { 'retry-after': '120' } }
    await expect(chain.head()).rejects.toMatchObject({ code: 'network-unreachable' })
    expect(chain.nodes()[0]).toMatchObject({ trouble: 'limited' })
    expect(await chain.untilTick(0)).toBe(120_000)
  })

  it.each([
    [401, 'Unauthorized: you must authenticate your request with an API key'],
    [402, 'Payment required'],
    [403, 'Monthly plan used up'],
  ])('fails with %i, and says nothing about receipts, nonces or gas', async (status, message) => {
    let instead: Instead | null = null
    const chain = open(() => instead)
    await chain.head()
    instead = { error: { code: -32_000, message }, status }
    for (const question of [
      () => chain.receipt(`0x${'a'.repeat(64)}`),
      () => chain.pendingNonce(account),
      () => chain.estimateGas(account, call),
      () => chain.send('0x02c0'),
    ]) {
      await expect(question()).rejects.toMatchObject({ code: 'network-unreachable' })
      expect(chain.nodes()[0]).toMatchObject({ trouble: 'failing' })
    }
  })
})

it.each([
  ['daily transfer limit exceeded', 200],
  ['too many requests', 400],
  ['method not supported', 200],
])('a contract that reverts with "%s" does not make its node rest (HTTP %i)', async (reason, status) => {
  const error = { code: 3, message: `execution reverted: ${reason}` }
  const chain = open((method) => (/estimateGas|simulate|eth_call/.test(method) ? { error, status } : null))
  await chain.head()
  expect(await chain.estimateGas(account, call)).toBeNull()
  expect(await chain.simulate(account, [call], [])).toBe('failed')
  expect(chain.nodes()[0]).toMatchObject({ trouble: null })
})
