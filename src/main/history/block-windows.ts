/** Blocks that are asked for at once; a node that takes fewer is asked for fewer. */
export const BLOCKS_AT_ONCE = 10_000n
const LEAST_AT_ONCE = 100n

/** Returns how many blocks to ask for after so many were not answered in time: a node that takes few at once needs many answers. */
export function fewerBlocks(blocks: bigint): bigint {
  return blocks / 2n > LEAST_AT_ONCE ? blocks / 2n : LEAST_AT_ONCE
}

/** Returns how many blocks to ask for after so many were answered in time, several times. */
export function moreBlocks(blocks: bigint): bigint {
  return blocks * 2n < BLOCKS_AT_ONCE ? blocks * 2n : BLOCKS_AT_ONCE
}

/** Yields the first and last block of each part of a range, both ends included. */
export function* blockWindows(
  first: bigint,
  last: bigint,
  size: bigint,
): Generator<readonly [from: bigint, to: bigint]> {
  for (let from = first; from <= last; from += size) {
    const to = from + size - 1n
    yield [from, to < last ? to : last]
  }
}
