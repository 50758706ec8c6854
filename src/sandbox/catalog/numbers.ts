import { createHash } from 'node:crypto'

/** Returns a whole number from 0 to `below` - 1 that is always the same for the same text. */
export function numberOf(text: string, below: number): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) % below
}
