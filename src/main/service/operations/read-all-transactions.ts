import { toAppError, type AppError } from '../../../shared/errors.ts'
import type { ListTransactionsInput, ListedTransaction, TransactionPage } from './list-transactions.ts'

export interface AllTransactions {
  readonly transactions: readonly ListedTransaction[]
  /** Whether every page was read and every row understood: only then does a missing transaction mean anything. */
  readonly complete: boolean
  /** The error that stopped the read, if any. */
  readonly error: AppError | null
  /** Unreadable rows of a list whose every page was read; absent if pages are missing, or all rows are readable. */
  readonly unreadable?: number
  /** Where to continue after an error; absent if nothing is left to read. */
  readonly next?: ListPosition
}

/** The progress through a list, and its rows so far; passed back unchanged. */
export interface ListPosition {
  readonly page: number
  /** By id and hash, since ids may be reused; grows as reading continues. */
  readonly seen: Map<string, ListedTransaction>
  /** Rows that could not be read. */
  readonly unreadable: number
  /** Rows received so far, repeated ones included. */
  readonly rows: number
  /** Repeated rows: at most as many as were added during the read. */
  readonly repeated: number
  /** The service's count on the first page and on the last one read; null if it does not count. */
  readonly firstTotal: number | null
  readonly lastTotal: number | null
  /** The service's last count of pages. */
  readonly lastPages: number | null
}

/** Far above what a wallet spends in its life; stops an endless list. */
const MAX_PAGES = 2_000
const USUAL_PAGE_SIZE = 100

function firstPage(): ListPosition {
  const counted = { firstTotal: null, lastTotal: null, lastPages: null }
  return { page: 1, seen: new Map(), unreadable: 0, rows: 0, repeated: 0, ...counted }
}

/**
 * Reads a wallet's whole list page by page, from the first or from where an error stopped it; never throws. Rows added meanwhile move
 * others to later pages, so some repeat and none is missed. If rows disappear, the answer is not complete.
 */
export async function readAllTransactions(
  readPage: (input: ListTransactionsInput) => Promise<TransactionPage>,
  {
    from = firstPage(),
    pageSize = USUAL_PAGE_SIZE,
    ...input
  }: Omit<ListTransactionsInput, 'page' | 'pageSize' | 'fresh'> & { from?: ListPosition; pageSize?: number },
): Promise<AllTransactions> {
  let at = from
  while (at.page <= MAX_PAGES) {
    let page: TransactionPage
    try {
      page = await readPage({ ...input, page: at.page, pageSize, fresh: true })
    } catch (thrown) {
      return { ...partOf(at), error: toAppError(thrown), next: at }
    }
    if (page.none) return isEnd(at) ? wholeOf(at) : partOf(at)
    const known = at.seen.size
    const after = withPage(at, page)
    if (!hasMoved(at, after, page, known)) return partOf(after)
    if (isLast(after, page)) return hasAll(after) ? wholeOf(after) : partOf(after)
    if (page.transactions.length + page.skipped === 0) return partOf(after)
    at = { ...after, page: at.page + 1 }
  }
  return partOf(at)
}

function withPage(at: ListPosition, page: TransactionPage): ListPosition {
  const { seen } = at
  const known = seen.size
  for (const row of page.transactions) seen.set(`${row.id} ${row.blockchainTransactionHash}`, row)
  const isFirst = at.page === 1
  return {
    ...at,
    unreadable: at.unreadable + page.skipped,
    rows: at.rows + page.transactions.length + page.skipped,
    repeated: at.repeated + page.transactions.length - (seen.size - known),
    firstTotal: isFirst ? page.totalItems : at.firstTotal,
    lastTotal: page.totalItems,
    lastPages: page.totalPages,
  }
}

/** Returns whether the service understood the page number and lost no row: only added rows may cause repeats. */
function hasMoved(before: ListPosition, after: ListPosition, page: TransactionPage, known: number): boolean {
  if (page.currentPage !== null && page.currentPage !== before.page) return false
  const { firstTotal, lastTotal } = after
  if (before.page > 1 && (lastTotal ?? 0) < (before.lastTotal ?? 0)) return false
  const added = firstTotal === null || lastTotal === null ? 0 : lastTotal - firstTotal
  const isOnlyRepeated = page.transactions.length > 0 && after.seen.size === known
  return !isOnlyRepeated || after.repeated <= added
}

function isLast({ page: number, rows }: ListPosition, page: TransactionPage): boolean {
  if (page.totalPages !== null) return number >= page.totalPages
  if (page.totalItems !== null) return rows >= page.totalItems
  return page.transactions.length + page.skipped === 0
}

/** Returns whether a missing page is the end of the list: nothing contradicts it. */
function isEnd(at: ListPosition): boolean {
  return at.page === 1 || (at.lastTotal === null ? at.lastPages === null : hasAll(at))
}

/** Returns whether every row from the start of the read was seen. */
function hasAll({ seen, unreadable, firstTotal }: ListPosition): boolean {
  return firstTotal === null || seen.size + unreadable >= firstTotal
}

function partOf({ seen }: ListPosition): AllTransactions {
  return { transactions: [...seen.values()], complete: false, error: null }
}

function wholeOf(at: ListPosition): AllTransactions {
  if (at.unreadable === 0) return { ...partOf(at), complete: true }
  return { ...partOf(at), unreadable: at.unreadable }
}
