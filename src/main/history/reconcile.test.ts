import { encodeFunctionData, erc20Abi, parseEther, parseGwei, type Address, type Hash } from 'viem'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { attentionListView } from '../../shared/purchases/attention-views.ts'
import { AppError } from '../../shared/errors.ts'
import { ledgerMigrations } from '../db/migrations/ledger.ts'
import { openDatabase } from '../db/open-database.ts'
import { createSpareLedger } from '../db/spare-ledger.ts'
import { openTestSandbox, type TestSandbox, type TestTill } from '../../testing/purchases/context.ts'
import type { ListPosition } from '../service/operations/read-all-transactions.ts'
import { isReconciled, reconcile, type SeenNonces } from './reconcile.ts'
import type { Reconciling } from './reconciling.ts'
import { openUnseenTransactions } from './unseen.ts'
import { openForeignPayments } from './foreign-payments.ts'
import { listForeignPayments } from './foreign-payments-repository.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())

async function casesOf(till: TestTill): Promise<Reconciling> {
  const chain = till.chain('harbour')
  const place = { profileId: till.service.profileId, chainInstance: await chain.instance(), address: till.address }
  const tokens = sandbox.network('harbour').tokens.map((token) => ({ ...token, address: token.address as Address }))
  const network = sandbox.network('harbour')
  return {
    ledger: till.ledger,
    chain,
    client: till.service.client,
    place,
    network,
    tokens,
    payableNative: null,
    now: Date.now,
  }
}

/** Reconciles repeatedly until done, like the app. */
async function untilReconciled(till: TestTill): Promise<void> {
  const one = await casesOf(till)
  const seen = new Map()
  await vi.waitUntil(async () => (await reconcile(one, seen)) === 'reconciled', { timeout: 20_000, interval: 100 })
}

const hashOf = (nonce: number): Hash => `0x${nonce.toString(16).padStart(64, '0')}`

/** Sends coins from the account in a transaction that no Till knows. */
async function sendByHand(till: TestTill, isNative = false): Promise<Hash> {
  const token = sandbox.network('harbour').tokens.find(({ key }) => key === 'usdc')
  const rpc = sandbox.rpc('harbour')
  const treasury = sandbox.treasury('harbour')
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [treasury, 7_000_000n] })
  const raw = await till.account.signTransaction({
    type: 'eip1559',
    chainId: sandbox.network('harbour').chainId,
    nonce: await rpc.getTransactionCount({ address: till.address, blockTag: 'pending' }),
    ...(isNative ? { to: treasury, value: parseEther('0.25') } : { to: token?.address as Address, data }),
    gas: 100_000n,
    maxFeePerGas: parseGwei('50'),
    maxPriorityFeePerGas: parseGwei('5'),
  })
  return rpc.sendRawTransaction({ serializedTransaction: raw })
}

/** Does the same, and the coins are spent. */
async function payByHand(till: TestTill, isNative = false): Promise<Hash> {
  const hash = await sendByHand(till, isNative)
  await sandbox.rpc('harbour').waitForTransactionReceipt({ hash })
  return hash
}

describe.concurrent('a wallet', () => {
  it('that only this ledger used is reconciled immediately, even while its payments are pending', async () => {
    const till = await sandbox.till()
    expect(await isReconciled(await casesOf(till))).toBe(true)
    const { id } = await till.buy('harbour', 'usdc')
    await till.until(id, ({ steps }) => steps[0]?.state !== 'signed')
    expect(await isReconciled(await casesOf(till))).toBe(true)
    expect(listForeignPayments(till.ledger)).toEqual([])
  })

  it('used by another machine pays nothing before its spends are known, and then shows them', async () => {
    const first = await sandbox.till()
    const { id } = await first.buy('harbour', 'usdc')
    await first.delivered(id)
    const second = await sandbox.till({ account: first.account, funded: false })
    const offer = await second.quote('harbour', 'usdc')
    expect(offer.problems).toContainEqual({ problem: 'wallet-used-elsewhere', blocking: true, detail: null })
    await expect(second.confirm(offer)).rejects.toMatchObject({ code: 'quote-refused' })
    await untilReconciled(second)
    expect(listForeignPayments(second.ledger)).toMatchObject([
      { hash: first.view(id).steps[0]?.hash, spend: { status: 'COMPLETED' }, acknowledged: false },
    ])
    const foreign = openForeignPayments({
      ledger: second.ledger,
      explorers: () => null,
      now: Date.now,
      isWatched: () => false,
    })
    expect([foreign.elsewhere().length, foreign.attention().length]).toEqual([1, 0])
    const { id: next } = await second.buy('harbour', 'usdc')
    await second.delivered(next)
    expect((await sandbox.witness(first.address)).payments).toHaveLength(2)
  })

  it('that made a payment unknown to the service asks the user about it with the chain’s facts', async () => {
    const till = await sandbox.till()
    const began = Date.now()
    const hash = await payByHand(till)
    expect(await isReconciled(await casesOf(till))).toBe(false)
    await untilReconciled(till)
    const { name } = sandbox.network('harbour')
    const foreign = openForeignPayments({
      ledger: till.ledger,
      explorers: () => till.service.profile,
      now: Date.now,
      isWatched: () => false,
    })
    const [question, ...others] = attentionListView.parse({ items: foreign.attention() }).items
    if (question?.about !== 'foreign-payment') throw new Error('There is no question')
    const { payment } = question
    expect(others).toEqual([])
    expect(payment).toMatchObject({ hash, token: 'USDC', amount: '7', networkName: name })
    expect(payment.recipient?.toLowerCase()).toBe(sandbox.treasury('harbour').toLowerCase())
    expect(payment.explorerUrl).toContain(hash)
    expect(Math.abs(Date.parse(payment.happenedAt ?? '') - began)).toBeLessThan(3_600_000)
    expect(JSON.parse(foreign.proof(hash))).toMatchObject({
      payment: { hash, from: till.address, amount: '7', token: 'USDC' },
      network: { name, instance: await till.chain('harbour').instance() },
      knownToService: null,
    })
    expect(foreign.elsewhere()).toEqual([])
    foreign.acknowledge(hash)
    expect(foreign.attention()).toEqual([])
    expect(() => foreign.acknowledge(`0x${'0'.repeat(64)}`)).toThrow('no such payment')
  })

  it('that moved coins between price and confirmation signs nothing', async () => {
    const till = await sandbox.till()
    const offer = await till.quote('harbour', 'usdc')
    await payByHand(till)
    await expect(till.confirm(offer)).rejects.toMatchObject({ code: 'wallet-used-elsewhere' })
    expect(till.purchases.list({ status: null, offset: 0, limit: 10 }).total).toBe(0)
  })

  it('with a restored ledger pays nothing before it was reconciled, even if no nonce moved', async () => {
    const till = await sandbox.till()
    till.ledger.prepare('UPDATE ledger_state SET restored_at = ?').run(Date.now())
    expect(await isReconciled(await casesOf(till))).toBe(false)
    await untilReconciled(till)
    const { id } = await till.buy('harbour', 'usdc')
    await till.delivered(id)
  })

  it('with an empty ledger instead of a lost one pays nothing before reconciling, even if no nonce moved', async () => {
    const till = await sandbox.till({ prepare: (file) => createSpareLedger(file).replaceLost(Date.now()) })
    const offer = await till.quote('harbour', 'usdc')
    expect(offer.problems).toContainEqual({ problem: 'wallet-used-elsewhere', blocking: true, detail: null })
    await expect(till.confirm(offer)).rejects.toMatchObject({ code: 'quote-refused' })
    expect(till.purchases.list({ status: null, offset: 0, limit: 10 }).total).toBe(0)
    await untilReconciled(till)
    const { id } = await till.buy('harbour', 'usdc')
    await till.delivered(id)
  })

  it('is not reconciled by an incomplete list', async () => {
    const till = await sandbox.till()
    await payByHand(till)
    const one = await casesOf(till)
    const client = { readAllTransactions: async () => ({ transactions: [], complete: false, error: null }) }
    const seen = new Map()
    await expect(
      vi.waitUntil(async () => (await reconcile({ ...one, client }, seen)) === 'reconciled', {
        timeout: 20_000,
        interval: 100,
      }),
    ).rejects.toMatchObject({ code: 'service-malformed' })
    expect(await isReconciled(one)).toBe(false)
  })

  it('is searched from the block at which it was last reconciled, else for a week', async () => {
    const till = await sandbox.till()
    await payByHand(till)
    const one = await casesOf(till)
    const firstBlocks: bigint[] = []
    const DAY_BLOCKS = 345_600n
    const head = 100n * DAY_BLOCKS
    const at = { number: head, hash: `0x${'a'.repeat(64)}` as Hash }
    // A block each quarter of a second.
    const chain: Reconciling['chain'] = {
      ...one.chain,
      minedNonce: async () => ({ nonce: 1, at }),
      blockStatus: async () => ({ state: 'final', isBacked: true }),
      blockTime: async (block) => Number(block) * 250,
      async transfersFrom(_tokens, _from, first) {
        firstBlocks.push(first)
        return []
      },
      approvalsBy: async () => [],
      nonceUse: async (_, nonce) => ({ hash: hashOf(nonce), block: at, isBacked: true, emitted: false, call: null }),
      sent: async (_, hash) => ({ hash, nonce: Number(hash), block: at, effect: { transfers: [], native: null } }),
    }
    expect(await reconcile({ ...one, chain }, new Map())).toBe('reconciled')
    expect(firstBlocks[0]).toBe(head - 7n * DAY_BLOCKS)
    firstBlocks.length = 0
    await payByHand(till)
    const later = { ...chain, minedNonce: async () => ({ nonce: 2, at: { ...at, number: head + 5n } }) }
    expect(await reconcile({ ...one, chain: later }, new Map())).toBe('reconciled')
    expect(firstBlocks).toEqual([head + 1n])
  })

  it('is reconciled by a list that takes several hours’ requests, and by one with an unreadable row', async () => {
    const till = await sandbox.till()
    await payByHand(till)
    const one = await casesOf(till)
    const next = { page: 2 } as unknown as ListPosition
    const error = new AppError('service-budget-spent', 'No more this hour')
    const positions: (ListPosition | undefined)[] = []
    const client: Reconciling['client'] = {
      async readAllTransactions({ from }) {
        positions.push(from)
        if (positions.length === 1) return { transactions: [], complete: false, error, next }
        return { transactions: [], complete: false, error: null, unreadable: 1 }
      },
    }
    const seen: SeenNonces = new Map()
    await expect(
      vi.waitUntil(async () => (await reconcile({ ...one, client }, seen)) === 'reconciled', {
        timeout: 20_000,
        interval: 100,
      }),
    ).rejects.toBe(error)
    await vi.waitUntil(async () => (await reconcile({ ...one, client }, seen)) === 'reconciled', {
      timeout: 20_000,
      interval: 100,
    })
    expect(positions).toEqual([undefined, next])
    expect(await isReconciled(one)).toBe(true)
    expect(listForeignPayments(till.ledger)).toHaveLength(1)
  })
})

describe('if no node lists a payment made elsewhere in its logs', () => {
  /** A network whose nodes have lost their logs; receipts and old account states only if given. */
  function withoutLogs(one: Reconciling, has: { receipts: boolean; state: boolean }): Reconciling {
    const chain: Reconciling['chain'] = {
      ...one.chain,
      transfersFrom: async () => [],
      approvalsBy: async () => [],
      nonceUse: async (...args) => (has.state ? one.chain.nonceUse(...args) : null),
      async sent(...args) {
        const sent = await one.chain.sent(...args)
        return sent && { ...sent, effect: has.receipts ? sent.effect : null }
      },
    }
    const client = { readAllTransactions: async () => ({ transactions: [], complete: true, error: null }) }
    return { ...one, chain, client }
  }
  const settled = async (one: Reconciling, seen: SeenNonces = new Map()): Promise<string> => {
    return vi.waitUntil(
      async () => {
        const how = await reconcile(one, seen)
        return how === 'waiting' ? null : how
      },
      { timeout: 20_000, interval: 100 },
    )
  }

  it('it is found by its nonce, and the user is asked', async () => {
    const till = await sandbox.till()
    const hash = await payByHand(till)
    expect(await settled(withoutLogs(await casesOf(till), { receipts: true, state: true }))).toBe('reconciled')
    expect(listForeignPayments(till.ledger)).toMatchObject([{ hash, amount: '7', token: 'USDC' }])
  })

  it('and it used the native coin, it is found if payments can be made in that', async () => {
    const till = await sandbox.till()
    const hash = await payByHand(till, true)
    const one = withoutLogs(await casesOf(till), { receipts: true, state: true })
    expect(await settled({ ...one, payableNative: 'ETH' })).toBe('reconciled')
    expect(listForeignPayments(till.ledger)).toMatchObject([{ hash, amount: '0.25', token: 'ETH' }])
  })

  it.each([
    ['nor the account’s old state', { receipts: true, state: false }],
    ['nor its receipt', { receipts: false, state: true }],
  ])('%s, the wallet pays only once the user has checked it', async (_, has) => {
    const till = await sandbox.till()
    await payByHand(till)
    const one = withoutLogs(await casesOf(till), has)
    expect(await settled(one)).toBe('unseen')
    expect(await isReconciled(one)).toBe(false)
    const later = (): number => Date.now() + 10 * 60_000
    const { chainInstance } = one.place
    const soon = openUnseenTransactions({
      ledger: till.ledger,
      explorers: () => till.service.profile,
      now: Date.now,
      isWatched: () => false,
    })
    expect(soon.attention()).toEqual([])
    expect(() => soon.acknowledge(one.place, 1)).toThrow('There is no question')
    const unseen = openUnseenTransactions({
      ledger: till.ledger,
      explorers: () => till.service.profile,
      now: later,
      isWatched: () => false,
    })
    const [question] = attentionListView.parse({ items: unseen.attention() }).items
    expect(question).toMatchObject({ transactions: { count: 1, address: till.address, chainInstance } })
    expect(unseen.get(one.place).explorerUrl).toContain(`/address/${till.address}`)
    expect(await settled(one)).toBe('unseen')
    const { below } = unseen.get(one.place)
    expect(() => unseen.acknowledge(one.place, below + 1)).toThrow('other transactions')
    unseen.acknowledge(one.place, below)
    expect(unseen.attention()).toEqual([])
    expect(await settled(one)).toBe('reconciled')
    expect(await isReconciled(one)).toBe(true)
    // A later payment is asked about again.
    await payByHand(till)
    expect(await settled(one)).toBe('unseen')
    expect(unseen.attention()).toHaveLength(1)
  })
})

it('shows what a wallet paid elsewhere while no node shows what it sent before', async () => {
  const till = await sandbox.till()
  const first = await payByHand(till)
  const found = await casesOf(till)
  const chain = { ...found.chain, sent: async () => null, nonceUse: async () => null }
  // The Till’s own reconciler fills its ledger.
  const ledger = openDatabase(':memory:', ledgerMigrations, 'normal')
  const one = { ...found, chain, ledger }
  const seen: SeenNonces = new Map()
  const shown = async (...hashes: Hash[]): Promise<unknown> =>
    vi.waitUntil(
      async () => {
        await reconcile(one, seen)
        const listed = listForeignPayments(ledger)
        return listed.length === hashes.length && listed.every(({ hash }) => hashes.includes(hash))
      },
      { timeout: 20_000, interval: 100 },
    )
  await shown(first)
  await shown(first, await payByHand(till))
  ledger.close()
})

it('does not reconcile a wallet with a pending payment from elsewhere', async () => {
  const till = await sandbox.till()
  await sandbox.control('chains/harbour', { action: 'pause-mining' })
  const hash = await sendByHand(till)
  expect(await isReconciled(await casesOf(till))).toBe(false)
  await sandbox.control('chains/harbour', { action: 'resume-mining' })
  await untilReconciled(till)
  expect(listForeignPayments(till.ledger)).toMatchObject([{ hash }])
})
