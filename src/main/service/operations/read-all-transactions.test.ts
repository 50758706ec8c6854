import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import { listedTransactionShape, type ListedTransaction, type TransactionPage } from './list-transactions.ts'
import { readAllTransactions, type AllTransactions } from './read-all-transactions.ts'

const item = (id: number): ListedTransaction => listedTransactionShape.parse({ id: `t${id}`, status: 'SUCCESS' })
const items = (from: number, to: number): ListedTransaction[] =>
  Array.from({ length: to - from }, (_, index) => item(from + index))
const page = (transactions: ListedTransaction[], more: Partial<TransactionPage> = {}): TransactionPage => ({
  transactions,
  skipped: 0,
  totalItems: null,
  totalPages: null,
  currentPage: null,
  none: false,
  ...more,
})
const none = page([], { totalItems: 0, totalPages: 0, none: true })

/** Reads from a service that returns `pages` in turn, and repeats the last one. */
function read(pages: (TransactionPage | AppError)[]): Promise<AllTransactions> {
  return readAllTransactions(
    async ({ page: number }) => {
      const answer = pages[Math.min(number, pages.length) - 1]
      if (answer instanceof AppError || answer === undefined) throw answer
      return answer
    },
    { address: '0x' },
  )
}

describe('readAllTransactions', () => {
  it('reads every page', async () => {
    const all = await read([
      page(items(0, 100), { totalItems: 150, totalPages: 2, currentPage: 1 }),
      page(items(100, 150), { totalItems: 150, totalPages: 2, currentPage: 2 }),
    ])
    expect(all).toMatchObject({ complete: true, error: null })
    expect(all.transactions).toHaveLength(150)
  })

  it('keeps both rows of an id with two payments', async () => {
    const row = (hash: string): ListedTransaction => ({ ...item(1), blockchainTransactionHash: hash })
    const [ours, other] = [row(`0x${'a'.repeat(64)}`), row(`0x${'b'.repeat(64)}`)]
    const all = await read([page([ours, other], { totalPages: 1 })])
    expect(all).toMatchObject({ complete: true, transactions: [ours, other] })
  })

  it('reads a 404 as no transactions', async () => {
    expect(await read([none])).toEqual({ transactions: [], complete: true, error: null })
  })

  it('reads an empty list as no transactions', async () => {
    expect(await read([page([], { totalItems: 0, totalPages: 0, currentPage: 1 })])).toMatchObject({ complete: true })
  })

  it.each([
    ['the page number did not move', [page(items(0, 100), { totalPages: 2, totalItems: 150, currentPage: 1 })]],
    [
      'the first page came again under another number',
      [page(items(0, 100), { totalPages: 2, currentPage: 1 }), page(items(0, 100), { totalPages: 2, currentPage: 2 })],
    ],
    ['pages without numbers repeat', [page(items(0, 100))]],
    ['fewer rows came than were counted', [page(items(0, 99), { totalItems: 100, totalPages: 1, currentPage: 1 })]],
    ['a later page is missing', [page(items(0, 100), { totalItems: 150, totalPages: 2, currentPage: 1 }), none]],
    ['a later page is missing and nothing was counted', [page(items(0, 100), { totalPages: 3, currentPage: 1 }), none]],
    [
      'a page in the middle is empty',
      [page(items(0, 100), { totalPages: 3, currentPage: 1 }), page([], { totalPages: 3, currentPage: 2 })],
    ],
  ])('is not complete if %s', async (_, pages) => {
    expect(await read(pages)).toMatchObject({ complete: false, error: null })
  })

  it('reads until an empty page or a 404 if the service does not count', async () => {
    expect(await read([page(items(0, 100)), page(items(100, 120)), page([])])).toMatchObject({ complete: true })
    expect(await read([page(items(0, 100)), page(items(100, 120)), none])).toMatchObject({ complete: true })
  })

  it('keeps the rows read before an error', async () => {
    const error = new AppError('service-budget-spent', 'No more')
    const all = await read([page(items(0, 100), { totalItems: 150, totalPages: 2, currentPage: 1 }), error])
    expect(all).toMatchObject({ complete: false, error })
    expect(all.transactions).toHaveLength(100)
  })

  it('continues where an error stopped it, despite rows added meanwhile', async () => {
    let stored = items(0, 950)
    let left = 4
    const requested: number[] = []
    const readPage = async ({ page: number }: { page: number }): Promise<TransactionPage> => {
      if (left-- === 0) throw new AppError('service-budget-spent', 'No more this hour')
      requested.push(number)
      const counted = { totalItems: stored.length, totalPages: Math.ceil(stored.length / 100), currentPage: number }
      return page(stored.slice((number - 1) * 100, number * 100), counted)
    }
    let all = await readAllTransactions(readPage, { address: '0x' })
    for (let hour = 0; hour < 9 && all.next; hour++) {
      expect(all).toMatchObject({ complete: false, error: { code: 'service-budget-spent' } })
      // Newest first: a page and a half of new rows push the others back.
      stored = [...items(10_000 + hour * 150, 10_150 + hour * 150), ...stored]
      left = 4
      all = await readAllTransactions(readPage, { address: '0x', from: all.next })
    }
    expect(all).toMatchObject({ complete: true, error: null })
    expect(requested).toEqual([...requested].sort((one, other) => one - other))
    expect(new Set(requested).size).toBe(requested.length)
    for (const { id } of items(0, 950)) expect(all.transactions.some((one) => one.id === id)).toBe(true)
  })

  it('is not complete if rows disappeared during the read, even if the count matches', async () => {
    const counted = (totalItems: number, currentPage: number): Partial<TransactionPage> => ({
      totalItems,
      totalPages: Math.ceil(totalItems / 100),
      currentPage,
    })
    // Two rows of the first page are gone, so the first two of the second are never seen.
    const all = await read([
      page(items(0, 100), counted(300, 1)),
      page(items(102, 202), counted(298, 2)),
      page(items(202, 302), counted(303, 3)),
      page(items(302, 305), counted(303, 4)),
    ])
    expect(all).toMatchObject({ complete: false, error: null })
    expect(all.next).toBeUndefined()
  })

  it('ends despite unreadable rows, and never calls that complete', async () => {
    const all = await read([page(items(0, 3), { totalItems: 5, totalPages: 1, currentPage: 1, skipped: 2 })])
    expect(all).toMatchObject({ complete: false, error: null, unreadable: 2 })
    expect(all.next).toBeUndefined()
  })

  it('does not report unreadable rows if pages are missing', async () => {
    const all = await read([page(items(0, 99), { totalItems: 200, totalPages: 2, currentPage: 1, skipped: 1 }), none])
    expect(all.complete).toBe(false)
    expect(all.unreadable).toBeUndefined()
  })

  it('stops at a limit in an endless list', async () => {
    let next = 0
    const all = await readAllTransactions(async () => page([item((next += 1))]), { address: '0x' })
    expect(all.complete).toBe(false)
    expect(next).toBe(2_000)
  })

  it('never calls a list complete that lacks one of the service’s transactions', async () => {
    const service = fc.record({
      stored: fc.integer({ min: 0, max: 450 }),
      counts: fc.boolean(),
      numbers: fc.boolean(),
      ignoresPage: fc.boolean(),
      losesPage: fc.option(fc.integer({ min: 1, max: 5 })),
    })
    await fc.assert(
      fc.asyncProperty(service, async ({ stored, counts, numbers, ignoresPage, losesPage }) => {
        const pages = Math.ceil(stored / 100)
        const all = await readAllTransactions(
          async ({ page: requested }) => {
            const number = ignoresPage ? 1 : requested
            if (requested === losesPage && number <= pages) throw new AppError('service-down', 'lost')
            return page(items((number - 1) * 100, Math.max((number - 1) * 100, Math.min(stored, number * 100))), {
              ...(counts ? { totalItems: stored, totalPages: pages } : {}),
              ...(numbers ? { currentPage: number } : {}),
            })
          },
          { address: '0x' },
        )
        if (all.complete) expect(all.transactions).toHaveLength(stored)
        else expect(ignoresPage || losesPage !== null).toBe(true)
      }),
    )
  })
})
