import { numberToHex, type Address } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openChain } from './open-chain.ts'
import { openTestNetwork, type TestNetwork } from './test-network.ts'
import { openTestNode, type TestNode } from './test-node.ts'

const [token, account]: Address[] = [`0x${'2'.repeat(40)}`, `0x${'1'.repeat(40)}`]
let network: TestNetwork
let nodes: TestNode[]
beforeAll(async () => {
  network = await openTestNetwork()
  nodes = await Promise.all([0, 1, 2].map(() => openTestNode(network.rpcUrl)))
})
afterAll(async () => {
  await Promise.all((nodes ?? []).map((node) => node.stop()))
  await network?.stop()
})

it.each([
  [5n, 9n, 7n],
  [9n, 5n, 7n],
  [7n, 9n, 5n],
])(
  'of balances that nodes say, %s, %s and %s, what most of them reach counts, of tokens and of the native coin',
  async (...units) => {
    for (const [index, node] of nodes.entries()) {
      const held = units[index] ?? 0n
      node.judge = (method) => {
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
