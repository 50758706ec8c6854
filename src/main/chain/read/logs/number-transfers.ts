import type { Hash } from 'viem'
import type { ListedTransfer } from '../../chain.ts'

/** A transfer with its position among those of its transaction: a reorganization moves a log in its block, not in its transaction. */
export type NumberedTransfer = ListedTransfer & { readonly ordinal: number }

/** Numbers transfers, proven ones apart from the others: what a node invents moves none of them. */
export function numberListed(transfers: readonly ListedTransfer[]): NumberedTransfer[] {
  const proven = transfers.filter(({ isProven }) => isProven)
  return [...numberTransfers(proven), ...numberTransfers(transfers).filter(({ isProven }) => !isProven)]
}

/**
 * Numbers the transfers of each transaction by what they move, because nodes number their logs differently; `transfers` holds all of a
 * block's transfers to the wallet, or none.
 */
export function numberTransfers(transfers: readonly ListedTransfer[]): NumberedTransfer[] {
  const next = new Map<Hash, number>()
  return [...transfers]
    .sort(
      (one, other) =>
        Number(one.blockNumber - other.blockNumber) ||
        Number(one.units - other.units) ||
        one.from.localeCompare(other.from),
    )
    .map((transfer) => {
      const ordinal = next.get(transfer.hash) ?? 0
      next.set(transfer.hash, ordinal + 1)
      return { ...transfer, ordinal }
    })
}
