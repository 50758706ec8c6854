import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import type { ListedTransaction } from '../../service/operations/list-transactions.ts'
import type { AllTransactions, ListPosition } from '../../service/operations/read-all-transactions.ts'
import type { ServiceClient, ProfileService } from '../../service/service-client.ts'
import { prepareRegistration } from './prepare-registration.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { payStep, type PurchaseRecord } from '../purchase-record.ts'
import { applyEvent, readPurchase } from '../purchase-repository.ts'
import { insertAttempt, insertRegistration, readRegistration } from './registration-repository.ts'
import { askAfterAttempt, createWholeLists, resolveRegistration, type Question } from './resolve-registration.ts'
import { from, openTestLedger, terms, type TestLedger } from '../../../testing/purchases/ledger.ts'
import { profile } from '../../../testing/service/profile.ts'

const other = `0x${'ab'.repeat(32)}`
const complete = { complete: true, error: null }

let home: TestLedger
let context: PurchaseContext
let now: number
let record: PurchaseRecord
beforeEach(() => {
  home = openTestLedger()
  now = 10_000
  context = { ...home.context, now: () => 9_000, monotonic: () => now, onChanged: () => undefined } as never
  const id = home.store({ events: [{ type: 'mined' }, { type: 'confirmed' }] })
  const read = (): PurchaseRecord => readPurchase(context.ledger, id) as PurchaseRecord
  prepareRegistration(context, serviceOf([]), read())
  applyEvent(context.ledger, id, { type: 'registration-unclear' }, 9_000)
  record = read()
})
afterEach(() => home.dispose())

const row = (changes: Partial<ListedTransaction> = {}): ListedTransaction => ({
  id: 'spend-7',
  recordId: 8,
  status: 'PENDING',
  imageUrl: 'logo',
  productSku: terms.product.sku,
  blockchainTransactionHash: other,
  chainId: 7,
  serviceId: 3,
  quantity: '1',
  tokenUsed: 'USDC',
  price: { fiatCurrency: 'USD', fiatValue: '5', stableCoinCurrency: '', stableCoinValue: '' },
  productType: 'topup',
  tokenAmountPaid: '5.1',
  created: '',
  brandName: 'Oak',
  walletAddress: from,
  ...changes,
})
const paid = (): string => payStep(record).minedHash?.toLowerCase() ?? ''

/** A service that returns `lists` one after the other, and records what each was asked. */
function serviceOf(lists: readonly AllTransactions[], calls: unknown[] = []): ProfileService {
  let next = 0
  const readAllTransactions = async (input: object): Promise<AllTransactions> => {
    calls.push(input)
    const list = lists[Math.min(next++, lists.length - 1)]
    if (!list) throw new Error('No list')
    now += 1_000
    return list
  }
  return { profileId: 'p', profile, client: { readAllTransactions } as unknown as ServiceClient } as ProfileService
}
const signal = new AbortController().signal
const memoryOf = (question?: Question) => ({
  lists: createWholeLists(signal, () => now),
  questions: new Map(question ? [[record.id, question]] : []),
})
const listOf = (...transactions: ListedTransaction[]): AllTransactions => ({ ...complete, transactions })
const resolve = (list: AllTransactions, memory = memoryOf()) =>
  resolveRegistration(context, memory, serviceOf([list]), record)

describe('an unclear registration', () => {
  it('happened if the list has its payment, and is stored as listed', async () => {
    const memory = memoryOf(askAfterAttempt(now - 9_000))
    expect(await resolve(listOf(row(), row({ blockchainTransactionHash: paid() })), memory)).toBe('registered')
    expect(memory.questions.size).toBe(0)
    const { state, spend } = readPurchase(context.ledger, record.id) ?? {}
    expect([state?.registration, state?.serviceStatus]).toEqual(['registered', 'PENDING'])
    expect(spend).toMatchObject({
      transactionId: 'spend-7',
      recordId: 8,
      isDeleted: false,
      logoUrl: 'logo',
      readAt: 9_000,
      recorded: { product: 'Oak', quantity: '1' },
    })
  })

  it('happened too if the list has an older transaction of its payment that was registered', async () => {
    const registration = {
      idempotencyKey: 'k',
      paymentHash: '0xAB',
      sealedBody: new Uint8Array([1]),
      preparedAt: 1,
    } as const
    insertRegistration(context.ledger, record.id, registration)
    expect(await resolve(listOf(row({ blockchainTransactionHash: '0xab' })))).toBe('registered')
  })

  it('happened too if the list has the mined transaction, which was not registered', async () => {
    const steps = [{ ...payStep(record), minedHash: '0xCD' as const }]
    const list = listOf(row({ blockchainTransactionHash: '0xcd' }))
    expect(await resolveRegistration(context, memoryOf(), serviceOf([list]), { ...record, steps })).toBe('registered')
  })

  it('happened too if a list that an error stopped has its payment', async () => {
    const stopped = { ...listOf(row({ blockchainTransactionHash: paid() })), complete: false }
    expect(await resolve({ ...stopped, error: new AppError('offline', 'Offline') })).toBe('registered')
  })

  it('is absent after two complete lists without it, and then no further list is read', async () => {
    const memory = memoryOf()
    const calls: unknown[] = []
    const service = serviceOf([listOf(row())], calls)
    const again = () => resolveRegistration(context, memory, service, record)
    expect(await again()).toBe('unknown')
    expect(memory.questions.get(record.id)).toEqual({ absences: 1, after: 14_000 })
    now = 14_000
    expect([await again(), memory.questions.get(record.id)]).toEqual(['absent', { absences: 2, after: 18_000 }])
    expect([await again(), calls.length]).toEqual(['absent', 2])
  })

  it('is not absent from a list that was under way when its last attempt ended', async () => {
    const stopped = { complete: false, error: new AppError('offline', 'Offline'), next: { page: 2 } as ListPosition }
    const memory = memoryOf()
    const service = serviceOf([{ ...stopped, transactions: [] }, listOf(row())])
    await expect(resolveRegistration(context, memory, service, record)).rejects.toMatchObject({ code: 'offline' })
    memory.questions.set(record.id, { absences: 0, after: 10_500 })
    expect(await resolveRegistration(context, memory, service, record)).toBe('unknown')
    expect(memory.questions.get(record.id)).toEqual({ absences: 0, after: 10_500 })
  })

  it('is absent from a list that began after its last attempt, although it took several reads', async () => {
    const stopped = { complete: false, error: new AppError('offline', 'Offline'), next: { page: 2 } as ListPosition }
    const memory = memoryOf({ absences: 0, after: 9_000 })
    const service = serviceOf([{ ...stopped, transactions: [] }, listOf(row())])
    await expect(resolveRegistration(context, memory, service, record)).rejects.toMatchObject({ code: 'offline' })
    expect(await resolveRegistration(context, memory, service, record)).toBe('unknown')
    expect(memory.questions.get(record.id)).toEqual({ absences: 1, after: 15_000 })
  })

  it('from an earlier process is absent from a list that was read for another', async () => {
    const memory = memoryOf()
    const calls: unknown[] = []
    const service = serviceOf([listOf(row())], calls)
    await memory.lists(service, record, 0)
    expect(await resolveRegistration(context, memory, service, record)).toBe('unknown')
    expect([memory.questions.get(record.id)?.absences, calls.length]).toEqual([1, 1])
  })

  it('asks again after each attempt, 3 seconds later', () => {
    expect(askAfterAttempt(500)).toEqual({ absences: 0, after: 3_500 })
  })

  it.each<[string, Partial<ListedTransaction>]>([
    ['of its product without a hash', { blockchainTransactionHash: '' }],
    ['of no product without a hash', { blockchainTransactionHash: '0x12', productSku: '' }],
    ['whose hash has extra characters at its end', { blockchainTransactionHash: `${other}00` }],
    ['whose hash has extra characters before it', { blockchainTransactionHash: `x${other}` }],
  ])('stays undecided next to a row %s, and absences start over', async (_, changes) => {
    const memory = memoryOf({ absences: 1, after: 0 })
    expect(await resolve(listOf(row(), row(changes)), memory)).toBe('undecided')
    expect(memory.questions.get(record.id)).toEqual({ absences: 0, after: 14_000 })
  })

  it('stays undecided if there are unreadable rows', async () => {
    expect(await resolve({ transactions: [], complete: false, error: null, unreadable: 1 })).toBe('undecided')
  })

  it('is not confused by a row of another product without a hash', async () => {
    expect(await resolve(listOf(row({ blockchainTransactionHash: '', productSku: 'elm' })))).toBe('unknown')
  })

  it('reports why a list could not be read, and does not count one with missing pages', async () => {
    const stopped = { transactions: [], complete: false, error: new AppError('offline', 'Offline') }
    await expect(resolve(stopped)).rejects.toMatchObject({ code: 'offline' })
    await expect(resolve({ ...stopped, error: null })).rejects.toMatchObject({ code: 'service-malformed' })
    const unsure = { ...stopped, error: null, transactions: [row({ blockchainTransactionHash: '' })] }
    await expect(resolve(unsure)).rejects.toMatchObject({ code: 'service-malformed' })
  })

  describe('that the service called a duplicate', () => {
    const ours = { id: 'spend-7', status: 'PENDING', sku: terms.product.sku }
    type Transaction = NonNullable<Awaited<ReturnType<ServiceClient['getTransaction']>>>
    /** Its row in the list is found, and its own record is read with `getTransaction`. */
    async function found(getTransaction: () => Promise<Transaction | null>): Promise<unknown> {
      const { idempotencyKey } = readRegistration(context.ledger, record.id) ?? expect.unreachable()
      insertAttempt(context.ledger, {
        idempotencyKey,
        at: 9_000,
        outcome: 'duplicate',
        detail: null,
        sealedAnswer: null,
      })
      const { client, ...service } = serviceOf([listOf(row({ blockchainTransactionHash: paid() }))])
      const both = { ...client, getTransaction } as unknown as ServiceClient
      return resolveRegistration(context, memoryOf(), { ...service, client: both }, record)
    }
    type Failure = 'service-down' | 'service-rejected' | 'service-malformed'
    const fails = (code: Failure) => () => Promise.reject(new AppError(code, 'No'))

    it('waits for its own record while that cannot be read', async () => {
      await expect(found(fails('service-down'))).rejects.toMatchObject({ code: 'service-down' })
      expect(readPurchase(context.ledger, record.id)?.state.registration).toBe('prepared')
    })

    it.each<[string, () => Promise<Transaction | null>]>([
      ['rejects its id', fails('service-rejected')],
      ['has an unreadable record', fails('service-malformed')],
      ['does not know it', () => Promise.resolve(null)],
      ['shows another record', () => Promise.resolve({ ...ours, transactionId: 'spend-8' } as unknown as Transaction)],
    ])('is stored as listed if the service %s', async (_, getTransaction) => {
      expect(await found(getTransaction)).toBe('registered')
      expect(readPurchase(context.ledger, record.id)?.spend).toMatchObject({
        transactionId: 'spend-7',
        recorded: { product: 'Oak' },
      })
    })
  })

  it('throws without any registered or mined payment', async () => {
    const id = home.store()
    const untold = readPurchase(context.ledger, id) as PurchaseRecord
    const resolving = resolveRegistration(context, memoryOf(), serviceOf([listOf()]), untold)
    await expect(resolving).rejects.toThrow('An unclear registration without its body')
  })
})

describe('the whole list of a wallet', () => {
  it('is shared within one service and one wallet while it is recent enough', async () => {
    const calls: unknown[] = []
    const service = serviceOf([listOf(row())], calls)
    const lists = createWholeLists(signal, () => now)
    expect(await lists(service, record, 0)).toMatchObject({ beganAt: 10_000, endedAt: 11_000, complete: true })
    expect(calls).toEqual([{ address: from, owner: record.id, signal }])
    await lists(service, { ...record, id: 'another' }, 10_000)
    expect(calls).toHaveLength(1)
    await lists(service, record, 10_001)
    expect(calls).toHaveLength(2)
    await lists({ ...service, profileId: 'q' }, record, 0)
    await lists(service, { ...record, from: terms.payment.recipient }, 0)
    expect(calls).toHaveLength(4)
  })

  it('continues where an error stopped it, and dates from the read of its first page', async () => {
    const position = { page: 3 } as ListPosition
    const stopped = { transactions: [], complete: false, error: new AppError('offline', 'Offline'), next: position }
    const calls: object[] = []
    const service = serviceOf([stopped, listOf(row()), listOf()], calls)
    const lists = createWholeLists(signal, () => now)
    expect(await lists(service, record, 0)).toMatchObject({ beganAt: 10_000, complete: false })
    expect(await lists(service, record, 0)).toMatchObject({ beganAt: 10_000, endedAt: 12_000, complete: true })
    expect(await lists(service, record, 10_001)).toMatchObject({ beganAt: 12_000, transactions: [] })
    expect(calls.map((one) => 'from' in one && one.from)).toEqual([false, position, false])
  })

  it('with unreadable rows is read to its end, and shared', async () => {
    const calls: unknown[] = []
    const service = serviceOf([{ transactions: [], complete: false, error: null, unreadable: 2 }], calls)
    const lists = createWholeLists(signal, () => now)
    await lists(service, record, 0)
    await lists(service, record, 0)
    expect(calls).toHaveLength(1)
  })
})
