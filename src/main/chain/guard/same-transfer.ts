import type { TokenTransfer } from '../chain.ts'

/**
 * Returns whether two transfers are equal, log numbers aside: clients number logs differently, so equal transfers are told apart by count.
 */
function isSameTransfer(one: TokenTransfer, other: TokenTransfer): boolean {
  return (
    one.hash === other.hash &&
    one.blockNumber === other.blockNumber &&
    one.units === other.units &&
    isSameText(one.token, other.token) &&
    isSameText(one.from, other.from) &&
    isSameText(one.to, other.to)
  )
}

/** Returns how many of some transfers equal `one`. */
export function countSame(one: TokenTransfer, transfers: readonly TokenTransfer[]): number {
  return transfers.filter((other) => isSameTransfer(one, other)).length
}

/** Some nodes write addresses with a checksum, and a dishonest one writes anything. */
function isSameText(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
