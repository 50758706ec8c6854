import { pad, toEventSelector, toHex, type Hash, type Hex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ExternalPaymentView } from '../../../shared/external/views.ts'
import { toUnits, type Decimal } from '../../../shared/money.ts'
import { openTestNode, type ReplacementAnswer, type TestNode } from '../../../testing/chain/node.ts'
import { createWatching } from '../../../testing/external/watching.ts'
import { openTestSandbox, type TestSandbox, type TestTill } from '../../../testing/purchases/context.ts'
import type { Finding } from './external-payment.ts'
import { listFindings } from './external-repository.ts'
import { listUnusedCoins } from './unused-coins-repository.ts'

// What arrived is looked at again while its node, before a real one, lacks the history.

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
const { open, ask, pay, viewOf, untilAsked, untilPaid } = createWatching(() => sandbox)

const soon = { timeout: 20_000, interval: 50 }
const PRUNED = { error: { code: 4444, message: 'pruned history unavailable' } }
const NONE = { result: null }

/** Makes the node answer like one without receipts, transactions and logs, and without the blocks up to `until`. */
function prune(answer: ReplacementAnswer, until = 0n): void {
  node.replace = (method, [first]) => {
    if (method === 'eth_getLogs') return { result: [] }
    if (method === 'eth_getTransactionReceipt' || method === 'eth_getTransactionByHash') return answer
    const isOld = method === 'eth_getBlockByNumber' && /^0x/.test(String(first)) && BigInt(String(first)) <= until
    return isOld && first !== toHex(0) ? answer : null
  }
}

/** Returns the logs of a node that lists one transfer for a payment. */
function listing(
  asked: ExternalPaymentView,
  { hash, block, units }: { readonly hash: Hash; readonly block: bigint; readonly units?: bigint },
): ReplacementAnswer {
  const log = {
    address: asked.token,
    transactionHash: hash,
    blockHash: `0x${'6'.repeat(64)}`,
    removed: false,
    blockNumber: toHex(block),
    logIndex: toHex(0),
    transactionIndex: toHex(0),
    topics: [toEventSelector('Transfer(address,address,uint256)'), pad(till.address), pad(asked.recipient)],
    data: toHex(units ?? toUnits(asked.totalAmount as Decimal, asked.decimals), { size: 32 }),
  }
  return { result: [log] }
}

async function looked(asked: ExternalPaymentView, times: number): Promise<void> {
  for (let count = 0; count < times; count++) {
    const before = viewOf(till, asked).lookedAt
    await till.purchases.external.look(asked.id, null)
    await vi.waitUntil(() => viewOf(till, asked).lookedAt !== before, soon)
  }
}

/** Waits until a transaction is mined; returns its block. */
async function blockOf(hash: Hash): Promise<bigint> {
  const receipt = await vi.waitUntil(() => till.chain('harbour').receipt(hash), soon)
  return receipt.blockNumber
}

/** Asks about a wrong amount whose block is known. */
async function openAsked(): Promise<{ asked: ExternalPaymentView; block: bigint }> {
  const asked = await ask(till)
  await pay(till, asked, { units: 1n })
  await untilAsked(till, asked)
  const found = (): Finding | undefined => listFindings(till.ledger, asked.id)[0]
  await vi.waitUntil(() => found()?.blockHash !== null, soon)
  return { asked, block: found()?.block ?? 0n }
}

/** Asks about a wrong amount whose block is known and final. */
async function openFinal(): Promise<{ asked: ExternalPaymentView; block: bigint }> {
  const { asked, block } = await openAsked()
  await vi.waitUntil(async () => (await till.chain('harbour').finalized()) > block, soon)
  return { asked, block }
}

it.each([
  ['no receipts', NONE, false],
  ['no receipts and no old blocks', NONE, true],
  ['that its receipts are pruned', PRUNED, false],
  ['that its receipts and old blocks are pruned', PRUNED, true],
] as const)(
  'a node that answers without logs, and %s, takes back nothing that arrived',
  async (_, answer, losesBlocks) => {
    const { asked, block } = await openFinal()
    prune(answer, losesBlocks ? block : 0n)
    const isAsked = (): void => {
      expect(viewOf(till, asked)).toMatchObject({
        state: 'waiting',
        arrivals: [{ isGone: false, reason: 'too-little' }],
      })
      expect(listUnusedCoins(till.ledger)).toHaveLength(1)
    }
    await looked(asked, 3)
    isAsked()
    // Till ended before it read the block, or the ledger is of a version that stored none.
    till.ledger.prepare('UPDATE external_arrivals SET block_hash = NULL').run()
    await looked(asked, 3)
    isAsked()
    node.replace = null
    await vi.waitUntil(async () => {
      await looked(asked, 1)
      return listFindings(till.ledger, asked.id)[0]?.blockHash !== null
    }, soon)
    isAsked()
  },
)

it('a node that lost its logs, and shows another block for the transaction, takes back nothing that arrived', async () => {
  const { asked } = await openFinal()
  till.ledger.prepare('UPDATE external_arrivals SET block_hash = ?').run(`0x${'1'.repeat(64)}`)
  node.instead.set('eth_getLogs', { result: [] })
  await looked(asked, 3)
  expect(viewOf(till, asked).arrivals).toMatchObject([{ isGone: false }])
  expect(listUnusedCoins(till.ledger)).toHaveLength(1)
})

it('a node that lost its receipts and logs takes back nothing that was mined again at its height', async () => {
  const { asked } = await openFinal()
  till.ledger.prepare('UPDATE external_arrivals SET block_hash = ?').run(`0x${'1'.repeat(64)}`)
  prune(NONE)
  await looked(asked, 3)
  expect(viewOf(till, asked).arrivals).toMatchObject([{ isGone: false }])
  expect(listUnusedCoins(till.ledger)).toHaveLength(1)
})

it('a node that lost its receipts and logs takes back nothing that was mined again at another height', async () => {
  const { asked, block } = await openFinal()
  const elsewhere = till.ledger.prepare('UPDATE external_arrivals SET block_hash = ?, block_number = ?')
  elsewhere.run(`0x${'1'.repeat(64)}`, Number(block) + 1)
  prune(NONE)
  await looked(asked, 3)
  expect(viewOf(till, asked).arrivals).toMatchObject([{ isGone: false }])
  expect(listUnusedCoins(till.ledger)).toHaveLength(1)
})

it('a node that shows older receipts, and nothing of a transaction whose block is gone, takes it back', async () => {
  const { asked, block } = await openAsked()
  await sandbox.control('chains/harbour', { action: 'pause-mining' })
  const depth = Number((await till.chain('harbour').head()) - block) + 1
  await sandbox.control('chains/harbour', { action: 'reorg', depth, resend: false })
  await sandbox.control('chains/harbour', { action: 'resume-mining' })
  // A block in its place is not empty.
  await sandbox.faucet(till.address)
  await vi.waitUntil(async () => {
    await looked(asked, 1)
    return viewOf(till, asked).arrivals[0]?.isGone
  }, soon)
  expect(listUnusedCoins(till.ledger)).toEqual([])
})

it('a payment that a pruned node does not show is not registered before it shows again', async () => {
  const asked = await ask(till)
  prune(NONE)
  await pay(till, asked)
  await looked(asked, 3)
  expect(viewOf(till, asked)).toMatchObject({ state: 'waiting', arrivals: [] })
  expect(till.ledger.prepare('SELECT count(*) FROM purchases').pluck().get()).toBe(0)
  node.replace = null
  await till.purchases.external.look(asked.id, null)
  await untilPaid(till, asked)
})

it('a wrong amount that a node lists only after the payment, and without it, is asked about', async () => {
  const asked = await ask(till)
  node.instead.set('eth_getLogs', { result: [] })
  const wrong = await pay(till, asked, { units: 1n })
  const first = await blockOf(wrong)
  const right = await pay(till, asked)
  node.instead.set('eth_getLogs', listing(asked, { hash: right, block: await blockOf(right) }))
  await looked(asked, 1)
  await untilPaid(till, asked)
  await till.delivered(asked.id)
  node.instead.set('eth_getLogs', listing(asked, { hash: wrong, block: first, units: 1n }))
  await looked(asked, 1)
  expect(await untilAsked(till, asked)).toEqual(['too-little'])
})

describe('of two nodes without receipts and transactions, only one of which has logs', () => {
  let other: TestNode
  beforeEach(async () => {
    other = await openTestNode(sandbox.rpcUrl('harbour'))
    await till.dispose()
    till = await open({ rpcUrls: () => [node.url, other.url] })
  })
  afterEach(() => other.stop())

  /** Makes both nodes answer so, and `logged` be what the second one lists. */
  function pruneBoth(logged: ReplacementAnswer | null = null): void {
    prune(NONE)
    other.replace = (method) => {
      if (method === 'eth_getLogs') return logged
      return /Receipt|ByHash/.test(method) && method !== 'eth_getBlockByHash' ? NONE : null
    }
  }

  it('a payment is asked about once its block is final, and can be the purchase’s', async () => {
    const asked = await ask(till)
    pruneBoth({ result: [] })
    const hash = await pay(till, asked)
    await vi.waitUntil(() => readReceipt(hash), soon)
    await sandbox.control('chains/harbour', { action: 'pause-mining' })
    pruneBoth()
    await looked(asked, 3)
    expect(viewOf(till, asked).arrivals).toEqual([])
    await sandbox.control('chains/harbour', { action: 'resume-mining' })
    await vi.waitUntil(async () => {
      await looked(asked, 1)
      return viewOf(till, asked).arrivals.length > 0
    }, soon)
    const [arrival] = viewOf(till, asked).arrivals
    expect(arrival).toMatchObject({ hash, reason: 'unclear', canRegister: true })
    await till.purchases.external.register(asked.id, { hash, ordinal: arrival?.ordinal ?? -1 })
    node.replace = null
    other.replace = null
    await untilPaid(till, asked)
    await till.delivered(asked.id)
  })

  it('a payment that no block holds is not asked about', async () => {
    const asked = await ask(till)
    const block = (await till.chain('harbour').head()) + 1n
    await vi.waitUntil(async () => (await till.chain('harbour').finalized()) > block, soon)
    pruneBoth(listing(asked, { hash: `0x${'5'.repeat(64)}`, block }))
    await looked(asked, 3)
    expect(viewOf(till, asked)).toMatchObject({ state: 'waiting', arrivals: [] })
  })

  it('what the bytes of its transaction contradict is not asked about, and hides no payment', async () => {
    const asked = await ask(till)
    pruneBoth({ result: [] })
    const hash = await pay(till, asked)
    const found = await vi.waitUntil(() => readReceipt(hash), soon)
    const block = BigInt(found.blockNumber)
    await vi.waitUntil(async () => (await till.chain('harbour').finalized()) > block, soon)
    pruneBoth(listing(asked, { hash, block, units: 1n }))
    await looked(asked, 3)
    expect(viewOf(till, asked)).toMatchObject({ state: 'waiting', arrivals: [] })
  })

  const readReceipt = async (hash: Hash): Promise<{ readonly blockNumber: Hex } | null> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getTransactionReceipt', params: [hash] })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(sandbox.rpcUrl('harbour'), { method: 'POST', headers, body })
    return ((await answer.json()) as { result: { blockNumber: Hex } | null }).result
  }
})
