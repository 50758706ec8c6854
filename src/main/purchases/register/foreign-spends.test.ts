import { randomBytes } from 'node:crypto'
import type { Hash } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PurchaseEvent } from '../../../shared/purchases/state.ts'
import type { ListedTransaction } from '../../service/operations/list-transactions.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { payStep, type PurchaseRecord } from '../purchase-record.ts'
import { readPurchase } from '../purchase-repository.ts'
import { readPage } from './read-spends.ts'
import { reopenPurchases } from '../track/reopen-purchases.ts'
import { from, openTestLedger, spend, terms, type TestLedger } from '../../../testing/purchases/ledger.ts'
import { profile } from '../../../testing/service/profile.ts'
import { createTrackGroup, createTrackMemory } from '../../../testing/purchases/tracking.ts'

const confirmed: PurchaseEvent[] = [{ type: 'mined' }, { type: 'confirmed' }]
const registered = (status: string): PurchaseEvent[] => [
  ...confirmed,
  { type: 'registration-prepared' },
  { type: 'registered', status },
  { type: 'finalized' },
]

let home: TestLedger
let context: PurchaseContext
beforeEach(() => {
  home = openTestLedger()
  context = { ...home.context, now: () => 9_000, monotonic: () => 9_000, onChanged: () => undefined } as never
})
afterEach(() => home.dispose())

function read(id: string): PurchaseRecord {
  const record = readPurchase(context.ledger, id)
  if (record === null) throw new Error('Not stored')
  return record
}

describe('a row of the list with a purchase’s id and another payment’s hash', () => {
  const other: Hash = `0x${randomBytes(32).toString('hex')}`
  const row = (status: string, hash: string): ListedTransaction =>
    ({
      id: spend.transactionId,
      status,
      productSku: terms.product.sku,
      blockchainTransactionHash: hash,
      walletAddress: from,
    }) as ListedTransaction

  it('does not revoke a delivery', () => {
    const id = home.store({ events: registered('SUCCESS') })
    expect(read(id).state.payment).toBe('final')
    expect(reopenPurchases(context, { profileId: 'p', from }, [row('FAILED', other)])).toEqual([])
    expect(
      reopenPurchases(context, { profileId: 'p', from }, [row('FAILED', payStep(read(id)).minedHash ?? '')]),
    ).toEqual([id])
  })

  it('does not deliver a purchase under way', async () => {
    const id = home.store({ events: registered('PENDING') })
    const listTransactions = async () => ({ transactions: [row('SUCCESS', other)], totalPages: 1 })
    const service = { profileId: 'p', profile, client: { listTransactions }, budget: { release: () => undefined } }
    await readPage(context, createTrackMemory(), service as never, createTrackGroup(), 1)
    expect(read(id).state.serviceStatus).toBe('PENDING')
  })
})
