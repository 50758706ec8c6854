import type { WritableDb } from '../db/connections.ts'
import type { Purchases } from '../purchases/create-purchases.ts'
import { readSales } from './sales-repository.ts'
import { writeChainCheck } from './shifts-repository.ts'

export interface PaymentsOptions {
  readonly ledger: WritableDb
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly purchases: Pick<Purchases, 'row' | 'isOnChain'>
}

/** Payments asked about at a time, so that a long shift does not flood the nodes. */
const AT_ONCE = 4

/**
 * Asks the nodes which payments of a closed shift's sales are on chain, and stores how many. Stores nothing, and throws AppError, if one of
 * them cannot be asked about: a part of the payments says little.
 */
export async function checkPayments({ ledger, now, purchases }: PaymentsOptions, shift: number): Promise<void> {
  // A sale without a purchase was never paid.
  const left = readSales(ledger, shift).filter(({ purchaseId }) => purchases.row(purchaseId) !== null)
  const found: (boolean | null)[] = []
  for (let at = 0; at < left.length; at += AT_ONCE) {
    const asked = left.slice(at, at + AT_ONCE).map(({ purchaseId }) => purchases.isOnChain(purchaseId))
    found.push(...(await Promise.all(asked)))
  }
  const payments = found.filter((isFound) => isFound !== null)
  writeChainCheck(ledger, shift, { at: now(), payments: payments.length, found: payments.filter(Boolean).length })
}
