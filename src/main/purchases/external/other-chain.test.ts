import { toHex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openTestNode, type TestNode } from '../../../testing/chain/node.ts'
import { createWatching } from '../../../testing/external/watching.ts'
import { askingOf } from '../../../testing/purchases/consent.ts'
import { openTestSandbox, type TestSandbox, type TestTill } from '../../../testing/purchases/context.ts'
import { listExternal, readExternal } from './external-repository.ts'

// A balancer, before a real node, leads to another chain within the minute in which Till believes that it is the same.

let sandbox: TestSandbox
let node: TestNode
let till: TestTill
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
beforeEach(async () => {
  node = await openTestNode(sandbox.rpcUrl('harbour'))
  till = await open({ rpcUrls: () => [node.url] })
})
afterEach(async () => {
  await sandbox.reset()
  await till.dispose()
  await node.stop()
})
const { open, ask, pay, untilPaid } = createWatching(() => sandbox)

const soon = { timeout: 20_000, interval: 50 }

/** Makes the node answer like one of another chain with `head` blocks, on which the account has sent eight transactions. */
function switchChain(head: bigint): void {
  node.replace = (method, [first]) => {
    if (method === 'eth_chainId') return { result: toHex(8_888) }
    if (method === 'eth_blockNumber') return { result: toHex(head) }
    if (method === 'eth_getTransactionCount') return { result: toHex(8) }
    if (method === 'eth_getLogs') return { result: [] }
    if (method === 'eth_getBlockByNumber' && first === 'finalized')
      return { error: { code: -32_601, message: 'unsupported' } }
    return null
  }
}

it('what another chain counts is stored with no payment that is asked for', async () => {
  const offer = await till.quote('harbour', 'usdc')
  switchChain(1n)
  await expect(till.purchases.ask(askingOf(offer))).rejects.toMatchObject({ code: 'network-mismatch' })
  expect(listExternal(till.ledger, 0)).toEqual([])
  node.replace = null
  const asked = await ask(till)
  await pay(till, asked)
  await untilPaid(till, asked)
})

it('a count that another chain gave a moment before is stored with no payment that is asked for', async () => {
  const before = await ask(till)
  const offer = await till.quote('harbour', 'usdc')
  const calls = node.calls.length
  node.replace = (method) => (method === 'eth_getTransactionCount' ? { result: toHex(8) } : null)
  await vi.waitUntil(async () => {
    await till.purchases.external.look(before.id, null)
    return node.calls.slice(calls).includes('eth_getTransactionCount')
  }, soon)
  node.replace = null
  await till.purchases.ask(askingOf(offer))
  expect(readExternal(till.ledger, offer.purchaseId)).toMatchObject({ nonce: 0 })
})

it('the height of another chain does not count as the block at which the user stopped waiting', async () => {
  const asked = await ask(till)
  switchChain(1n)
  await till.purchases.external.stop(asked.id)
  expect(readExternal(till.ledger, asked.id)).toMatchObject({ ended: 'stopped', endedBlock: null })
})

it('the height of another chain passes over no block in which a payment may arrive', async () => {
  const asked = await ask(till)
  switchChain(1_000_000n)
  const calls = node.calls.length
  await till.purchases.external.look(asked.id, null)
  // Before it passes over any block, it asks for the chain again.
  await vi.waitUntil(() => node.calls.slice(calls).includes('eth_chainId'), soon)
  node.replace = null
  await pay(till, asked)
  // The node rests, which a new process does not know.
  till.kill()
  till.restart()
  await untilPaid(till, asked)
})

it('one of two nodes that serves another chain all the time prevents no payment', async () => {
  const other = await openTestNode(sandbox.rpcUrl('meadow'))
  await till.dispose()
  till = await open({ rpcUrls: () => [node.url, other.url] })
  const asked = await ask(till)
  await pay(till, asked)
  await untilPaid(till, asked)
  await other.stop()
})
