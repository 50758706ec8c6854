import type { TokenTransfer } from '../chain.ts'

/**
 * Tells whether two transfers differ in nothing but the number of their logs: clients number those differently, so that equal ones are told
 * apart by how many there are.
 */
export function isSameTransfer(one: TokenTransfer, other: TokenTransfer): boolean {
  return (
    one.hash === other.hash &&
    one.blockNumber === other.blockNumber &&
    one.units === other.units &&
    isSameText(one.token, other.token) &&
    isSameText(one.from, other.from) &&
    isSameText(one.to, other.to)
  )
}

/** Returns how many of some transfers are the same as `one`. */
export function countSame(one: TokenTransfer, transfers: readonly TokenTransfer[]): number {
  return transfers.filter((other) => isSameTransfer(one, other)).length
}

/** Some nodes write addresses with a checksum, and one that lies writes what it likes. */
function isSameText(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
