import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  concat,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  keccak256,
  pad,
  parseGwei,
  toEventSelector,
  type Address,
  type Hash,
  type Hex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import type { Chain, SimulatedChanges } from './chain.ts'
import { openChain } from './open-chain.ts'
import { planPayment } from './plan/plan-payment.ts'
import { findKnownChain } from './registry/find-known-chain.ts'
import { openTestNetwork, type TestNetwork } from '../../testing/chain/network.ts'
import { openTestNode, type TestNode } from '../../testing/chain/node.ts'
import { soon } from '../../testing/soon.ts'

let account: PrivateKeyAccount
let network: TestNetwork
let [first, second]: TestNode[] = []
let chain: Chain

beforeAll(async () => {
  network = await openTestNetwork()
  account = await network.openPayer()
})
beforeEach(async () => {
  ;[first, second] = await Promise.all([openTestNode(network.rpcUrl), openTestNode(network.rpcUrl)])
  chain = open(first!.url, second!.url)
})
afterEach(() => Promise.all([first?.stop(), second?.stop()]))

function open(...rpcUrls: string[]): Chain {
  return openChain({ chainId: network.chainId, rpcUrls, finalityDepth: 2, timeoutMs: 400 })
}

const usdc = (): Address => network.tokens[0].address
const transfer = (units: bigint, to: Address = rich): { to: Address; data: Hex; value: bigint } => ({
  to: usdc(),
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, units] }),
  value: 0n,
})
const rich: Address = `0x${'5'.repeat(40)}`

async function sign(nonce: number, call: { to: Address; data?: Hex }): Promise<{ raw: Hex; hash: Hash }> {
  const fees = { gas: 90_000n, maxFeePerGas: parseGwei('50'), maxPriorityFeePerGas: parseGwei('1') }
  const raw = await account.signTransaction({ type: 'eip1559', chainId: network.chainId, nonce, ...fees, ...call })
  return { raw, hash: keccak256(raw) }
}

const code = async (question: Promise<unknown>): Promise<string> => {
  try {
    await question
    return 'answered'
  } catch (error) {
    return error instanceof AppError ? error.code : `not an AppError: ${String(error)}`
  }
}

it('contacts only its nodes’ own addresses, even if one redirects elsewhere', async () => {
  const sender = createServer((_, response) => response.writeHead(307, { location: network.rpcUrl }).end())
  await new Promise<void>((resolve) => sender.listen(0, '127.0.0.1', resolve))
  const { port } = sender.address() as AddressInfo
  await expect(open(`http://127.0.0.1:${port}`).head()).rejects.toMatchObject({ code: 'network-unreachable' })
  await new Promise((resolve) => sender.close(resolve))
})

describe('a network', () => {
  it('is identified by chain id and genesis', async () => {
    const { hash } = await network.rpc<{ hash: Hash }>('eth_getBlockByNumber', '0x0', false)
    expect(await chain.instance()).toBe(`${network.chainId}:${hash}`)
  })

  it('with another chain id is a mismatch for every question', async () => {
    const wrong = openChain({ chainId: 1, rpcUrls: [network.rpcUrl], finalityDepth: 2 })
    const questions = [wrong.head(), wrong.instance(), wrong.receipt(`0x${'1'.repeat(64)}`), wrong.send('0x02')]
    expect(new Set(await Promise.all(questions.map(code)))).toEqual(new Set(['network-mismatch']))
  })

  it.each([
    ['without a listener', () => open('http://127.0.0.1:9')],
    ['without an address', () => open()],
    ['that breaks connections', () => ((first!.broken = second!.broken = true), chain)],
    ['that answers with a page', () => (first!.instead.set('eth_chainId', { status: 200 }), open(first!.url))],
    ['that is silent', () => (first!.instead.set('eth_chainId', 'silence'), open(first!.url))],
    ['that is too busy', () => (first!.instead.set('eth_chainId', { status: 429 }), open(first!.url))],
  ])('%s is unreachable', async (_, chainOf) => {
    expect(await code(chainOf().head())).toBe('network-unreachable')
  })

  it('is asked at all its addresses, and continues with those that answer', async () => {
    await chain.head()
    expect([first!, second!].map(({ calls }) => calls.includes('eth_blockNumber'))).toEqual([true, true])
    first!.broken = true
    await chain.head()
    const calls = first!.calls.length
    await chain.head()
    expect(first!.calls).toHaveLength(calls)
  })

  it('is what most of its addresses say, and never what one says alone, even while the others are away', async () => {
    const foreign = await openTestNode(network.rpcUrl)
    foreign.instead.set('eth_getBlockByNumber', { result: { hash: `0x${'9'.repeat(64)}`, number: '0x0' } })
    // The dishonest node comes first.
    const mixed = open(foreign.url, first!.url, second!.url)
    const instance = await mixed.instance()
    expect(instance).toBe(await open(first!.url).instance())
    await mixed.head()
    first!.broken = second!.broken = true
    expect(await code(mixed.head())).not.toBe('answered')
    expect(await code(mixed.head())).not.toBe('answered')
    expect(foreign.calls).not.toContain('eth_blockNumber')
    await foreign.stop()
  })

  it('stays the one last signed on if the only nodes that name a block 0 lie, until most name another', async () => {
    const { chainId } = network
    const signedOn = await open(first!.url).instance()
    const lie = { result: { hash: `0x${'9'.repeat(64)}`, number: '0x0' } }
    first!.instead.set('eth_getBlockByNumber', lie)
    second!.instead.set('eth_getBlockByNumber', { error: { code: 4444, message: 'pruned history unavailable' } })
    const calls = (): Chain => openChain({ chainId, rpcUrls: [first!.url, second!.url], finalityDepth: 2, signedOn })
    expect(await calls().instance()).toBe(signedOn)
    expect(await code(calls().head())).toBe('answered')
    second!.instead.set('eth_getBlockByNumber', lie)
    expect(await calls().instance()).toBe(`${chainId}:${lie.result.hash}`)
  })

  it('whose two addresses name different chains is not identified', async () => {
    first!.instead.set('eth_getBlockByNumber', { result: { hash: `0x${'9'.repeat(64)}`, number: '0x0' } })
    expect(await code(chain.head())).toBe('network-mismatch')
  })

  it('known to Till is identified by its genesis, even if a node pruned block 0', async () => {
    const known = { ...findKnownChain(8453)!, chainId: network.chainId }
    const calls = (): Chain => openChain({ chainId: network.chainId, rpcUrls: [first!.url], finalityDepth: 2, known })
    expect(await code(calls().head())).toBe('network-mismatch')
    first!.instead.set('eth_getBlockByNumber', { error: { code: 4444, message: 'pruned history unavailable' } })
    expect(await calls().instance()).toBe(`${network.chainId}:${known.genesisHash}`)
    expect(await code(calls().head())).toBe('answered')
  })

  it('is identified again after it was away', async () => {
    const alone = open(first!.url)
    const before = await alone.instance()
    first!.broken = true
    expect(await code(alone.head())).toBe('network-unreachable')
    first!.broken = false
    first!.instead.set('eth_getBlockByNumber', { result: { hash: `0x${'9'.repeat(64)}`, number: '0x0' } })
    expect(await alone.instance()).not.toBe(before)
  })
})

describe('a chain reads', () => {
  it('receipts of mined transactions with the charged fee, and null for unknown ones', async () => {
    const nonce = await chain.pendingNonce(account.address)
    const [good, bad] = [await sign(nonce, transfer(5n)), await sign(nonce + 1, transfer(10n ** 30n))]
    expect(await chain.receipt(good.hash)).toBeNull()
    await chain.send(good.raw)
    await chain.send(bad.raw)
    const receipts = await vi.waitUntil(async () => {
      const both = await Promise.all([chain.receipt(good.hash), chain.receipt(bad.hash)])
      return both.every(Boolean) && both
    }, soon)
    expect(receipts.map((receipt) => receipt?.succeeded)).toEqual([true, false])
    expect(receipts[0]).toMatchObject({ hash: good.hash, blockHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
    expect(receipts[0]!.fee).toBeGreaterThan(0n)
    const { blockNumber } = receipts[0]!
    expect(await chain.transfersTo([usdc()], rich, blockNumber, blockNumber)).toMatchObject([
      { hash: good.hash, from: account.address, units: 5n, blockNumber },
    ])
    expect(await chain.transfersTo([usdc()], rich, 0n, blockNumber - 1n)).toEqual([])
    const isProven = async (): Promise<boolean[]> =>
      (await chain.transfersTo([usdc()], rich, blockNumber, blockNumber)).map((one) => one.isProven)
    expect(await isProven()).toEqual([true])
    // One node lacks its logs, and neither has the receipt, so only one confirms it.
    second!.instead.set('eth_getLogs', { result: [] })
    expect(await isProven()).toEqual([true])
    for (const node of [first!, second!]) node.instead.set('eth_getTransactionReceipt', { result: null })
    expect(await isProven()).toEqual([false])
    for (const node of [first!, second!]) node.instead.clear()
    const { nonce: used, at } = await chain.minedNonce(account.address)
    expect(used).toBe(nonce + 2)
    const unknown: Hash = `0x${'1'.repeat(64)}`
    const { finalizedBehind } = network.traits
    if (finalizedBehind > 0n) expect(await chain.blockStatus(at)).toEqual({ state: 'open', isBacked: false })
    expect(await chain.blockStatus({ ...at, hash: unknown })).toEqual({ state: 'gone', isBacked: true })
    expect(await chain.blockStatus({ ...at, number: at.number + 1000n })).toEqual({ state: 'open', isBacked: false })
    await vi.waitUntil(async () => (await chain.blockStatus(at)).state === 'final', soon)
    expect(await chain.blockStatus(at)).toEqual({ state: 'final', isBacked: true })
    const { hash } = good
    const block = { number: blockNumber, hash: receipts[0]!.blockHash }
    const call = { ...transfer(5n), to: getAddress(usdc()) }
    expect(await chain.nonceUse(account.address, nonce, [])).toEqual({
      hash,
      block,
      isBacked: true,
      emitted: false,
      call,
    })
    expect(await chain.nonceUse(account.address, nonce, [hash])).toMatchObject({ hash, block, emitted: true })
    // A reverted transaction left no proof of success.
    expect(await chain.nonceUse(account.address, nonce + 1, [bad.hash])).toMatchObject({
      hash: bad.hash,
      emitted: false,
    })
    expect(await chain.nonceUse(account.address, nonce + 2, [])).toBeNull()
    const poor = await account.signTransaction({
      ...transfer(5n),
      type: 'eip1559',
      chainId: network.chainId,
      nonce: nonce + 2,
      gas: 21_000n,
      maxFeePerGas: 1n,
    })
    expect(await chain.send(poor)).not.toBeNull()
  })

  it('the node’s finalized block, or the profile’s depth if it names none', async () => {
    const [head, finalized] = [await chain.head(), await chain.finalized()]
    expect(head - finalized).toBeLessThanOrEqual(3n)
    const deep = openChain({ chainId: network.chainId, rpcUrls: [first!.url], finalityDepth: 3 })
    await deep.head()
    first!.instead.set('eth_getBlockByNumber', { error: { code: -32602, message: 'unknown block tag' } })
    const [least, final, most] = [await deep.head(), await deep.finalized(), await deep.head()]
    expect(final >= least - 3n && final <= most - 3n).toBe(true)
  })

  it('fees with room for a base fee that doubles', async () => {
    const { maxFeePerGas, maxPriorityFeePerGas } = await chain.fees()
    const { baseFeePerGas } = await network.rpc<{ baseFeePerGas: Hex }>('eth_getBlockByNumber', 'latest', false)
    expect(maxFeePerGas - maxPriorityFeePerGas).toBeGreaterThanOrEqual((BigInt(baseFeePerGas) * 3n) / 2n)
  })

  it('a token contract’s facts about itself, and null without a contract', async () => {
    expect(await chain.tokenFacts(usdc())).toEqual({ symbol: 'USDC', decimals: 6 })
    expect(await chain.tokenFacts(rich)).toEqual({ symbol: null, decimals: null })
    first!.broken = second!.broken = true
    expect(await code(chain.tokenFacts(usdc()))).toBe('network-unreachable')
  })
})

it('believes most nodes about an escrow’s fee, and none if they are evenly split', async () => {
  const third = await openTestNode(network.rpcUrl)
  const question = { registry: rich, tokenRegistry: rich, serviceId: 7n, token: usdc() }
  const shares = (bps: string) => ({
    result: `0x${['7', '1', '1', bps].map((word) => word.padStart(64, '0')).join('')}`,
  })
  for (const node of [first!, second!, third]) node.instead.set('eth_call', shares('96'))
  third.instead.set('eth_call', shares('0'))
  const most = open(first!.url, second!.url, third.url)
  // One answer serves both questions: the token's share is the first word.
  expect(await most.escrowShares(question)).toEqual({ service: 150, token: 7 })
  await expect(open(first!.url, third.url).escrowShares(question)).rejects.toMatchObject({ code: 'nodes-disagree' })
  await third.stop()
})

describe('a simulation', () => {
  /** The result of a full simulation; null, "not simulated", on a node that cannot simulate. */
  const foreseen = (whole: SimulatedChanges): SimulatedChanges => (network.traits.simulates ? whole : null)
  const call = { code: -32601, message: 'the method eth_simulateV1 does not exist' }
  it('shows what leaves the account over all calls', async () => {
    const native = { to: rich, data: '0x' as const, value: 7n }
    expect(await chain.simulate(account.address, [transfer(5n), transfer(6n)], [usdc()])).toEqual(foreseen([-11n, 0n]))
    expect(await chain.simulate(account.address, [native], [])).toEqual(foreseen([-7n]))
    expect(await chain.simulate(account.address, [transfer(5n, account.address)], [usdc()])).toEqual(foreseen([0n, 0n]))
  })

  it('fails if a call reverts or has too little gas, and differs if only one node says so', async () => {
    expect(await chain.simulate(account.address, [transfer(10n ** 30n)], [usdc()])).toBe('failed')
    const starved = { ...transfer(5n), gas: 22_000n }
    expect(await chain.simulate(account.address, [starved], [usdc()])).toBe('failed')
    first!.instead.set('eth_simulateV1', { error: { code: -38014, message: 'insufficient funds' } })
    // A node that cannot simulate does not contradict one that can.
    const foreseen = network.traits.simulates ? 'nodes-differ' : 'failed'
    expect(await chain.simulate(account.address, [transfer(5n)], [usdc()])).toBe(foreseen)
  })

  it.each([
    ['gives away another token', 'Transfer(address,address,uint256)', () => [account.address, rich]],
    ['approves coins for a stranger', 'Approval(address,address,uint256)', () => [account.address, rich]],
    ['approves everything for a stranger', 'ApprovalForAll(address,address,bool)', () => [account.address, rich]],
    [
      'gives away a collectible',
      'TransferSingle(address,address,address,uint256,uint256)',
      () => [rich, account.address],
    ],
  ])('notices a contract that %s in addition to the payment', async (_, event, topics) => {
    const contract: Address = `0x${'7'.repeat(40)}`
    const pushed = [
      ...topics()
        .map((topic) => pad(topic))
        .reverse(),
      toEventSelector(event),
    ]
    const code = concat([...pushed.map((topic) => concat(['0x7f', topic])), '0x60006000a300'])
    await network.setCode(contract, code)
    const call = { to: contract, data: '0x' as const, value: 0n }
    expect(await chain.simulate(account.address, [transfer(5n), call], [usdc()])).toEqual(
      foreseen('unexpected-changes'),
    )
    const other = privateKeyToAccount(generatePrivateKey())
    expect(await chain.simulate(other.address, [call], [usdc()])).toEqual(foreseen([0n, 0n]))
  })

  it('is null on a node that cannot simulate, which still reports a failing call, and unreachable on a dead one', async () => {
    for (const node of [first!, second!]) node.instead.set('eth_simulateV1', { error: call })
    expect(await chain.simulate(account.address, [transfer(5n)], [usdc()])).toBeNull()
    expect(await chain.simulate(account.address, [transfer(10n ** 30n)], [usdc()])).toBe('failed')
    const starved = { ...transfer(5n), gas: 22_000n }
    expect(await chain.simulate(account.address, [starved], [usdc()])).toBe('failed')
    for (const node of [first!, second!]) node.instead.set('eth_call', { result: `0x${'0'.repeat(64)}` })
    expect(await chain.simulate(account.address, [transfer(5n)], [usdc()])).toBe('failed')
    first!.broken = second!.broken = true
    expect(await code(chain.simulate(account.address, [transfer(5n)], [usdc()]))).toBe('network-unreachable')
  })

  it('works for an account without gas, whose funds are checked elsewhere', async () => {
    const poor: Address = `0x${'6'.repeat(40)}`
    const step = { ...transfer(0n), gas: 60_000n, maxFeePerGas: parseGwei('50'), maxPriorityFeePerGas: 1n }
    expect(await chain.simulate(poor, [step], [usdc()])).toEqual(foreseen([0n, 0n]))
  })
})

describe('a plan', () => {
  it('pays at least the network’s gas price, whatever the service says', async () => {
    const own = await chain.fees()
    const effect = {
      shape: 'transfer',
      to: usdc(),
      recipient: rich,
      token: usdc(),
      amount: 5n,
      quoteIds: [],
      escrow: null,
      data: transfer(5n).data,
      value: 0n,
      gas: null,
      maxFeePerGas: 1n,
      maxPriorityFeePerGas: 1n,
    } as const
    const [step] = await planPayment(chain, account.address, effect, own)
    expect(step).toMatchObject({ kind: 'pay', ...own })
    expect(step!.gas).toBeGreaterThan(30_000n)
  })
})
