import type { Address, Hash } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Chain, SentTransaction } from '../chain/chain.ts'
import { ledgerMigrations } from '../db/migrations/ledger.ts'
import { openDatabase, type Database } from '../db/open-database.ts'
import { isExplained, reconcile, type SeenNonces } from './reconcile.ts'
import { readReconciled, writeReconciled } from './reconciling-repository.ts'
import type { Reconciling } from './reconciling.ts'
import { readUnseen } from './unseen-repository.ts'
import { openUnseenTransactions } from './unseen.ts'

// One node of several says what the others do not: an account is not closed for ever, and nothing is asked without end.

const place = { profileId: 'one', chainInstance: '1:0x0', address: `0x${'1'.repeat(40)}` as Address }
const hashOf = (nonce: number): Hash => `0x${nonce.toString(16).padStart(64, '0')}`
const at = { number: 500n, hash: hashOf(500) }

let ledger: Database
beforeEach(() => void (ledger = openDatabase(':memory:', ledgerMigrations, 'normal')))
afterEach(() => ledger.close())

/** An account that made `mined` transactions elsewhere, each seen by its hash; `lists` counts readings of the service's list. */
function caseOf(mined: number, parts: Partial<Chain> = {}): { one: Reconciling; lists: () => number } {
  let lists = 0
  const chain = {
    minedNonce: async () => ({ nonce: mined, at }),
    highestNonce: async () => mined,
    standing: async () => ({ state: 'final', isBacked: true }) as const,
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

it('an account is not counted up to a number that one node made up', { timeout: 5_000 }, async () => {
  const began = performance.now()
  const { one } = caseOf(0, { highestNonce: async () => 20_000_000 })
  expect(await reconcile(one, new Map())).toBe('waiting')
  expect(performance.now() - began).toBeLessThan(100)
})

it('the service’s list is read once while a transaction from elsewhere waits to be mined', async () => {
  const { one, lists } = caseOf(3, { highestNonce: async () => 4 })
  const seen: SeenNonces = new Map()
  for (let look = 0; look < 20; look++) expect(await reconcile(one, seen)).toBe('waiting')
  expect(readReconciled(ledger, place)?.below).toBe(3)
  expect(lists()).toBe(1)
})

describe('a transaction from elsewhere that waits to be mined', () => {
  /** Looks each minute of an hour at an account whose nonce 3 waits elsewhere, as long as `isPending` says so. */
  async function anHour(isPending: () => boolean) {
    let now = 0
    const { one } = caseOf(3, { highestNonce: async () => (isPending() ? 4 : 3) })
    const seen: SeenNonces = new Map()
    const unseen = openUnseenTransactions(
      ledger,
      () => null,
      () => now,
    )
    const answers: string[] = []
    for (; now < 3_600_000; now += 60_000) answers.push(await reconcile({ ...one, now: () => now }, seen))
    return { one: { ...one, now: () => now }, unseen, answers }
  }

  it('becomes a question, and the account pays again once the person has checked it', async () => {
    const { one, unseen, answers } = await anHour(() => true)
    expect(answers.slice(0, 5)).toEqual(Array(5).fill('waiting'))
    expect(answers.at(-1)).toBe('unseen')
    expect(unseen.attention()).toMatchObject([{ transactions: { count: 1 } }])
    unseen.acknowledge(place.chainInstance, 4)
    expect(await isExplained(one)).toBe(true)
    expect(await reconcile(one, new Map())).toBe('reconciled')
    expect(await isExplained(one)).toBe(true)
    const another = { ...one, chain: { ...one.chain, highestNonce: async () => 5 } }
    expect(await isExplained(another)).toBe(false)
  })

  it('is seen as any other once it is mined, whatever number the person has checked', async () => {
    let mined = 3
    let now = 0
    const parts = { highestNonce: async () => 20_000_000, minedNonce: async () => ({ nonce: mined, at }) }
    const one = { ...caseOf(3, { ...parts, nonceUse: async () => null }).one, now: () => now }
    await reconcile(one, new Map())
    writeReconciled(ledger, place, { below: 3, at: 1, block: 500n })
    for (; now < 1_200_000; now += 60_000) await reconcile(one, new Map())
    const unseen = openUnseenTransactions(
      ledger,
      () => null,
      () => now,
    )
    unseen.acknowledge(place.chainInstance, 20_000_000)
    expect(await isExplained(one)).toBe(true)
    mined = 4
    expect(await isExplained(one)).toBe(false)
    expect(await reconcile(one, new Map())).toBe('unseen')
    expect(readUnseen(ledger, place)).toMatchObject({ below: 4, count: 1, waits: false, acknowledged: false })
  })

  it('is no question any more once no node names it', async () => {
    let isPending = true
    const { one, unseen } = await anHour(() => isPending)
    isPending = false
    expect(await reconcile(one, new Map())).toBe('reconciled')
    expect(unseen.attention()).toEqual([])
  })

  it('is counted as one of many where a node made up its number', async () => {
    let now = 0
    const { one } = caseOf(3, { highestNonce: async () => 20_000_000 })
    const seen: SeenNonces = new Map()
    for (; now < 3_600_000; now += 60_000) await reconcile({ ...one, now: () => now }, seen)
    expect(readUnseen(ledger, place)).toMatchObject({ below: 20_000_000, count: 1_000 })
  })
})
