import type { Address, Hash } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Chain, SentTransaction } from '../chain/chain.ts'
import { ledgerMigrations } from '../db/migrations/ledger.ts'
import type { WritableDb } from '../db/connections.ts'
import { openDatabase } from '../db/open-database.ts'
import { AppError } from '../../shared/errors.ts'
import { listForeignPayments } from './foreign-payments-repository.ts'
import { isReconciled, reconcile, type SeenNonces } from './reconcile.ts'
import { readReconciled, writeReconciled } from './reconciling-repository.ts'
import type { Reconciling } from './reconciling.ts'
import { readUnseen } from './unseen-repository.ts'
import { openUnseenTransactions } from './unseen.ts'

// One of several nodes contradicts the others: an account is not blocked forever, and requests end.

const place = { profileId: 'one', chainInstance: '1:0x0', address: `0x${'1'.repeat(40)}` as Address }
const hashOf = (nonce: number): Hash => `0x${nonce.toString(16).padStart(64, '0')}`
const at = { number: 500n, hash: hashOf(500) }
const token = { address: `0x${'2'.repeat(40)}` as Address, symbol: 'USDC', decimals: 6 }

let ledger: WritableDb
beforeEach(() => void (ledger = openDatabase(':memory:', ledgerMigrations, 'normal')))
afterEach(() => ledger.close())

/** Stores one of our transfers under a nonce; mined if a hash is given. */
function sendOwn(nonce: number, minedHash: Hash | null = null): void {
  const id = `transfer-${nonce}`
  ledger.prepare("INSERT INTO intents (id, kind) VALUES (?, 'transfer')").run(id)
  ledger
    .prepare(
      `INSERT INTO steps
         (intent_id, position, kind, state, chain_instance, from_address, nonce, mined_hash, block_number, block_hash)
       VALUES (:id, 0, 'send', :state, :chainInstance, :address, :nonce, :minedHash, :block, :blockHash)`,
    )
    .run({
      id,
      state: minedHash ? 'final' : 'signed',
      chainInstance: place.chainInstance,
      address: place.address,
      nonce,
      minedHash,
      block: minedHash && 400,
      blockHash: minedHash,
    })
}

/** Creates an account with `mined` transactions made elsewhere, each found by its hash; `lists` counts reads of the service's list. */
function caseOf(mined: number, parts: Partial<Chain> = {}): { one: Reconciling; lists: () => number } {
  let lists = 0
  const chain = {
    chainId: 71_001,
    minedNonce: async () => ({ nonce: mined, at }),
    highestNonce: async () => mined,
    blockStatus: async () => ({ state: 'final', isBacked: true }) as const,
    blockTime: async (block: bigint) => Number(block) * 1_000,
    transfersFrom: async () => [],
    approvalsBy: async () => [],
    nonceUse: async (_: Address, nonce: number) => ({
      hash: hashOf(nonce),
      block: at,
      isBacked: true,
      emitted: false,
      call: null,
    }),
    sent: async (_: Address, hash: Hash): Promise<SentTransaction> => {
      return { hash, nonce: Number(hash), block: at, effect: { transfers: [], native: null } }
    },
    ...parts,
  } satisfies Partial<Chain> as Partial<Chain> as Chain
  const client: Reconciling['client'] = {
    async readAllTransactions() {
      lists++
      return { transactions: [], complete: true, error: null }
    },
  }
  const network = { name: 'Harbour', explorerUrl: '' }
  return {
    one: { ledger, chain, client, place, network, tokens: [], payableNative: null, now: () => 1 },
    lists: () => lists,
  }
}

it('does not count an account up to a number that one node invented', { timeout: 5_000 }, async () => {
  // Counting that far would take days.
  const { one } = caseOf(0, { highestNonce: async () => Number.MAX_SAFE_INTEGER })
  expect(await reconcile(one, new Map())).toBe('waiting')
})

it('reads the service’s list once while a foreign transaction is pending', async () => {
  const { one, lists } = caseOf(3, { highestNonce: async () => 4 })
  const seen: SeenNonces = new Map()
  for (let poll = 0; poll < 20; poll++) expect(await reconcile(one, seen)).toBe('waiting')
  expect(readReconciled(ledger, place)?.below).toBe(3)
  expect(lists()).toBe(1)
})

describe('a pending foreign transaction', () => {
  /** Polls an account every minute for an hour, while `isPending` says that its nonce 3 is pending elsewhere. */
  async function anHour(isPending: () => boolean) {
    let now = 0
    const { one } = caseOf(3, { highestNonce: async () => (isPending() ? 4 : 3) })
    const seen: SeenNonces = new Map()
    const unseen = openUnseenTransactions({
      ledger: ledger,
      explorers: () => null,
      now: () => now,
      isWatched: () => false,
    })
    const answers: string[] = []
    for (; now < 3_600_000; now += 60_000) answers.push(await reconcile({ ...one, now: () => now }, seen))
    return { one: { ...one, now: () => now }, unseen, answers }
  }

  it('becomes a question, and the account pays again once the user has checked it', async () => {
    const { one, unseen, answers } = await anHour(() => true)
    expect(answers.slice(0, 5)).toEqual(Array(5).fill('waiting'))
    expect(answers.at(-1)).toBe('unseen')
    expect(unseen.attention()).toMatchObject([{ transactions: { count: 1 } }])
    unseen.acknowledge(place, 4)
    expect(await isReconciled(one)).toBe(true)
    expect(await reconcile(one, new Map())).toBe('reconciled')
    expect(await isReconciled(one)).toBe(true)
    const another = { ...one, chain: { ...one.chain, highestNonce: async () => 5 } }
    expect(await isReconciled(another)).toBe(false)
  })

  it('is not asked about again because this Till paid after the user checked it', async () => {
    const { one, unseen } = await anHour(() => true)
    unseen.acknowledge(place, 4)
    sendOwn(4)
    const paid = { ...one, chain: { ...one.chain, highestNonce: async () => 5 } }
    expect(await isReconciled(paid)).toBe(true)
    expect(await reconcile(paid, new Map())).toBe('reconciled')
    expect(unseen.attention()).toEqual([])
  })

  it('is treated like any other once it is mined, whatever number the user checked', async () => {
    let mined = 3
    let now = 0
    const parts = { highestNonce: async () => 20_000_000, minedNonce: async () => ({ nonce: mined, at }) }
    const one = { ...caseOf(3, { ...parts, nonceUse: async () => null }).one, now: () => now }
    await reconcile(one, new Map())
    writeReconciled(ledger, place, { below: 3, at: 1, block: 500n })
    for (; now < 1_200_000; now += 60_000) await reconcile(one, new Map())
    const unseen = openUnseenTransactions({
      ledger: ledger,
      explorers: () => null,
      now: () => now,
      isWatched: () => false,
    })
    unseen.acknowledge(place, 20_000_000)
    expect(await isReconciled(one)).toBe(true)
    mined = 4
    expect(await isReconciled(one)).toBe(false)
    expect(await reconcile(one, new Map())).toBe('unseen')
    expect(readUnseen(ledger, place)).toMatchObject({ below: 4, count: 1, waits: false, acknowledged: false })
  })

  it('is no longer a question once no node names it', async () => {
    let isPending = true
    const { one, unseen } = await anHour(() => isPending)
    isPending = false
    expect(await reconcile(one, new Map())).toBe('reconciled')
    expect(unseen.attention()).toEqual([])
  })

  it('counts as one of many if a node invented its number', async () => {
    let now = 0
    const { one } = caseOf(3, { highestNonce: async () => 20_000_000 })
    const seen: SeenNonces = new Map()
    for (; now < 3_600_000; now += 60_000) await reconcile({ ...one, now: () => now }, seen)
    expect(readUnseen(ledger, place)).toMatchObject({ below: 20_000_000, count: 1_000 })
  })
})

it('reads a week of blocks from nodes that fail every twentieth answer', async () => {
  let calls = 0
  async function answer(): Promise<readonly []> {
    if (++calls % 20 === 0) throw new AppError('network-unreachable', 'A node took too long')
    return []
  }
  const last = { number: 100_000_000n, hash: hashOf(500) }
  const { one } = caseOf(1, {
    minedNonce: async () => ({ nonce: 1, at: last }),
    // A block each quarter of a second: some 250 windows of transfers, and as many of approvals.
    blockTime: async (block) => Number(block) * 250,
    transfersFrom: answer,
    approvalsBy: answer,
  })
  const seen: SeenNonces = new Map()
  let how: string | null = null
  for (let poll = 0; poll < 200 && how !== 'reconciled'; poll++) {
    how = await reconcile({ ...one, tokens: [token] }, seen).catch(() => null)
  }
  expect(how).toBe('reconciled')
})

it('does not show our payment, sped up by another program, as made elsewhere', async () => {
  const hash = hashOf(77)
  sendOwn(0, hash)
  const payment = {
    hash,
    logIndex: 0,
    token: token.address,
    from: place.address,
    to: token.address,
    units: 5n,
    blockNumber: 400n,
  }
  const { one } = caseOf(2, { transfersFrom: async () => [payment] })
  const sent = { ...one, tokens: [token] }
  expect(await reconcile(sent, new Map())).toBe('reconciled')
  expect(listForeignPayments(ledger)).toEqual([])
})

describe('a clock that was ahead and is right again', () => {
  it('at a restore does not prevent the account from being reconciled once, and paying', async () => {
    ledger.prepare('UPDATE ledger_state SET restored_at = ?').run(10_000_000)
    const { one, lists } = caseOf(1)
    const seen: SeenNonces = new Map()
    for (let poll = 0; poll < 10; poll++) await reconcile(one, seen)
    expect(await isReconciled(one)).toBe(true)
    expect(lists()).toBe(1)
  })

  it('at an unseen transaction delays the question by ten minutes', async () => {
    let now = 10_000_000
    const { one } = caseOf(1, { nonceUse: async () => null })
    const poll = (): Promise<string> => reconcile({ ...one, now: () => now }, new Map())
    await poll()
    now = 0
    await poll()
    now = 10 * 60_000
    expect(
      openUnseenTransactions({
        ledger: ledger,
        explorers: () => null,
        now: () => now,
        isWatched: () => false,
      }).attention(),
    ).toHaveLength(1)
  })
})
