import { toAppError, type AppError } from '../../shared/errors.ts'
import type { ListTransactionsInput, ListedTransaction, TransactionPage } from './list-transactions.ts'

export interface AllTransactions {
  readonly transactions: readonly ListedTransaction[]
  /** Whether every page was read and every row understood: only then does a missing transaction mean anything. */
  readonly complete: boolean
  /** Why reading stopped early, where an error was the reason. */
  readonly error: AppError | null
}

const MAX_PAGES = 200
const PAGE_SIZE = 100

/** Reads a wallet's whole list page by page, and says whether it is sure to have seen all of it; never throws. */
export async function readAllTransactions(
  readPage: (input: ListTransactionsInput) => Promise<TransactionPage>,
  input: Omit<ListTransactionsInput, 'page' | 'pageSize' | 'fresh'>,
): Promise<AllTransactions> {
  const seen = new Map<string, ListedTransaction>()
  const stop = (complete: boolean, error: AppError | null = null): AllTransactions => ({
    transactions: [...seen.values()],
    complete,
    error,
  })
  let skipped = 0
  let items: number | null = null
  let pages: number | null = null
  for (let number = 1; number <= MAX_PAGES; number += 1) {
    let page: TransactionPage
    try {
      page = await readPage({ ...input, page: number, pageSize: PAGE_SIZE, fresh: true })
    } catch (thrown) {
      return stop(false, toAppError(thrown))
    }
    if (page.none)
      return stop(skipped === 0 && (number === 1 || (items === null ? pages === null : seen.size >= items)))
    ;({ totalItems: items, totalPages: pages } = page)
    const before = seen.size
    for (const transaction of page.transactions) seen.set(transaction.id, transaction)
    skipped += page.skipped
    // A page that claims another number, or only repeats what was seen, shows that the page parameter was not understood.
    if (page.currentPage !== null && page.currentPage !== number) return stop(false)
    if (page.transactions.length > 0 && seen.size === before) return stop(false)
    if (isLast(page, number, seen.size)) return stop(skipped === 0 && (items === null || seen.size >= items))
    if (page.transactions.length === 0) return stop(false)
  }
  return stop(false)
}

function isLast(page: TransactionPage, number: number, seen: number): boolean {
  if (page.totalPages !== null) return number >= page.totalPages
  if (page.totalItems !== null) return seen >= page.totalItems
  return page.transactions.length + page.skipped === 0
}
