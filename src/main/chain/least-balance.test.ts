import { numberToHex, type Address } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSandbox, type RunningSandbox } from '../../../scripts/start-sandbox.ts'
import { openChain } from './open-chain.ts'
import { openTestNode, type TestNode } from './test-node.ts'

const [token, account]: Address[] = [`0x${'2'.repeat(40)}`, `0x${'1'.repeat(40)}`]
let sandbox: RunningSandbox
let nodes: TestNode[]
beforeAll(async () => {
  sandbox = await startSandbox()
  const door = (await (await fetch(sandbox.controlUrl)).json()) as { chains: { key: string; rpcUrl: string }[] }
  const behind = door.chains.find(({ key }) => key === 'harbour')?.rpcUrl ?? ''
  nodes = [await openTestNode(behind), await openTestNode(behind), await openTestNode(behind)]
})
afterAll(async () => {
  await Promise.all((nodes ?? []).map((node) => node.stop()))
  await sandbox?.stop()
})

it.each([
  [5n, 9n, 7n],
  [9n, 5n, 7n],
  [7n, 9n, 5n],
])(
  'of balances that nodes say, %s, %s and %s, the least counts, of tokens and of the native coin',
  async (...units) => {
    for (const [index, node] of nodes.entries()) {
      const held = units[index] ?? 0n
      node.judge = (method) => {
        if (method === 'eth_call') return { result: numberToHex(held, { size: 32 }) }
        return method === 'eth_getBalance' ? { result: numberToHex(held) } : null
      }
    }
    const rpcUrls = nodes.map(({ url }) => url)
    const chain = openChain({ chainId: 913_370_101, rpcUrls, finalityDepth: undefined })
    expect(await chain.tokenBalance(token ?? '0x', account ?? '0x')).toBe(5n)
    expect(await chain.nativeBalance(account ?? '0x')).toBe(5n)
  },
)
