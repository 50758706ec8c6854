import type { WritableDb } from '../../db/connections.ts'
import type { Purchases } from '../../purchases/create-purchases.ts'
import { readReturnedIn, writeTakenBack } from '../sales-repository.ts'
import { readOpenShift } from './shifts-repository.ts'

/**
 * Takes the losses of given-back sales out of the open shift if the service took the delivery back and the coins returned. A closed shift
 * keeps them: its report never changes.
 */
export function takeBackLosses(ledger: WritableDb, purchases: Pick<Purchases, 'row'>): void {
  // Work that ends while Till stops finds the ledger closed.
  const shift = ledger.open ? readOpenShift(ledger) : null
  const given = shift === null ? [] : readReturnedIn(ledger, shift.number)
  for (const { purchaseId, returned } of given)
    if (returned?.delivered && purchases.row(purchaseId)?.status === 'refunded') writeTakenBack(ledger, purchaseId)
}
