import { setImmediate as turn } from 'node:timers/promises'

/** Rows that are read at a time, so that main answers in between. */
const AT_ONCE = 100

/** Yields what `read` returns after the last row of the piece before, piece by piece, and lets main answer between them. */
export async function* inPieces<T>(read: (last: T | null, limit: number) => readonly T[]): AsyncGenerator<T> {
  let last: T | undefined
  do {
    if (last !== undefined) await turn()
    const piece = read(last ?? null, AT_ONCE)
    yield* piece
    last = piece.at(-1)
  } while (last !== undefined)
}
