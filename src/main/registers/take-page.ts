import { AppError } from '../../shared/errors.ts'

/** How far a list, the newest first, is known from its beginning on. */
export interface Reach {
  /** Up to which of its rows, from the newest on, all are known or could not be read; counted in whole pages but for the last. */
  readonly depth: number
  /** By how much what was sold meanwhile had pushed the list down, at most, when it was read below its newest page. */
  readonly moved: number
  /** The oldest moment (epoch ms) from which on all is known; null where nothing is, or the list is in another order. */
  readonly since: number | null
  /** Whether all of it was read. */
  readonly complete: boolean
  /** How many of its rows could not be read, at least. */
  readonly skipped: number
  /** How many rows the service counted last; null where it does not. */
  readonly total: number | null
}

/** A page as it came, and what was known of its rows before. */
export interface TakenPage {
  /** Starts at 1. */
  readonly number: number
  /** How many rows were asked for. */
  readonly size: number
  readonly rows: readonly { readonly id: string; readonly at: number; readonly isKnown: boolean }[]
  readonly skipped: number
  readonly totalItems: number | null
  readonly totalPages: number | null
  readonly currentPage: number | null
  /** How many rows of the list are known, this page’s among them. */
  readonly known: number
  /** The newest moment (epoch ms) that was known before; null where nothing was. */
  readonly newest: number | null
}

const nowhere: Reach = { depth: 0, moved: 0, since: null, complete: false, skipped: 0, total: null }

/**
 * How far a list is known once a page of it came. What is new pushes the rest down, so pages overlap; a gap below the newest page
 * forgets the reach below. That time stands for place holds only where the list is in order: where it is not, only the end of it says that all is
 * known. AppError `service-malformed` for another page than was asked for, or one that leads no further.
 */
export function takePage(reach: Reach | null, page: TakenPage): Reach {
  const { number, rows, currentPage, totalItems: total } = page
  if (currentPage !== null && currentPage !== number && rows.length > 0) throw wrongPage()
  const before = reach ?? nowhere
  return number === 1 ? { ...takeNewest(before, page), moved: 0, total } : { ...takeOlder(before, page), total }
}

function takeNewest(reach: Reach, page: TakenPage): Omit<Reach, 'total' | 'moved'> {
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

function takeOlder(reach: Reach, page: TakenPage): Omit<Reach, 'total'> {
  const { rows, number, size, totalItems } = page
  const { since } = reach
  // Read again for what may have changed.
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

/** A service that does not understand the number of a page answers the newest one again. */
function repeatsNewest({ rows, newest }: TakenPage): boolean {
  return newest !== null && rows.some(({ at }) => at >= newest)
}

/** The next page begins behind it, however few the service puts on one. */
function depthOf(page: TakenPage): number {
  const { number, size, rows, skipped } = page
  return isLast(page) ? (number - 1) * size + rows.length + skipped : number * size
}

/** As far as the service counts; where it does not, an empty page is the last. */
function isLast({ number, size, rows, skipped, totalItems, totalPages }: TakenPage): boolean {
  if (totalPages !== null) return number >= totalPages
  if (totalItems !== null) return (number - 1) * size + rows.length + skipped >= totalItems
  return rows.length + skipped === 0
}

/** Whether as many rows are known as the service counts. */
function hasAll({ known, totalItems }: TakenPage): boolean {
  return totalItems !== null && known >= totalItems
}

function isInOrder(rows: TakenPage['rows']): boolean {
  return rows.every(({ at }, index) => at <= (rows[index - 1]?.at ?? at))
}

function oldest(rows: TakenPage['rows']): number | null {
  return rows.length === 0 ? null : Math.min(...rows.map(({ at }) => at))
}

function wrongPage(): AppError {
  return new AppError('service-malformed', 'The service’s list does not go on where it should')
}
