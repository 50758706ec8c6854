import { pad, toEventSelector, toHex, type Address, type Hash } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import type { Chain } from '../chain.ts'
import { openChain } from '../open-chain.ts'
import { Refusal, blockHash, blockOf, type Answerer } from '../../../testing/chain/client.ts'

// One of several nodes is dishonest, stale or pruned: the effect on the combined answers.

const account: Address = `0x${'1'.repeat(40)}`
const own: Hash = `0x${'a'.repeat(64)}`
const HEAD = 1_000

/** An honest node: the account sent three transactions long ago, and none is found by its hash. */
const sound: Answerer = (method, params) => {
  switch (method) {
    case 'eth_chainId':
      return toHex(1)
    case 'eth_blockNumber':
      return toHex(HEAD)
    case 'eth_getBlockByNumber':
      return blockAt(params[0] as string)
    case 'eth_getTransactionCount':
      return toHex(3)
    case 'eth_getBalance':
      return toHex(10n ** 18n)
    default:
      return null
  }
}

function blockAt(name: string): unknown {
  const number = name === 'latest' ? HEAD : name === 'finalized' ? HEAD - 64 : Number(name)
  return number > HEAD ? null : { ...blockOf(number), baseFeePerGas: toHex(7) }
}

interface Question {
  readonly id: number
  readonly method: string
  readonly params?: readonly unknown[]
}

function answerOne(answer: Answerer | undefined, { id, method, params = [] }: Question): object {
  try {
    return { jsonrpc: '2.0', id, result: answer?.(method, params) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { jsonrpc: '2.0', id, error: { code: error.code, message: error.message } }
  }
}

/** Opens a network of nodes in memory, each with the answerer at its position. */
function open(...nodes: readonly Answerer[]): Chain {
  return openPaced({ timeoutMs: 10_000, answersAfterMs: 0 }, ...nodes)
}

function openPaced(pace: { timeoutMs: number; answersAfterMs: number }, ...nodes: readonly Answerer[]): Chain {
  const rpcUrls = nodes.map((_, index) => `https://node${index}.example`)
  return openChain({
    chainId: 1,
    rpcUrls,
    finalityDepth: undefined,
    known: null,
    timeoutMs: pace.timeoutMs,
    fetch: async (url, init) => {
      if (pace.answersAfterMs > 0) await new Promise((resolve) => setTimeout(resolve, pace.answersAfterMs))
      const answer = nodes[rpcUrls.findIndex((one) => url.startsWith(one))]
      const body = JSON.parse(init.body as string) as Question | Question[]
      return Response.json(Array.isArray(body) ? body.map((one) => answerOne(answer, one)) : answerOne(answer, body))
    },
  })
}

it('a nonce that nodes agree on is placed at the block most of them show', async () => {
  const forked: Answerer = (method, params) =>
    method === 'eth_getBlockByNumber' && params[0] === 'latest' ? blockOf(HEAD, { branch: 'b' }) : sound(method, params)
  const { at } = await open(forked, sound, sound).minedNonce(account)
  expect(at.hash).toBe(blockHash(HEAD))
})

it('a stalled node of two does not hold up the head', async () => {
  const stuck: Answerer = (method, params) => (method === 'eth_blockNumber' ? toHex(HEAD - 500) : sound(method, params))
  expect(await open(stuck, sound).head()).toBe(BigInt(HEAD))
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
  expect(await open(inventsOurs, sound, sound).nonceUse(account, 2, [own])).toBeNull()
})

it('a receipt in a block that only one node has is shown, and its caller judges the height', async () => {
  const far: Answerer = (method, params) => {
    const inclusion = { blockNumber: toHex(5_000), blockHash: blockHash(5_000) }
    if (method === 'eth_getBlockByNumber' && params[0] === toHex(5_000))
      return { ...blockOf(5_000), transactions: [own] }
    if (method !== 'eth_getTransactionReceipt') return sound(method, params)
    return { transactionHash: own, ...inclusion, status: '0x1', gasUsed: '0x1', effectiveGasPrice: '0x1', logs: [] }
  }
  const chain = open(far, sound, sound)
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
  expect(await ask(open(node, others, others))).toBe(truth)
})

it('one of three nodes does not decide a call’s gas', async () => {
  const [little, some, more] = [21_000, 90_000, 91_000].map((gas) => answerWith('eth_estimateGas', toHex(gas)))
  const call = { to: account, data: '0x', value: 0n } as const
  expect(await open(little!, some!, more!).estimateGas(account, call)).toBe(90_000n)
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
  const chain = openPaced({ timeoutMs: 400, answersAfterMs: 3 }, narrow)
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
    const chain = openPaced({ timeoutMs: 1_000, answersAfterMs: 40 }, archive)
    expect(await chain.nonceUse(account, 2, [])).toMatchObject({ hash: own, block: { number: BigInt(usedIn) } })
  })

  it('is backed by nodes that lost the account’s states but have the block', async () => {
    const chain = open(withoutStates, archive, withoutStates)
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
    expect((await open(honest, archive, honest).nonceUse(account, 2, []))?.isBacked).not.toBe(true)
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
    expect(await open(honest, dishonest, honest).nonceUse(owner.address, 2, [])).toMatchObject({ isBacked: false })
  })

  it('is not backed by a block that has what a rollup deposited in the account’s name', async () => {
    const dishonest = withBlock({ ...transaction, type: '0x64' })
    const honest: Answerer = (method, params) =>
      method === 'eth_getTransactionCount' ? withoutStates(method, params) : dishonest(method, params)
    expect(await open(honest, dishonest, honest).nonceUse(account, 2, [])).toMatchObject({ isBacked: false })
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
  expect(await open(standsStill, newer).nonces(account)).toMatchObject({ mined: 3, isContested: true })
  expect(await open(standsStill, newer, newer).nonces(account)).toMatchObject({ mined: 5, isContested: false })
})

/** A node's view of the block in which `own` paid an account back. */
interface PaidBack {
  /** The log numbers that it lists and that its receipt holds, one per transfer. */
  readonly logs?: readonly number[]
  readonly hasReceipt?: boolean
  /** Whether its block holds the transaction; null if it pruned the block. */
  readonly holds?: boolean | null
  readonly status?: '0x0' | '0x1'
}

const token: Address = `0x${'4'.repeat(40)}`
const inclusion = {
  blockNumber: toHex(900),
  blockHash: blockHash(900),
  transactionHash: own,
  transactionIndex: toHex(0),
}

/** Creates a node with `own` as a transaction of block 900, or without it. */
function shows({ logs = [], hasReceipt = true, holds = true, status = '0x1' }: PaidBack): Answerer {
  const transfers = logs.map((logIndex) => ({
    ...inclusion,
    address: token,
    logIndex: toHex(logIndex),
    removed: false,
    data: toHex(5n, { size: 32 }),
    topics: [toEventSelector('Transfer(address,address,uint256)'), pad(`0x${'2'.repeat(40)}`), pad(account)],
  }))
  return (method, params) => {
    if (method === 'eth_getLogs') return transfers
    if (method === 'eth_getTransactionByHash' && holds)
      return { ...inclusion, hash: own, from: account, nonce: toHex(2) }
    if (method === 'eth_getTransactionReceipt' && hasReceipt) {
      return { ...inclusion, status, gasUsed: '0x1', effectiveGasPrice: '0x1', logs: transfers }
    }
    if (method !== 'eth_getBlockByNumber' || params[0] !== toHex(900)) return sound(method, params)
    return holds === null ? null : blockOf(900, { transactions: holds ? [own] : [] })
  }
}
const provenAt = async (...nodes: readonly Answerer[]): Promise<boolean[]> =>
  (await open(...nodes).transfersTo([token], account, 900n, 900n)).map(({ isProven }) => isProven)

describe('a transfer', () => {
  it('listed under different log numbers counts once, and two equal ones in a transaction count twice', async () => {
    expect(await provenAt(shows({ logs: [0] }), shows({ logs: [9] }))).toEqual([true])
    expect(await provenAt(shows({ logs: [0, 1] }), shows({ logs: [8, 9] }))).toEqual([true, true])
  })

  const truth = { logs: [0] }
  const unheardOf = shows({ hasReceipt: false, holds: false })
  const pruned = shows({ hasReceipt: false })
  const forgotten = shows({ hasReceipt: false, holds: null })
  it.each<readonly [string, readonly Answerer[], boolean]>([
    ['of two is not proven if that one invented it', [shows(truth), unheardOf], false],
    ['of three is not proven if that one invented it', [shows(truth), unheardOf, unheardOf], false],
    ['of three is not proven, even if one lacks receipts', [unheardOf, shows(truth), unheardOf], false],
    ['of three is not proven, even if one lacks old blocks', [shows(truth), forgotten, unheardOf], false],
    ['of three is not proven for a real transaction without it', [shows(truth), shows({}), pruned], false],
    ['is proven if only that one has logs and receipts', [shows(truth), pruned, pruned], true],
    ['is proven if only that one has old blocks', [forgotten, shows(truth), forgotten], true],
  ])('that one node lists %s', async (_, nodes, isProven) => {
    expect(await provenAt(...nodes)).toEqual([isProven])
  })

  it('that one node lists twice is proven once', async () => {
    expect(await provenAt(shows({ logs: [0] }), shows({ logs: [0, 1] }))).toEqual([true, false])
    expect(await provenAt(shows({ logs: [0] }), shows({ logs: [0, 1] }), shows({ logs: [7] }))).toEqual([true, false])
  })
})

describe('whether a transaction made a transfer', () => {
  const made = { hash: own, token, from: `0x${'2'.repeat(40)}`, to: account, units: 5n, blockNumber: 900n } as const
  const sees = shows({ logs: [0] })
  const contradicts = shows({})
  const lacksBlock = shows({ hasReceipt: false, holds: false })
  const pruned = shows({ hasReceipt: false })
  const forgotten = shows({ hasReceipt: false, holds: null })
  it.each<readonly [string, readonly Answerer[], boolean | null]>([
    ['is certain if the node shows it', [sees], true],
    ['is certain if others have pruned it', [forgotten, sees, pruned], true],
    ['is denied by a receipt without it', [contradicts], false],
    ['is denied by a block without the transaction', [lacksBlock], false],
    ['is denied by most nodes only', [lacksBlock, contradicts, forgotten], false],
    ['is unknown to a node without receipts', [pruned], null],
    ['is unknown to a node without old blocks', [forgotten], null],
    ['is unknown if one of three denies it and the others have pruned it', [lacksBlock, forgotten, pruned], null],
    ['is unknown if one of two denies it', [lacksBlock, sees], null],
  ])('%s', async (_, nodes, is) => {
    expect(await open(...nodes).holdsTransfer(made, 1)).toBe(is)
  })

  it('is denied for the second of two if its receipt has one', async () => {
    expect(await open(shows({ logs: [0, 1] })).holdsTransfer(made, 2)).toBe(true)
    expect(await open(sees).holdsTransfer(made, 2)).toBe(false)
  })
})

describe('a payment whose logs one node shows', () => {
  const reverted = shows({ status: '0x0' })
  const succeeded = shows({ logs: [0] })
  const emits = shows({ logs: [0], hasReceipt: false })
  const pruned = shows({ hasReceipt: false })
  it.each<readonly [string, readonly Answerer[], boolean]>([
    ['succeeded if receipts are pruned', [emits, pruned, pruned], true],
    ['proves nothing if the other of two shows that it reverted', [succeeded, reverted], false],
    ['proves nothing if one of three shows that it reverted', [emits, pruned, reverted], false],
  ])('%s', async (_, nodes, emitted) => {
    expect(await open(...nodes).nonceUse(account, 2, [own])).toMatchObject({ hash: own, isBacked: true, emitted })
  })

  it('has no receipt if two nodes contradict each other', async () => {
    expect(await open(succeeded, reverted).receipt(own)).toBeNull()
  })
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
    const chain = open((method, params) => answerWith(method, params), shows('0x1'), shows('0x1'), sound)
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
    const chain = open(shows('0x0'), shows('0x1'))
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
    const checked = open(sound, forked, sound)
    await checked.checkNodes()
    expect(troubles(checked)).toEqual([null, 'contradicts', null])
    const paid = open(sound, sound, forked)
    expect(await paid.blockStatus({ number: 900n, hash: blockHash(900) })).toMatchObject({ state: 'final' })
    expect(troubles(paid)).toEqual([null, null, 'contradicts'])
  })
})
