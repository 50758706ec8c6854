import type { WritableDb } from '../db/connections.ts'
import type { Purchases } from '../purchases/create-purchases.ts'
import { readSales } from './sales-repository.ts'
import { writeChainCheck } from './shifts/shifts-repository.ts'

export interface PaymentsOptions {
  readonly ledger: WritableDb
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly purchases: Pick<Purchases, 'row' | 'isOnChain'>
}

/** Payments asked about at a time, so that a long shift does not flood the nodes. */
const AT_ONCE = 4

/**
 * Creates the check that asks the nodes which payments of a closed shift's sales are on chain, and stores how many. It stores nothing, and
 * throws AppError, if one of them cannot be asked about: a part of the payments says little.
 */
export function createPaymentCheck({ ledger, now, purchases }: PaymentsOptions): (shift: number) => Promise<void> {
  let begun = 0
  const stored = new Map<number, number>()
  return async (shift) => {
    const turn = ++begun
    const at = now()
    // A sale without a purchase was never paid.
    const left = readSales(ledger, shift).filter(({ purchaseId }) => purchases.row(purchaseId) !== null)
    const found: (boolean | null)[] = []
    for (let index = 0; index < left.length; index += AT_ONCE) {
      const asked = left.slice(index, index + AT_ONCE).map(({ purchaseId }) => purchases.isOnChain(purchaseId))
      found.push(...(await Promise.all(asked)))
    }
    const payments = found.filter((isFound) => isFound !== null)
    // The answers of a check that began later are newer, whatever the clock says.
    if ((stored.get(shift) ?? 0) > turn) return
    stored.set(shift, turn)
    writeChainCheck(ledger, shift, { at, payments: payments.length, found: payments.filter(Boolean).length })
  }
}
