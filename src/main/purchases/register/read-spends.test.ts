import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import type { PurchaseEvent } from '../../../shared/purchases/state.ts'
import { openTestLedger, spend, terms, type TestLedger } from '../../../testing/purchases/ledger.ts'
import { listed } from '../../../testing/purchases/simulation.ts'
import { profile } from '../../../testing/service/profile.ts'
import { createTrackGroup, createTrackMemory } from '../../../testing/purchases/tracking.ts'
import type { ListedTransaction } from '../../service/operations/list-transactions.ts'
import type { ProfileService } from '../../service/service-client.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { payStep } from '../purchase-record.ts'
import { readPurchase } from '../purchase-repository.ts'
import type { TrackGroup } from '../track/track-memory.ts'
import { readOne, readPage } from './read-spends.ts'
import { insertRegistration } from './registration-repository.ts'

const pending: readonly PurchaseEvent[] = [
  { type: 'mined' },
  { type: 'confirmed' },
  { type: 'registration-prepared' },
  { type: 'registered', status: 'PENDING' },
]

let home: TestLedger
let context: PurchaseContext
let group: TrackGroup
const asked: string[] = []
beforeEach(() => {
  home = openTestLedger()
  context = { ...home.context, now: () => 9_000, monotonic: () => 9_000, onChanged: () => undefined } as never
  group = createTrackGroup()
  asked.length = 0
})
afterEach(() => home.dispose())

const memory = createTrackMemory()

type Answer = Awaited<ReturnType<ProfileService['client']['getTransaction']>>

/** A service that answers the question about one transaction with `answer`, and lists `transactions`. */
function serviceOf(
  transactions: readonly ListedTransaction[],
  answer: () => Promise<Answer> = () => Promise.resolve(null),
  totalPages: number | null = 1,
): ProfileService {
  const client = {
    listTransactions: async () => {
      asked.push('list')
      return { transactions, totalPages }
    },
    getTransaction: () => {
      asked.push('one')
      return answer()
    },
  }
  return { profileId: 'p', profile, client, budget: { release: () => undefined } } as never
}

/** Stores a registered purchase; returns its id and its payment's hash. */
function registered(...more: readonly PurchaseEvent[]): { id: string; hash: string } {
  const id = home.store({ events: [...pending, ...more] })
  const record = readPurchase(context.ledger, id) ?? expect.unreachable()
  const paymentHash = payStep(record).minedHash ?? expect.unreachable()
  insertRegistration(context.ledger, id, {
    idempotencyKey: 'k',
    paymentHash,
    sealedBody: new Uint8Array([1]),
    preparedAt: 1,
  })
  return { id, hash: paymentHash.toLowerCase() }
}
const statusOf = (id: string): unknown => readPurchase(context.ledger, id)?.state.serviceStatus
const row = (hash: string, status: string): ListedTransaction => ({
  ...listed(9, hash),
  status,
  productSku: terms.product.sku,
})
const other = `0x${'ab'.repeat(32)}`

describe('a purchase whose id the service does not know', () => {
  it.each([
    ['finds none', () => Promise.resolve(null)],
    ['rejects the id', () => Promise.reject(new AppError('service-rejected', 'No'))],
    ['shows another', () => Promise.resolve({ transactionId: 'spend-8', status: 'FAILED' } as unknown as Answer)],
  ])('has the status of its payment in the newest rows, and of no other: the service %s', async (_, answer) => {
    const { id, hash } = registered()
    await readOne(context, memory, serviceOf([row(other, 'SUCCESS')], answer), group, id)
    expect(statusOf(id)).toBe('PENDING')
    await readOne(context, memory, serviceOf([row(other, 'FAILED'), row(hash, 'SUCCESS')], answer), group, id)
    expect(statusOf(id)).toBe('SUCCESS')
  })

  it('stays as it is while the service is down', async () => {
    const { id, hash } = registered()
    const down = (): Promise<never> => Promise.reject(new AppError('service-down', 'No'))
    const reading = readOne(context, memory, serviceOf([row(hash, 'SUCCESS')], down), group, id)
    await expect(reading).rejects.toMatchObject({ code: 'service-down' })
    expect([statusOf(id), asked]).toEqual(['PENDING', ['one']])
  })
})

it('a purchase that is settled, or gone, is not read', async () => {
  const { id } = registered({ type: 'service-status', status: 'SUCCESS' }, { type: 'finalized' })
  for (const one of [id, 'gone']) await readOne(context, memory, serviceOf([]), group, one)
  expect(asked).toEqual([])
})

it('a service that does not say how many pages it has has another one after each whole page', async () => {
  const page = (count: number): ListedTransaction[] => Array.from({ length: count }, () => row(other, 'PENDING'))
  const left = async (count: number, total: number | null): Promise<number> =>
    (await readPage(context, memory, serviceOf(page(count), undefined, total), group, 2)).pagesLeft
  const { pageSize } = profile
  expect([await left(pageSize, null), await left(pageSize - 1, null)]).toEqual([1, 0])
  expect([await left(pageSize, 5), await left(1, 5), await left(pageSize, 2), await left(1, 1)]).toEqual([3, 3, 0, 0])
  expect(spend.transactionId).not.toBe(listed(9, other).id)
})
