import { toHex, type Address, type Hash } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import type { Chain } from '../chain.ts'
import { Refusal, blockHash, blockOf, type Answerer } from '../../../testing/chain/client.ts'
import { HEAD, openNodes, openPacedNodes, sound } from '../../../testing/chain/sound-nodes.ts'

// One of several nodes is dishonest, stale or pruned: the effect on the combined answers.

const account: Address = `0x${'1'.repeat(40)}`
const own: Hash = `0x${'a'.repeat(64)}`

it('a nonce that nodes agree on is placed at the block most of them show', async () => {
  const forked: Answerer = (method, params) =>
    method === 'eth_getBlockByNumber' && params[0] === 'latest' ? blockOf(HEAD, { branch: 'b' }) : sound(method, params)
  const { at } = await openNodes(forked, sound, sound).minedNonce(account)
  expect(at.hash).toBe(blockHash(HEAD))
})

it('a stalled node of two does not hold up the head', async () => {
  const stuck: Answerer = (method, params) => (method === 'eth_blockNumber' ? toHex(HEAD - 500) : sound(method, params))
  expect(await openNodes(stuck, sound).head()).toBe(BigInt(HEAD))
})

/** A node that claims one of our payments, with logs, in a block where no other node has it. */
const inventsOurs: Answerer = (method, params) => {
  const block = { ...blockOf(900), transactions: [own] }
  const inclusion = { blockNumber: toHex(900), blockHash: blockHash(900) }
  if (method === 'eth_getTransactionByHash')
    return { hash: own, from: account, nonce: '0x2', value: '0x0', ...inclusion }
  if (method === 'eth_getBlockByNumber' && params[0] === toHex(900)) return block
  if (method === 'eth_getLogs') return [{ transactionHash: own, ...inclusion }]
  return sound(method, params)
}

it('one node’s claim that our payment used a nonce does not count if others’ blocks lack it', async () => {
  expect(await openNodes(inventsOurs, sound, sound).nonceUse(account, 2, [own])).toBeNull()
})

it('a receipt in a block that only one node has is shown, and its caller judges the height', async () => {
  const far: Answerer = (method, params) => {
    const inclusion = { blockNumber: toHex(5_000), blockHash: blockHash(5_000) }
    if (method === 'eth_getBlockByNumber' && params[0] === toHex(5_000))
      return { ...blockOf(5_000), transactions: [own] }
    if (method !== 'eth_getTransactionReceipt') return sound(method, params)
    return { transactionHash: own, ...inclusion, status: '0x1', gasUsed: '0x1', effectiveGasPrice: '0x1', logs: [] }
  }
  const chain = openNodes(far, sound, sound)
  expect(await chain.receipt(own)).toMatchObject({ blockNumber: 5_000n, isBacked: false })
  expect(await chain.head()).toBe(BigInt(HEAD))
})

/** A node that always gives the same answer to one method, like a stale or dishonest one. */
const answerWith =
  (method: string, result: string): Answerer =>
  (called, params) =>
    called === method ? result : sound(called, params)

it.each<[string, Answerer, (chain: Chain) => Promise<unknown>, unknown]>([
  ['has no coins', answerWith('eth_getBalance', '0x0'), (chain) => chain.nativeBalance(account), 10n ** 18n],
  [
    'gave an allowance',
    answerWith('eth_call', toHex(5n, { size: 32 })),
    (chain) => chain.allowance(account, account, own.slice(0, 42) as Address),
    0n,
  ],
])('one of three nodes that says that an account %s does not stop it', async (_, node, ask, truth) => {
  const others: Answerer = (method, params) => (method === 'eth_call' ? toHex(0n, { size: 32 }) : sound(method, params))
  expect(await ask(openNodes(node, others, others))).toBe(truth)
})

it('one of three nodes does not decide a call’s gas', async () => {
  const [little, some, more] = [21_000, 90_000, 91_000].map((gas) => answerWith('eth_estimateGas', toHex(gas)))
  const call = { to: account, data: '0x', value: 0n } as const
  expect(await openNodes(little!, some!, more!).estimateGas(account, call)).toBe(90_000n)
})

it('a node limited to ten blocks of logs answers a hundred in time, the least a search asks for', async () => {
  const narrow: Answerer = (method, params) => {
    if (method === 'eth_blockNumber') return toHex(20_000)
    if (method !== 'eth_getLogs') return sound(method, params)
    const [filter] = params as [{ fromBlock: string; toBlock: string }]
    if (Number(filter.toBlock) - Number(filter.fromBlock) < 10) return []
    throw new Refusal('up to a 10 block range', -32_600)
  }
  // A twenty-fifth of the usual deadline, and an even smaller fraction of a nearby node's response time.
  const chain = openPacedNodes({ timeoutMs: 400, answersAfterMs: 3 }, narrow)
  expect(await chain.transfersFrom([account], account, 1n, 100n)).toEqual([])
  await expect(chain.transfersFrom([account], account, 1n, 10_000n)).rejects.toMatchObject({
    code: 'network-unreachable',
  })
})

describe('an old use of a nonce', () => {
  const [head, usedIn] = [300_000, 100_000]
  const transaction = {
    hash: own,
    from: account,
    to: account,
    nonce: toHex(2),
    value: '0x0',
    input: '0x',
    type: '0x2',
    v: '0x0',
    gas: '0x0',
    chainId: toHex(1),
    blockNumber: toHex(usedIn),
    blockHash: blockHash(usedIn),
  }
  /** Creates a node whose block has `used`. */
  const withBlock =
    (used: typeof transaction): Answerer =>
    (method, [first, second]) => {
      if (method === 'eth_chainId') return toHex(1)
      if (method === 'eth_blockNumber') return toHex(head)
      if (method === 'eth_getTransactionCount') return toHex(Number(second) >= usedIn ? 3 : 2)
      if (method !== 'eth_getBlockByNumber') return null
      return blockOf(Number(first), { transactions: second === true && Number(first) === usedIn ? [used] : [] })
    }
  const archive = withBlock(transaction)
  const withoutStates: Answerer = (method, params) => {
    if (method === 'eth_getTransactionCount') throw new Refusal('missing trie node', -32_000)
    return archive(method, params)
  }

  it('is found even if the search takes longer than one deadline', async () => {
    const chain = openPacedNodes({ timeoutMs: 1_000, answersAfterMs: 40 }, archive)
    expect(await chain.nonceUse(account, 2, [])).toMatchObject({ hash: own, block: { number: BigInt(usedIn) } })
  })

  it('is backed by nodes that lost the account’s states but have the block', async () => {
    const chain = openNodes(withoutStates, archive, withoutStates)
    expect(await chain.nonceUse(account, 2, [])).toMatchObject({ hash: own, isBacked: true })
  })

  it.each([
    ['another transaction', { ...transaction, hash: `0x${'b'.repeat(64)}` }],
    ['another account’s transaction', { ...transaction, from: `0x${'9'.repeat(40)}` }],
    ['another nonce of the account', { ...transaction, nonce: toHex(1) }],
  ] as const)('is not backed by blocks that have %s there', async (_, other) => {
    const honest: Answerer = (method, params) =>
      method === 'eth_getTransactionCount'
        ? withoutStates(method, params)
        : withBlock(other as typeof transaction)(method, params)
    expect((await openNodes(honest, archive, honest).nonceUse(account, 2, []))?.isBacked).not.toBe(true)
  })

  // Its signer's nonce may have been another one there, or it was signed for another chain: then it used none.
  it.each([1, 137])('is not backed by a block that has a delegation signed for chain %i', async (chainId) => {
    const owner = privateKeyToAccount(generatePrivateKey())
    const signed = await owner.signAuthorization({ chainId, contractAddress: account, nonce: 2 })
    const { r, s, yParity = 0, address } = signed
    const authorization = { chainId: toHex(chainId), address, nonce: toHex(2), yParity: toHex(yParity), r, s }
    const delegating = { ...transaction, nonce: toHex(70), type: '0x4', authorizationList: [authorization] }
    const dishonest = withBlock(delegating)
    const honest: Answerer = (method, params) =>
      method === 'eth_getTransactionCount' ? withoutStates(method, params) : dishonest(method, params)
    expect(await openNodes(honest, dishonest, honest).nonceUse(owner.address, 2, [])).toMatchObject({ isBacked: false })
  })

  it('is not backed by a block that has what a rollup deposited in the account’s name', async () => {
    const dishonest = withBlock({ ...transaction, type: '0x64' })
    const honest: Answerer = (method, params) =>
      method === 'eth_getTransactionCount' ? withoutStates(method, params) : dishonest(method, params)
    expect(await openNodes(honest, dishonest, honest).nonceUse(account, 2, [])).toMatchObject({ isBacked: false })
  })
})

/** The state of a node that stalled five hundred blocks ago, when the account had sent three transactions. */
const standsStill: Answerer = (method, params) => {
  if (method === 'eth_blockNumber') return toHex(HEAD - 500)
  if (method === 'eth_getTransactionCount') return toHex(3)
  if (method === 'eth_getBlockByNumber' && params[0] === 'latest') return blockOf(HEAD - 500)
  return sound(method, params)
}

it('a stalled node of two leaves the next nonce of a wallet used elsewhere open', async () => {
  const newer: Answerer = (method, params) => (method === 'eth_getTransactionCount' ? toHex(5) : sound(method, params))
  expect(await openNodes(standsStill, newer).nonces(account)).toMatchObject({ mined: 3, isContested: true })
  expect(await openNodes(standsStill, newer, newer).nonces(account)).toMatchObject({ mined: 5, isContested: false })
})

describe('a node that contradicts the others is reported', () => {
  const troubles = (chain: Chain): unknown[] => chain.nodes().map(({ trouble }) => trouble)
  const inclusion = { blockNumber: toHex(900), blockHash: blockHash(900) }
  const shows =
    (status: '0x0' | '0x1'): Answerer =>
    (method, params) => {
      if (method === 'eth_getBlockByNumber' && params[0] === toHex(900)) return { ...blockOf(900), transactions: [own] }
      if (method !== 'eth_getTransactionReceipt') return sound(method, params)
      return { transactionHash: own, ...inclusion, status, gasUsed: '0x1', effectiveGasPrice: '0x1', logs: [] }
    }

  it('for another outcome of a payment, until it shows the same', async () => {
    let answerWith = shows('0x0')
    const chain = openNodes((method, params) => answerWith(method, params), shows('0x1'), shows('0x1'), sound)
    expect(await chain.receipt(own)).toMatchObject({ succeeded: true })
    expect(troubles(chain)).toEqual(['contradicts', null, null, null])
    expect(chain.nodes()[0]?.since).toBeGreaterThan(Date.now() - 60_000)
    // A node that has not seen it yet does not contradict.
    answerWith = sound
    await chain.receipt(own)
    expect(troubles(chain)).toEqual(['contradicts', null, null, null])
    answerWith = shows('0x1')
    await chain.receipt(own)
    expect(troubles(chain)).toEqual([null, null, null, null])
  })

  it('together with the other one of two', async () => {
    const chain = openNodes(shows('0x0'), shows('0x1'))
    expect(await chain.receipt(own)).toBeNull()
    expect(troubles(chain)).toEqual(['contradicts', 'contradicts'])
  })

  it('for another block at a final height, of a payment or in a check', async () => {
    const forked: Answerer = (method, params) => {
      const block = sound(method, params)
      return method === 'eth_getBlockByNumber' && params[0] !== '0x0'
        ? { ...(block as object), hash: blockHash(900, 'b') }
        : block
    }
    const checked = openNodes(sound, forked, sound)
    await checked.checkNodes()
    expect(troubles(checked)).toEqual([null, 'contradicts', null])
    const paid = openNodes(sound, sound, forked)
    expect(await paid.blockStatus({ number: 900n, hash: blockHash(900) })).toMatchObject({ state: 'final' })
    expect(troubles(paid)).toEqual([null, null, 'contradicts'])
  })
})
