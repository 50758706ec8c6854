/** The number of blocks per request; reduced for a node that answers fewer. */
const BLOCKS_AT_ONCE = 10_000n
const MIN_SPAN = 100n
const MORE_AFTER = 10

/** The progress of a block search, which resumes there after a node stopped answering. */
export interface BlockSearch<Found> {
  next: bigint | null
  /** The number of blocks that nodes answer in time. */
  size: bigint
  /** Answers in time since the last late one. */
  inTime: number
  found: Found[]
}

/** Creates a search that has read nothing yet. */
export function createBlockSearch<Found>(): BlockSearch<Found> {
  return { next: null, size: BLOCKS_AT_ONCE, inTime: 0, found: [] }
}

/** Restarts a search; nodes still answer as many blocks in time as before. */
export function restartSearch(search: BlockSearch<unknown>): void {
  Object.assign(search, { next: null, found: [] })
}

/** Reads the blocks up to `last`, from where the search stands; returns everything it found. Throws what `read` throws. */
export async function searchBlocks<Found>(
  search: BlockSearch<Found>,
  last: bigint,
  read: (from: bigint, to: bigint) => Promise<readonly Found[]>,
): Promise<readonly Found[]> {
  for (let from = search.next ?? 0n; from <= last; from = search.next) {
    const to = from + search.size - 1n < last ? from + search.size - 1n : last
    const found = await read(from, to).catch((error: unknown) => {
      Object.assign(search, { size: fewerBlocks(search.size), inTime: 0 })
      throw error
    })
    search.found.push(...found)
    search.next = to + 1n
    // The connection may have been the problem.
    if (++search.inTime % MORE_AFTER === 0) search.size = moreBlocks(search.size)
  }
  return search.found
}

/** A node that accepts few blocks per request needs many requests. */
function fewerBlocks(blocks: bigint): bigint {
  return blocks / 2n > MIN_SPAN ? blocks / 2n : MIN_SPAN
}

function moreBlocks(blocks: bigint): bigint {
  return blocks * 2n < BLOCKS_AT_ONCE ? blocks * 2n : BLOCKS_AT_ONCE
}
