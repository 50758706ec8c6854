/** The number of blocks that most nodes answer at once. */
const BLOCKS_AT_ONCE = 1_000n
/** Read again in every search: nodes that lost their logs for some minutes returned fewer without an error. */
const READ_AGAIN_BLOCKS = 500n
/** The wait before all blocks are read again for the first time. */
const FIRST_LATER_MS = 10 * 60_000

/** The progress of the search for a purchase's refund in final blocks. */
export interface RefundSearch {
  /** The next block not yet searched. */
  readonly next: bigint
  /** The next block of those being read again; null while there are none. */
  readonly again: bigint | null
  /** Milliseconds of waiting after which all blocks are read again. */
  readonly laterAt: number
}

/** A range of blocks, both ends included. */
export interface BlockRange {
  readonly from: bigint
  readonly to: bigint
}

/** Returns a search of the blocks from `first` on that has read nothing yet. */
export function newSearch(first: bigint): RefundSearch {
  return { next: first, again: null, laterAt: FIRST_LATER_MS }
}

/**
 * Starts to read all blocks from `first` again each time the wait has doubled: a node that lacks logs does not say so, some for hours. Over
 * any wait this reads each block at most twice as often.
 */
export function afterWaiting(search: RefundSearch, first: bigint, waitedMs: number): RefundSearch {
  const least = Math.max(waitedMs, FIRST_LATER_MS / 2)
  // A clock that was ahead may have set it far in the future.
  if (waitedMs < search.laterAt && search.laterAt <= 2 * least) return search
  return { ...search, again: first < search.next ? first : null, laterAt: 2 * least }
}

/** Returns the next blocks to search up to `finalized`, unread ones first; null if there are none. */
export function nextBlocks({ next, again }: RefundSearch, finalized: bigint): BlockRange | null {
  const from = next <= finalized ? next : again
  if (from === null || from > finalized) return null
  const to = from + BLOCKS_AT_ONCE - 1n
  return { from, to: to < finalized ? to : finalized }
}

/** Returns the search after the blocks of `nextBlocks` were read. */
export function afterBlocks(search: RefundSearch, { from, to }: BlockRange): RefundSearch {
  const next = to + 1n
  return from === search.next ? { ...search, next } : { ...search, again: next < search.next ? next : null }
}

/** Returns the state from which the next search continues. */
export function afterSearch(search: RefundSearch, first: bigint): RefundSearch {
  const next = search.next - READ_AGAIN_BLOCKS
  return { ...search, next: next > first ? next : first }
}
