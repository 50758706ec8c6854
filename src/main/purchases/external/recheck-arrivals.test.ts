import type { Hash } from 'viem'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findingOf, storeArrival, storeExternal } from '../../../testing/external/store-external.ts'
import { from, openTestLedger, terms, type TestLedger } from '../../../testing/purchases/ledger.ts'
import type { BlockStatus, Chain, NonceUse, Receipt } from '../../chain/chain.ts'
import { knownRecipients } from '../../engine/known-recipients.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { restoreGone, writeGone } from './arrival-blocks-repository.ts'
import { returnArrival, denyReturn, dismissArrival } from './answer-external.ts'
import { findExternal } from './external-book.ts'
import { answerFinding, listFindings, readExternal, writeFinding } from './external-repository.ts'
import { recheckArrivals } from './recheck-arrivals.ts'
import { takePayment } from './take-payment.ts'
import { listUnusedCoins } from './unused-coins-repository.ts'
import { writeReceived, writeSearch } from '../../history/received-repository.ts'

const hashOf = (digit: number): Hash => `0x${String(digit).repeat(64)}`
let books: TestLedger
let context: PurchaseContext
beforeEach(() => {
  books = openTestLedger()
  const { ledger } = books.context
  context = {
    ...books.context,
    now: () => 1_000,
    recipients: { ...knownRecipients(ledger, () => 1_000), remember: () => undefined },
    service: () => null,
  } as unknown as PurchaseContext
})
afterEach(() => books.dispose())

const GONE: BlockStatus = { state: 'gone', isBacked: true }
function chainOf(given: {
  status?: (hash: Hash) => BlockStatus
  receipt?: Partial<Receipt> | null
  finalized?: bigint
  time?: number
  isUnmined?: boolean
  /** How often the transaction makes the transfer. */
  times?: number
}): Chain {
  return {
    blockStatus: async ({ hash }: { hash: Hash }) => given.status?.(hash) ?? GONE,
    receipt: async () => (given.receipt ? ({ hash: hashOf(5), ...given.receipt } as Receipt) : null),
    finalized: async () => given.finalized ?? 100n,
    blockTime: async () => given.time ?? 7_000,
    isUnchanged: async () => true,
    holdsTransfer: async (_, count) => count <= (given.times ?? 0),
    isUnmined: async () => given.isUnmined ?? true,
  } as Partial<Chain> as Chain
}
const knowBlock = (): unknown => context.ledger.prepare('UPDATE external_arrivals SET block_hash = ?').run(hashOf(8))
const look = (id: string, chain: Chain) => recheckArrivals(context, chain, [readExternal(context.ledger, id)!])

it('an arrival whose block is gone for good leaves the sums', async () => {
  const id = storeExternal(context, { at: 1 })
  storeArrival(context, id, findingOf({ hash: hashOf(5), at: 5 }))
  knowBlock()
  await look(id, chainOf({}))
  expect(listUnusedCoins(context.ledger)).toEqual([])
})

it('a wrong amount that was reorganized away before its block was read leaves the sums', async () => {
  const id = storeExternal(context, { at: 1 })
  storeArrival(context, id, findingOf({ hash: hashOf(5), at: 5 }))
  for (let times = 0; times < 5; times++) await look(id, chainOf({}))
  expect(listUnusedCoins(context.ledger)).toEqual([])
})

it('one node moves no arrival to a block that others do not know', async () => {
  const id = storeExternal(context, { at: 1 })
  storeArrival(context, id, findingOf({ hash: hashOf(5), at: 5 }))
  const lie = { succeeded: true, isBacked: false, blockNumber: 1n, blockHash: hashOf(9) }
  await look(id, chainOf({ receipt: lie, time: 4_102_444_800_000 }))
  const [finding] = listFindings(context.ledger, id)
  expect(finding).toMatchObject({ block: 7n, at: 5 })
})

it('an arrival whose transaction was mined again without its transfer (a router, a bundle) leaves the sums', async () => {
  const id = storeExternal(context, { at: 1 })
  storeArrival(context, id, findingOf({ hash: hashOf(5), at: 5, reason: 'other-call' }))
  knowBlock()
  const again = { succeeded: true, isBacked: true, blockNumber: 9n, blockHash: hashOf(9) }
  const status = (hash: Hash): BlockStatus => (hash === hashOf(9) ? { state: 'final', isBacked: true } : GONE)
  let isDone = false
  for (let times = 0; times < 5; times++) ({ isDone } = await look(id, chainOf({ receipt: again, status })))
  expect(isDone).toBe(true)
  expect(listUnusedCoins(context.ledger)).toEqual([])
})

it('of two equal arrivals of a transaction that was mined again with one of them, one leaves the sums', async () => {
  const id = storeExternal(context, { at: 1 })
  for (const ordinal of [0, 1])
    storeArrival(context, id, findingOf({ hash: hashOf(5), ordinal, at: 5, reason: 'other-call' }))
  knowBlock()
  const again = { succeeded: true, isBacked: true, blockNumber: 9n, blockHash: hashOf(9) }
  const status = (hash: Hash): BlockStatus => (hash === hashOf(9) ? { state: 'final', isBacked: true } : GONE)
  for (let times = 0; times < 5; times++) await look(id, chainOf({ receipt: again, status, times: 1 }))
  expect(listUnusedCoins(context.ledger)).toMatchObject([{ ordinal: 0 }])
})

it('an arrival that no node shows stays while none of them proves that no block has it', async () => {
  const id = storeExternal(context, { at: 1 })
  storeArrival(context, id, findingOf({ hash: hashOf(5), at: 5 }))
  knowBlock()
  for (let times = 0; times < 5; times++) await look(id, chainOf({ isUnmined: false }))
  expect(listUnusedCoins(context.ledger)).toHaveLength(1)
  await look(id, chainOf({}))
  expect(listUnusedCoins(context.ledger)).toEqual([])
})

it.each<[string, boolean, Partial<NonceUse> | null, BlockStatus]>([
  ['leaves the sums once its nonce was used by another transaction', false, {}, { state: 'final', isBacked: true }],
  ['stays while that one may go', true, {}, { state: 'open', isBacked: true }],
  ['stays while one node alone says so', true, { isBacked: false }, { state: 'final', isBacked: true }],
  ['stays if it used its nonce', true, { hash: hashOf(5) }, { state: 'final', isBacked: true }],
  ['stays while nobody shows what used its nonce', true, null, { state: 'final', isBacked: true }],
])('an arrival that no node shows %s', async (_, stays, use, state) => {
  const id = storeExternal(context, { at: 1 })
  storeArrival(context, id, findingOf({ hash: hashOf(5), at: 5, nonce: 3 }))
  knowBlock()
  const block = { number: 9n, hash: hashOf(9) }
  const other = { hash: hashOf(6), block, isBacked: true, emitted: false, call: null }
  const status = (hash: Hash): BlockStatus => (hash === block.hash ? state : GONE)
  const chain = chainOf({ isUnmined: false, status })
  await look(id, { ...chain, nonceUse: async (_account, nonce) => (use && nonce === 3 ? { ...other, ...use } : null) })
  expect(listUnusedCoins(context.ledger)).toHaveLength(stays ? 1 : 0)
})

it('an arrival that is mined again with another amount has the new amount', () => {
  const id = storeExternal(context, { at: 1 })
  const coins = findingOf({ hash: hashOf(5), at: 5, reason: 'other-call' })
  storeArrival(context, id, coins)
  writeGone(context.ledger, coins, 50)
  const again = { ...coins, units: 3_000_000n, block: 9n }
  restoreGone(context.ledger, again)
  writeFinding(context.ledger, id, again, 60)
  expect(listFindings(context.ledger, id)).toMatchObject([{ units: 3_000_000n, block: 9n }])
})

it('the rest of a batch that paid a purchase leaves the sums when its block is gone', async () => {
  const id = storeExternal(context, { at: 1 })
  const parts = [2_000_000n, 5_100_000n].map((units, ordinal) =>
    findingOf({ hash: hashOf(5), ordinal, units, at: 5, reason: 'other-call' }),
  )
  for (const part of parts) storeArrival(context, id, part)
  const bytes = { raw: '0x02', to: null, data: '0x', value: 0n, chainId: 7, feeAtMost: 9n } as const
  context.ledger
    .transaction(() => takePayment(context, findExternal(context, id), parts[1]!, { ...bytes, signer: from, nonce: 3 }))
    .immediate()
  knowBlock()
  expect(listUnusedCoins(context.ledger)).toHaveLength(1)
  await look(id, chainOf({}))
  expect(listUnusedCoins(context.ledger)).toEqual([])
})

it('an answer while it was gone is no answer when it is mined again, though the clock was set back', () => {
  const id = storeExternal(context, { at: 1 })
  const coins = findingOf({ hash: hashOf(5), at: 5 })
  storeArrival(context, id, coins)
  writeGone(context.ledger, coins, 100)
  answerFinding(context.ledger, coins, 50, id)
  restoreGone(context.ledger, { ...coins, block: 9n })
  expect(listFindings(context.ledger, id)).toMatchObject([{ answeredAt: null }])
})

it('undoing a denial leaves one receipt for one of two equal coins', () => {
  const id = storeExternal(context, { at: 1 })
  const [first, second] = [5, 6].map((digit) => findingOf({ hash: hashOf(digit), at: digit }))
  for (const coins of [first!, second!]) {
    storeArrival(context, id, coins)
    dismissArrival(context, id, coins)
  }
  const place = { chainInstance: '7:0x0', address: from }
  const { address: token, symbol, decimals } = terms.token
  writeReceived(context.ledger, place, { from: 23n, to: 23n }, [
    {
      hash: hashOf(3),
      ordinal: 0,
      token: token!,
      symbol,
      decimals,
      units: 2_000_000n,
      from: terms.payment.recipient,
      blockNumber: 23n,
      networkName: 'Harbour',
      happenedAt: 23,
    },
  ])
  writeSearch(context.ledger, place, { first: 1n, next: 24n })
  const lost = (): string[] =>
    listUnusedCoins(context.ledger)
      .filter(({ isBack }) => !isBack)
      .map(({ hash }) => hash)
  expect(lost()).toEqual([second!.hash])
  denyReturn(context, id, first!)
  expect(lost()).toEqual([first!.hash])
  // The user pressed it by mistake, and undoes it.
  returnArrival(context, id, first!)
  expect(lost()).toEqual([second!.hash])
})
