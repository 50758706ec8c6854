import { toAppError, type AppError } from '../../../shared/errors.ts'
import type { ListTransactionsInput, ListedTransaction, TransactionPage } from './list-transactions.ts'

export interface AllTransactions {
  readonly transactions: readonly ListedTransaction[]
  /** Whether every page was read and every row understood: only then does a missing transaction mean anything. */
  readonly complete: boolean
  /** Why reading stopped early, where an error was the reason. */
  readonly error: AppError | null
  /** Rows that could not be understood of a list whose every page was read; absent where pages are missing, or none is unclear. */
  readonly unreadable?: number
  /** Where to go on after an error; absent where nothing is left to read. */
  readonly next?: ListPosition
}

/** How far a list was read, and what it held so far; to be handed back unchanged. */
export interface ListPosition {
  readonly page: number
  /** By id and hash, since ids may be used again; grows as reading goes on. */
  readonly seen: Map<string, ListedTransaction>
  /** Rows that could not be understood. */
  readonly unreadable: number
  /** Rows received so far, repeated ones included. */
  readonly rows: number
  /** Rows that came a second time: as many as were added meanwhile may. */
  readonly repeated: number
  /** What the service counted on the first page and on the last one read; null where it does not count. */
  readonly firstTotal: number | null
  readonly lastTotal: number | null
  /** How many pages the service counted last. */
  readonly lastPages: number | null
}

/** Far above what a wallet spends in its life; a list without end stops here. */
const MAX_PAGES = 2_000
const USUAL_PAGE_SIZE = 100

function firstPage(): ListPosition {
  const counted = { firstTotal: null, lastTotal: null, lastPages: null }
  return { page: 1, seen: new Map(), unreadable: 0, rows: 0, repeated: 0, ...counted }
}

/**
 * Reads a wallet's whole list page by page, from the first or from where an error stopped it before; never throws. What is added
 * meanwhile moves rows to later pages, so that some come twice and none is missed. Where rows went away, the answer is not complete.
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

/** Whether the service understood the page number and lost no row: only what was added may make others come twice. */
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

/** A page that is not there is the end of what came before it, where nothing says otherwise. */
function isEnd(at: ListPosition): boolean {
  return at.page === 1 || (at.lastTotal === null ? at.lastPages === null : hasAll(at))
}

/** Whether everything is there that was when reading began. */
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
