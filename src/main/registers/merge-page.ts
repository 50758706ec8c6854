import { AppError } from '../../shared/errors.ts'

/** How far a list, newest first, is known from its start. */
export interface Reach {
  /** The number of rows from the newest on that are known or unreadable; whole pages, except for the last one. */
  readonly depth: number
  /** The most rows by which new sales had pushed the list down while older pages were read. */
  readonly moved: number
  /** The oldest time (epoch ms) since which everything is known; null if nothing is, or the list is out of order. */
  readonly since: number | null
  /** Whether the whole list was read. */
  readonly complete: boolean
  /** The least number of unreadable rows. */
  readonly skipped: number
  /** The service's latest row count; null if it sends none. */
  readonly total: number | null
}

/** A page as received, with what was known of its rows before. */
export interface ListPage {
  /** Starts at 1. */
  readonly number: number
  /** The number of rows requested. */
  readonly size: number
  readonly rows: readonly { readonly id: string; readonly at: number; readonly isKnown: boolean }[]
  readonly skipped: number
  readonly totalItems: number | null
  readonly totalPages: number | null
  readonly currentPage: number | null
  /** The number of known rows of the list, including this page's. */
  readonly known: number
  /** The newest time (epoch ms) known before; null if nothing was. */
  readonly newest: number | null
}

const nowhere: Reach = { depth: 0, moved: 0, since: null, complete: false, skipped: 0, total: null }

/**
 * Returns the reach of a list after a page. New rows push the rest down, so pages overlap; a gap below the newest page resets the older
 * reach. Times show the position only in an ordered list; in any other, only its end proves that everything is known. Throws AppError
 * `service-malformed` for a page that was not requested or makes no progress.
 */
export function mergePage(reach: Reach | null, page: ListPage): Reach {
  const { number, rows, currentPage, totalItems: total } = page
  if (currentPage !== null && currentPage !== number && rows.length > 0) throw wrongPage()
  const before = reach ?? nowhere
  return number === 1 ? { ...mergeNewest(before, page), moved: 0, total } : { ...mergeOlder(before, page), total }
}

function mergeNewest(reach: Reach, page: ListPage): Omit<Reach, 'total' | 'moved'> {
  const { rows, totalItems } = page
  if (isLast(page)) return { depth: depthOf(page), since: oldest(rows), complete: true, skipped: page.skipped }
  const skipped = Math.max(page.skipped, reach.skipped)
  if (!isInOrder(rows)) {
    return { depth: Math.max(depthOf(page), reach.depth), since: null, complete: hasAll(page), skipped }
  }
  const { since } = reach
  const pushed = rows.filter(({ isKnown }) => !isKnown).length
  const isShorter = totalItems !== null && reach.total !== null && totalItems < reach.total
  if (since === null || isShorter || pushed === rows.length)
    return { depth: depthOf(page), since: oldest(rows), complete: false, skipped: page.skipped }
  return { depth: reach.depth + Math.max(0, pushed - reach.moved), since, complete: reach.complete, skipped }
}

function mergeOlder(reach: Reach, page: ListPage): Omit<Reach, 'total'> {
  const { rows, number, size, totalItems } = page
  const { since } = reach
  // A known page, read again for changes.
  if (reach.complete || number * size <= reach.depth) return reach
  const skipped = reach.skipped + page.skipped
  const added = rows.filter((row) => !row.isKnown || (since !== null && row.at < since)).length
  if (added === 0 && repeatsNewest(page)) throw wrongPage()
  const isInReach = since !== null && isInOrder(rows) && rows.every((row) => row.isKnown || row.at <= since)
  const complete = isLast(page) && ((isInReach && (rows.length > 0 || totalItems === null)) || hasAll(page))
  if (!complete && rows.length + page.skipped === 0) throw wrongPage()
  const end = (number - 1) * size + rows.length + page.skipped
  const moved = reach.moved + Math.max(0, end - reach.depth - added)
  return { depth: depthOf(page), moved, since: isInReach ? (oldest(rows) ?? since) : null, complete, skipped }
}

/** A service that ignores page numbers returns the newest page again. */
function repeatsNewest({ rows, newest }: ListPage): boolean {
  return newest !== null && rows.some(({ at }) => at >= newest)
}

/** The next page starts below this one, even if the service sends shorter pages. */
function depthOf(page: ListPage): number {
  const { number, size, rows, skipped } = page
  return isLast(page) ? (number - 1) * size + rows.length + skipped : number * size
}

/** Decides by the service's counts; without them, an empty page is the last. */
function isLast({ number, size, rows, skipped, totalItems, totalPages }: ListPage): boolean {
  if (totalPages !== null) return number >= totalPages
  if (totalItems !== null) return (number - 1) * size + rows.length + skipped >= totalItems
  return rows.length + skipped === 0
}

/** Returns whether as many rows are known as the service counts. */
function hasAll({ known, totalItems }: ListPage): boolean {
  return totalItems !== null && known >= totalItems
}

function isInOrder(rows: ListPage['rows']): boolean {
  return rows.every(({ at }, index) => at <= (rows[index - 1]?.at ?? at))
}

function oldest(rows: ListPage['rows']): number | null {
  return rows.length === 0 ? null : Math.min(...rows.map(({ at }) => at))
}

function wrongPage(): AppError {
  return new AppError('service-malformed', 'The service’s list does not go on where it should')
}
