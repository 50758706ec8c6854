/** The blocks that most nodes answer at once. */
const BLOCKS_AT_ONCE = 1_000n
/** Read again in every search: nodes that lost their logs for some minutes returned fewer without an error. */
const READ_AGAIN_BLOCKS = 500n
/** When all blocks are read once more for the first time. */
const FIRST_LATER_MS = 10 * 60_000

/** How far the final blocks were searched for a purchase's refund. */
export interface RefundSearch {
  /** The next block that nobody has searched. */
  readonly next: bigint
  /** The next one of the blocks that are read once more; null while none are. */
  readonly again: bigint | null
  /** Milliseconds of waiting after which all blocks are read once more. */
  readonly laterAt: number
}

/** Blocks, both ends included. */
export interface BlockRange {
  readonly from: bigint
  readonly to: bigint
}

/** Returns a search that has read nothing, of the blocks from `first` on. */
export function newSearch(first: bigint): RefundSearch {
  return { next: first, again: null, laterAt: FIRST_LATER_MS }
}

/**
 * Begins to read all blocks from `first` on once more, each time that the wait has doubled: a node that lacks logs says nothing of it, some
 * for hours. Over any wait that reads each block twice as often, or less.
 */
export function afterWaiting(search: RefundSearch, first: bigint, waitedMs: number): RefundSearch {
  const least = Math.max(waitedMs, FIRST_LATER_MS / 2)
  // A clock that was ahead may have set it far off.
  if (waitedMs < search.laterAt && search.laterAt <= 2 * least) return search
  return { ...search, again: first < search.next ? first : null, laterAt: 2 * least }
}

/** Returns the next blocks to be searched up to `finalized`, unread ones first; null where there are none. */
export function nextBlocks({ next, again }: RefundSearch, finalized: bigint): BlockRange | null {
  const from = next <= finalized ? next : again
  if (from === null || from > finalized) return null
  const to = from + BLOCKS_AT_ONCE - 1n
  return { from, to: to < finalized ? to : finalized }
}

/** Returns the search once `nextBlocks` were read. */
export function afterBlocks(search: RefundSearch, { from, to }: BlockRange): RefundSearch {
  const next = to + 1n
  return from === search.next ? { ...search, next } : { ...search, again: next < search.next ? next : null }
}

/** Returns the search as the next one goes on with it. */
export function afterSearch(search: RefundSearch, first: bigint): RefundSearch {
  const next = search.next - READ_AGAIN_BLOCKS
  return { ...search, next: next > first ? next : first }
}
